export { commentsQuery } from './api/comments';
export { Activity } from './components/activity';
export { Comments } from './components/comments';
export { FollowButton, LikeButton } from './components/mark-buttons';
