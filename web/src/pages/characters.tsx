import { CatalogueScreen } from '#/features/catalogue';
import { usePageTitle } from '#/shared/hooks/use-page-title';

export function CharactersPage() {
  usePageTitle('Characters');
  return <CatalogueScreen />;
}
