-- +goose Up
CREATE TABLE jobs (
  id          TEXT PRIMARY KEY,
  kind        TEXT NOT NULL,
  key         TEXT NOT NULL,
  payload     TEXT NOT NULL,
  run_at      BIGINT NOT NULL,
  attempts    BIGINT NOT NULL DEFAULT 0,
  last_error  TEXT NOT NULL DEFAULT '',
  created_at  BIGINT NOT NULL,
  UNIQUE (kind, key)
);
CREATE INDEX jobs_due ON jobs (run_at);

-- +goose Down
DROP TABLE jobs;
