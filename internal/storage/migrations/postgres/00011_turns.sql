-- +goose Up
-- Of several active replies to one line, only the latest stays active.
UPDATE messages SET is_active = FALSE WHERE is_active AND reply_to IS NOT NULL AND EXISTS (
  SELECT 1 FROM messages AS later WHERE later.reply_to = messages.reply_to AND later.is_active AND later.seq > messages.seq
);
CREATE UNIQUE INDEX messages_one_reply ON messages (reply_to) WHERE is_active AND reply_to IS NOT NULL;

-- user_slot is the slot that a running reply takes. A user has a fixed number of slots, so few
-- replies run at once.
ALTER TABLE messages ADD COLUMN user_slot TEXT;
CREATE UNIQUE INDEX messages_user_slot ON messages (user_slot) WHERE status = 'generating';

-- stop_seen is set when another process asks to stop a reply. It is the number of characters that
-- the reader saw; -1 means all.
ALTER TABLE messages ADD COLUMN stop_seen BIGINT;

-- line_bytes is the number of bytes of the messages that the user has stored.
CREATE TABLE chat_usage (
  user_id    TEXT PRIMARY KEY,
  line_bytes BIGINT NOT NULL
);
INSERT INTO chat_usage (user_id, line_bytes)
  SELECT conversations.user_id, SUM(OCTET_LENGTH(content))
  FROM messages JOIN conversations ON conversations.id = messages.conversation_id
  WHERE messages.is_user GROUP BY conversations.user_id;

-- storage_probe has one row. The readiness check writes it to find out whether the database accepts
-- writes.
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
