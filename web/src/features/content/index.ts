export { ArticleView } from './components/article-view';
export { ContactView } from './components/contact-view';
export { FeedList } from './components/feed-list';
export { StaticPageView } from './components/static-page';
