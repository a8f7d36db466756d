import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { RequireAuth } from '#/features/auth';
import { HomePage } from '#/pages/home';
import { NotFoundPage } from '#/pages/not-found';
import { paths } from '#/shared/lib/paths';
import { Spinner } from '#/shared/ui/spinner';
import { SiteLayout } from './site-layout';

const ChatPage = lazy(() => import('#/pages/chat').then((m) => ({ default: m.ChatPage })));
const CharactersPage = lazy(() =>
  import('#/pages/characters').then((m) => ({ default: m.CharactersPage })),
);
const TagsPage = lazy(() => import('#/pages/tags').then((m) => ({ default: m.TagsPage })));

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path={paths.home.path} element={<HomePage />} />
        <Route path={paths.characters.path} element={<CharactersPage />} />
        <Route path={paths.tag.path} element={<TagsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route
        path={paths.chat.path}
        element={
          <RequireAuth>
            <Suspense fallback={<Spinner />}>
              <ChatPage />
            </Suspense>
          </RequireAuth>
        }
      />
    </Routes>
  );
}
