export { DeleteChats } from './components/delete-chats';
export { messagesText } from './texts';
