export { sendFollow, sendLike, useMark } from './api/mark-mutations';
export { FollowButton, LikeButton } from './components/mark-buttons';
export { guessMark, type Mark } from './model/mark';
