import { useParams } from 'react-router';
import { ArticleScreen } from '#/features/content';
import { NotFoundPage } from './not-found';

export function ArticlePage() {
  const { urlSlug = '' } = useParams();
  return <ArticleScreen slug={urlSlug} notFound={<NotFoundPage />} />;
}
