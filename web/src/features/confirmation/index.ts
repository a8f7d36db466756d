export { ConfirmNote } from './components/confirm-note';
