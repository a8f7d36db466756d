import { BlogScreen } from '#/features/content';
import { usePageTitle } from '#/shared/hooks/use-page-title';

export function BlogPage() {
  usePageTitle('The Colloquy Feed');
  return <BlogScreen />;
}
