-- +goose Up
CREATE TABLE conversations (
  id              TEXT PRIMARY KEY,
  user_id         TEXT NOT NULL,
  character_id    BIGINT NOT NULL,
  last_message    TEXT NOT NULL DEFAULT '',
  message_count   BIGINT NOT NULL DEFAULT 0,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  UNIQUE (user_id, character_id)
);
CREATE INDEX conversations_recent ON conversations (user_id, updated_at);
CREATE INDEX conversations_character ON conversations (character_id);

CREATE TABLE messages (
  id              TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  seq             BIGINT NOT NULL,
  is_user         BOOLEAN NOT NULL,
  is_active       BOOLEAN NOT NULL DEFAULT TRUE,
  content         TEXT NOT NULL,
  status          TEXT NOT NULL,
  client_id       TEXT,
  reply_to        TEXT,
  provider        TEXT NOT NULL DEFAULT '',
  error_code      TEXT NOT NULL DEFAULT '',
  suggestions     TEXT NOT NULL DEFAULT '',
  prompt_tokens   BIGINT NOT NULL DEFAULT 0,
  cached_tokens   BIGINT NOT NULL DEFAULT 0,
  output_tokens   BIGINT NOT NULL DEFAULT 0,
  owner           TEXT NOT NULL DEFAULT '',
  lease_until     BIGINT NOT NULL DEFAULT 0,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  UNIQUE (conversation_id, seq),
  UNIQUE (conversation_id, client_id)
);
CREATE UNIQUE INDEX messages_one_generating ON messages (conversation_id) WHERE status = 'generating';
CREATE INDEX messages_lease ON messages (lease_until) WHERE status = 'generating';
CREATE INDEX messages_reply ON messages (reply_to) WHERE reply_to IS NOT NULL;

-- +goose Down
DROP TABLE messages;
DROP TABLE conversations;
