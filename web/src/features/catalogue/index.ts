export { CatalogueScreen } from './components/catalogue-screen';
export { TagScreen } from './components/tag-screen';
