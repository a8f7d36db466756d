import { useParams } from 'react-router';
import { ArticleView } from '#/features/content';
import { NotFoundPage } from './not-found';

export function ArticlePage() {
  const { urlSlug = '' } = useParams();
  return <ArticleView slug={urlSlug} missing={<NotFoundPage />} />;
}
