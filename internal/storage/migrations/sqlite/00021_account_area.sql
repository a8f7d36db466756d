-- +goose Up
-- Collections that users make. share_token is part of the address under which anybody
-- can read the collection; NULL: it is not shared.
CREATE TABLE collection_lists (
  id          TEXT PRIMARY KEY,
  user_id     TEXT NOT NULL,
  name        TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  share_token TEXT,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX collection_lists_share ON collection_lists (share_token);
CREATE INDEX collection_lists_user ON collection_lists (user_id, created_at, id);
-- How many collections a user has. A change of the number locks the row.
CREATE TABLE collection_counts (
  user_id TEXT PRIMARY KEY,
  lists   BIGINT NOT NULL
);
-- position is 0 to n-1 in a collection of n characters, hidden ones included.
CREATE TABLE collection_characters (
  list_id      TEXT NOT NULL REFERENCES collection_lists (id) ON DELETE CASCADE,
  character_id BIGINT NOT NULL,
  position     BIGINT NOT NULL,
  added_at     BIGINT NOT NULL,
  PRIMARY KEY (list_id, character_id)
);

-- Favourites and My Collection, latest first.
CREATE INDEX character_likes_recent ON character_likes (user_id, created_at, character_id);
CREATE INDEX character_follows_recent ON character_follows (user_id, created_at, character_id);

-- How many messages a user sent in chats that are deleted, by hour: a refund depends on it.
CREATE TABLE deleted_usage (
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  hour         BIGINT NOT NULL, -- its beginning
  sent         BIGINT NOT NULL,
  PRIMARY KEY (user_id, character_id, hour)
);
CREATE INDEX deleted_usage_hour ON deleted_usage (hour);

-- The questions, contacts, hours and resources of Help & Support, one row for each
-- language.
CREATE TABLE help (
  language     TEXT PRIMARY KEY,
  body         TEXT NOT NULL,
  seed_hash    TEXT NOT NULL DEFAULT '',
  seed_version BIGINT NOT NULL DEFAULT 0,
  edited_at    BIGINT,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);

-- Percentage that a plan was reduced by when an order was made; 0: none.
ALTER TABLE purchases ADD COLUMN discount BIGINT NOT NULL DEFAULT 0;

CREATE INDEX notifications_unread ON notifications (user_id, is_read, created_at);

-- +goose Down
DROP INDEX notifications_unread;
ALTER TABLE purchases DROP COLUMN discount;
DROP TABLE help;
DROP TABLE deleted_usage;
DROP INDEX character_follows_recent;
DROP INDEX character_likes_recent;
DROP TABLE collection_characters;
DROP TABLE collection_counts;
DROP TABLE collection_lists;
