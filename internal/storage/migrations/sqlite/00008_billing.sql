-- +goose Up
CREATE TABLE plans (
  id         BIGINT PRIMARY KEY,
  plan_name  TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  currency   TEXT NOT NULL,
  days       BIGINT NOT NULL,
  cycle      TEXT NOT NULL,
  meta_data  TEXT NOT NULL,
  is_active  BOOLEAN NOT NULL DEFAULT TRUE,
  seed_hash  TEXT NOT NULL DEFAULT '',
  edited_at  BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE plans;
