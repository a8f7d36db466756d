-- +goose Up
CREATE TABLE limit_counts (
  key_hash     TEXT NOT NULL,
  window_start BIGINT NOT NULL,
  taken        BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  PRIMARY KEY (key_hash, window_start)
);
CREATE INDEX limit_counts_expired ON limit_counts (expires_at);

CREATE TABLE installation_secrets (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- +goose Down
DROP TABLE installation_secrets;
DROP TABLE limit_counts;
