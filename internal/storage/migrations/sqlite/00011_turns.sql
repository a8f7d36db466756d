-- +goose Up
-- Of two replies in force to one line, the later one stays.
UPDATE messages SET is_active = FALSE WHERE is_active AND reply_to IS NOT NULL AND EXISTS (
  SELECT 1 FROM messages AS later WHERE later.reply_to = messages.reply_to AND later.is_active AND later.seq > messages.seq
);
CREATE UNIQUE INDEX messages_one_reply ON messages (reply_to) WHERE is_active AND reply_to IS NOT NULL;

-- The place of a running reply among those that its user may have at once.
ALTER TABLE messages ADD COLUMN user_slot TEXT;
CREATE UNIQUE INDEX messages_user_slot ON messages (user_slot) WHERE status = 'generating';

-- What another process asks of the one that writes a reply: to stop, and how
-- many characters its reader saw (-1 for all).
ALTER TABLE messages ADD COLUMN stop_seen BIGINT;

-- How many bytes of lines each user has stored.
CREATE TABLE chat_usage (
  user_id    TEXT PRIMARY KEY,
  line_bytes BIGINT NOT NULL
);
INSERT INTO chat_usage (user_id, line_bytes)
  SELECT conversations.user_id, SUM(LENGTH(CAST(content AS BLOB)))
  FROM messages JOIN conversations ON conversations.id = messages.conversation_id
  WHERE messages.is_user GROUP BY conversations.user_id;

-- One row that readiness writes to find out whether the database takes writes.
CREATE TABLE storage_probe (
  id         BIGINT PRIMARY KEY,
  written_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE storage_probe;
DROP TABLE chat_usage;
DROP INDEX messages_user_slot;
DROP INDEX messages_one_reply;
ALTER TABLE messages DROP COLUMN stop_seen;
ALTER TABLE messages DROP COLUMN user_slot;
