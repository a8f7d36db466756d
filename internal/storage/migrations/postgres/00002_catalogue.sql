-- +goose Up
CREATE TABLE characters (
  id           TEXT PRIMARY KEY,
  character_id BIGINT NOT NULL UNIQUE,
  slug         TEXT NOT NULL UNIQUE,
  name         TEXT NOT NULL,
  category     TEXT NOT NULL,
  letter       TEXT NOT NULL,
  designation  TEXT NOT NULL,
  description  TEXT NOT NULL,
  tags         TEXT NOT NULL,
  search_key   TEXT NOT NULL,
  persona      TEXT NOT NULL,
  is_free      BOOLEAN NOT NULL,
  is_active    BOOLEAN NOT NULL DEFAULT TRUE,
  is_deleted   BOOLEAN NOT NULL DEFAULT FALSE,
  seed_hash    TEXT NOT NULL DEFAULT '',
  edited_at    BIGINT,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE INDEX characters_category ON characters (category, character_id);

-- +goose Down
DROP TABLE characters;
