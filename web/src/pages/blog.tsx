import { BlogScreen } from '#/features/content';
import { usePageTitle } from '#/shared/hooks/use-page-title';

// rule content-feed-title
export function BlogPage() {
  usePageTitle('The Colloquy Feed');
  return <BlogScreen />;
}
