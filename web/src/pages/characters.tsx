import { useSearchParams } from 'react-router';
import { CatalogueView } from '#/features/catalogue';
import { usePageTitle } from '#/shared/hooks/use-page-title';

/** Another category in the address is another visit. */
export function CharactersPage() {
  usePageTitle('Characters');
  const [parameters] = useSearchParams();
  const category = parameters.get('categories') ?? '';
  return <CatalogueView key={category} category={category} />;
}
