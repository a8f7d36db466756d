/** The only source of toasts: the library's other entry keeps a list that our Toaster never sees. */
export { toast } from 'react-hot-toast/headless';
