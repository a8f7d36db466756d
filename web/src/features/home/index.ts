export { footerQuery } from './api/content';
export { HomeView } from './components/home-view';
export { categoriesOf, textsOf } from './model/section';
