export { commentsQuery } from './api/comments-query';
export { Activity } from './components/activity';
export { Comments } from './components/comments';
