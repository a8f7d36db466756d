export { footerQuery } from './api/content';
export { HomeScreen } from './components/home-screen';
export { categoriesOf, settingTextsOf as textsOf } from './model/section';
