export { footerQuery } from './api/content';
export { HomeScreen } from './components/home-screen';
export { categoriesOf, textsOfSetting as textsOf } from './model/section';
