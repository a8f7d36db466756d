-- +goose Up
CREATE TABLE web_settings (
  id            BIGINT PRIMARY KEY,
  section_key   TEXT NOT NULL UNIQUE,
  display_order BIGINT NOT NULL,
  body          TEXT NOT NULL,
  seed_hash     TEXT NOT NULL DEFAULT '',
  edited_at     BIGINT,
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL
);

CREATE TABLE articles (
  id           BIGINT PRIMARY KEY,
  url_slug     TEXT NOT NULL UNIQUE,
  published_on TEXT NOT NULL,
  summary      TEXT NOT NULL,
  body         TEXT NOT NULL,
  is_active    BOOLEAN NOT NULL DEFAULT TRUE,
  seed_hash    TEXT NOT NULL DEFAULT '',
  edited_at    BIGINT,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE INDEX articles_newest ON articles (published_on, id);

CREATE TABLE pages (
  page_key   TEXT PRIMARY KEY,
  body       TEXT NOT NULL,
  seed_hash  TEXT NOT NULL DEFAULT '',
  edited_at  BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE categories (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL UNIQUE,
  icon          TEXT NOT NULL,
  description   TEXT NOT NULL,
  display_order BIGINT NOT NULL,
  is_active     BOOLEAN NOT NULL DEFAULT TRUE,
  seed_hash     TEXT NOT NULL DEFAULT '',
  edited_at     BIGINT,
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL
);

-- +goose Down
DROP TABLE categories;
DROP TABLE pages;
DROP TABLE articles;
DROP TABLE web_settings;
