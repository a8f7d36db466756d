-- +goose Up
-- Collections that users make. share_token is part of the address under which anybody
-- can read the collection; NULL: it is not shared. characters is a JSON list of
-- character_ids in the user's order.
CREATE TABLE collection_lists (
  id          TEXT PRIMARY KEY,
  user_id     TEXT NOT NULL,
  name        TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  share_token TEXT,
  characters  TEXT NOT NULL DEFAULT '[]',
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

CREATE INDEX notifications_unread ON notifications (user_id, is_read, created_at);

-- +goose Down
DROP INDEX notifications_unread;
DROP TABLE deleted_usage;
DROP INDEX character_follows_recent;
DROP INDEX character_likes_recent;
DROP TABLE collection_counts;
DROP TABLE collection_lists;
