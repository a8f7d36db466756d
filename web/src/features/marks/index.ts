export { sendFollow, sendLike, useMark } from './api/mark-mutations';
export { FollowButton, LikeButton } from './components/mark-buttons';
export { expectedMark as guessMark, type Mark } from './model/mark';
