export { HomeView } from './components/home-view';
export { SiteFooter } from './components/site-footer';
