-- +goose Up
CREATE TABLE contact_messages (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  email      TEXT NOT NULL,
  subject    TEXT NOT NULL,
  message    TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX contact_messages_recent ON contact_messages (created_at);

-- +goose Down
DROP TABLE contact_messages;
