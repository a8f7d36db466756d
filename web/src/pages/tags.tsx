import { useSearchParams } from 'react-router';
import { TagView } from '#/features/catalogue';
import { usePageTitle } from '#/shared/hooks/use-page-title';

export function TagsPage() {
  const [parameters] = useSearchParams();
  const tag = parameters.get('tagName') ?? '';
  usePageTitle(tag || 'Tags');
  return <TagView tag={tag} />;
}
