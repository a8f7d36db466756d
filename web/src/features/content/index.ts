export { ArticleScreen } from './components/article-screen';
export { BlogScreen } from './components/blog-screen';
export { ContactScreen } from './components/contact-screen';
export { StaticPageScreen } from './components/static-page-screen';
