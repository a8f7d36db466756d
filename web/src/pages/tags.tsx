import { useSearchParams } from 'react-router';
import { TagScreen } from '#/features/catalogue';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { tagName } from '#/shared/lib/paths';

// rule catalogue-tag-page
export function TagsPage() {
  const [parameters] = useSearchParams();
  const tag = tagName(parameters.get('tagName') ?? '');
  usePageTitle(tag || 'Tags');
  return <TagScreen tag={tag} />;
}
