export { ChatScreen } from './screen/chat-screen';
