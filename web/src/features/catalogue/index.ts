export { CatalogueView } from './components/catalogue-view';
export { TagView } from './components/tag-view';
