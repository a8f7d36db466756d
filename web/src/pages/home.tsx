import { useWantedPage } from '#/features/auth';
import { HomeScreen } from '#/features/home';
import { usePageTitle } from '#/shared/hooks/use-page-title';

export function HomePage() {
  usePageTitle(null);
  useWantedPage();
  return <HomeScreen />;
}
