import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { RequireAuth } from '#/features/auth';
import { HomePage } from '#/pages/home';
import { NotFoundPage } from '#/pages/not-found';
import { paths } from '#/shared/lib/paths';
import { Spinner } from '#/shared/ui/spinner';
import { SiteLayout } from './site-layout';

const ChatPage = lazy(() => import('#/pages/chat').then((m) => ({ default: m.ChatPage })));

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path={paths.home.path} element={<HomePage />} />
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
