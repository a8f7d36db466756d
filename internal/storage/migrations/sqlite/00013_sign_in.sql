-- +goose Up
CREATE TABLE known_networks (
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network_hash TEXT NOT NULL,
  expires_at   BIGINT NOT NULL,
  PRIMARY KEY (user_id, network_hash)
);
CREATE INDEX known_networks_expired ON known_networks (expires_at);

ALTER TABLE contact_messages ADD COLUMN unsent BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX contact_messages_unsent ON contact_messages (created_at, id) WHERE unsent;

-- +goose Down
DROP INDEX contact_messages_unsent;
ALTER TABLE contact_messages DROP COLUMN unsent;
DROP TABLE known_networks;
