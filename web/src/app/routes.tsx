import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { RequireAuth } from '#/features/auth';
import { HomePage } from '#/pages/home';
import { paths } from '#/shared/lib/paths';
import { Spinner } from '#/shared/ui/spinner';
import { ContinueChat } from './continue-chat';
import { SiteLayout } from './layout/site-layout';

const AccountPage = lazy(() => import('#/pages/account').then((m) => ({ default: m.AccountPage })));
const BlogPage = lazy(() => import('#/pages/blog').then((m) => ({ default: m.BlogPage })));
const ArticlePage = lazy(() => import('#/pages/article').then((m) => ({ default: m.ArticlePage })));
const StaticPage = lazy(() =>
  import('#/pages/static-page').then((m) => ({ default: m.StaticPage })),
);
const ProfilePage = lazy(() => import('#/pages/profile').then((m) => ({ default: m.ProfilePage })));
const ChatPage = lazy(() => import('#/pages/chat').then((m) => ({ default: m.ChatPage })));
const ChatsPage = lazy(() => import('#/pages/chats').then((m) => ({ default: m.ChatsPage })));
const CharactersPage = lazy(() =>
  import('#/pages/characters').then((m) => ({ default: m.CharactersPage })),
);
const NotFoundPage = lazy(() =>
  import('#/pages/not-found').then((m) => ({ default: m.NotFoundPage })),
);
const SharedCollectionPage = lazy(() =>
  import('#/pages/shared-collection').then((m) => ({ default: m.SharedCollectionPage })),
);
const TagsPage = lazy(() => import('#/pages/tags').then((m) => ({ default: m.TagsPage })));

/** The nine static pages (rule content-static-pages). */
const staticPaths = [
  paths.copyright,
  paths.privacy,
  paths.refund,
  paths.terms,
  paths.about,
  paths.contact,
  paths.agreement,
  paths.guide,
  paths.knowledge,
].map(({ path }) => path);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path={paths.home.path} element={<HomePage />} />
        <Route path={paths.characters.path} element={<CharactersPage />} />
        <Route path={paths.tag.path} element={<TagsPage />} />
        <Route path={paths.blog.path} element={<BlogPage />} />
        <Route path={paths.article.path} element={<ArticlePage />} />
        <Route path={paths.sharedCollection.path} element={<SharedCollectionPage />} />
        {staticPaths.map((path) => (
          <Route key={path} path={path} element={<StaticPage />} />
        ))}
        <Route
          path={paths.profile.path}
          element={
            <Suspense fallback={<Spinner screen="profile" />}>
              <ProfilePage />
            </Suspense>
          }
        />
        <Route
          path={paths.chats.path}
          element={
            <RequireAuth>
              <ChatsPage />
            </RequireAuth>
          }
        />
        <Route
          path={paths.account.path}
          element={
            <RequireAuth>
              <AccountPage />
            </RequireAuth>
          }
        />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route path={paths.continueChat.path} element={<ContinueChat />} />
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
