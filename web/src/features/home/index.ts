export { footerQuery } from './api/content';
export { HomeScreen } from './components/home-screen';
export { categoriesOf, textsOf } from './model/section';
