-- +goose Up
-- A message with an archive_id is in an archive of its conversation and is never active. guidance
-- is what the user asked of this version of a reply. feedback is 1 for a thumb up and -1 for a
-- thumb down.
ALTER TABLE messages ADD COLUMN archive_id TEXT;
ALTER TABLE messages ADD COLUMN guidance TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN feedback BIGINT NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN feedback_reason TEXT NOT NULL DEFAULT '';
CREATE INDEX messages_archive ON messages (archive_id, seq) WHERE archive_id IS NOT NULL;

-- kind is start_over if the user started the chat over, and edit if an edit replaced the messages.
CREATE TABLE chat_archives (
  id              TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL,
  message_count   BIGINT NOT NULL,
  last_message    TEXT NOT NULL,
  created_at      BIGINT NOT NULL
);
CREATE INDEX chat_archives_recent ON chat_archives (conversation_id, created_at);

-- The column body is a copy of the reported message, because the user may delete the message.
CREATE TABLE message_reports (
  ticket          TEXT PRIMARY KEY,
  user_id         TEXT NOT NULL,
  message_id      TEXT NOT NULL,
  character_id    BIGINT NOT NULL,
  body            TEXT NOT NULL,
  reason          TEXT NOT NULL,
  created_at      BIGINT NOT NULL,
  UNIQUE (user_id, message_id)
);

-- title is the name that the user gave the chat. search_title is the folded title. reply_seq is the
-- newest reply that ended. If reply_seq is above read_seq, the chat has an unread reply.
ALTER TABLE conversations ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE conversations ADD COLUMN search_title TEXT NOT NULL DEFAULT '';
ALTER TABLE conversations ADD COLUMN year BIGINT;
ALTER TABLE conversations ADD COLUMN reply_seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN read_seq BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE conversations DROP COLUMN read_seq;
ALTER TABLE conversations DROP COLUMN reply_seq;
ALTER TABLE conversations DROP COLUMN year;
ALTER TABLE conversations DROP COLUMN search_title;
ALTER TABLE conversations DROP COLUMN title;
DROP TABLE message_reports;
DROP TABLE chat_archives;
DROP INDEX messages_archive;
ALTER TABLE messages DROP COLUMN feedback_reason;
ALTER TABLE messages DROP COLUMN feedback;
ALTER TABLE messages DROP COLUMN guidance;
ALTER TABLE messages DROP COLUMN archive_id;
