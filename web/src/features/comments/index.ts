export { commentsQuery } from './api/comments-query';
export { Activity } from './components/lazy-activity';
export { Comments } from './components/comments';
