export { commentsQuery } from './api/comments-query';
export { Comments } from './components/comments';
export { Activity } from './components/lazy-activity';
