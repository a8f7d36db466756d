export type { ChatToDelete } from './chat-to-delete';
export { DeleteChats } from './components/delete-chats';
export { messagesText } from './texts';
