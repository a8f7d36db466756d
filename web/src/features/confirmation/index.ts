export { ConfirmEmailNote as ConfirmNote } from './components/confirm-note';
