/** Import `toast` from here: the library's main entry has another store, which our Toaster does not read. */
export { toast } from 'react-hot-toast/headless';
