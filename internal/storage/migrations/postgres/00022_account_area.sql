-- +goose Up
-- Collections that users make. share_token is part of the address where anybody can read the
-- collection. NULL: it is not shared. characters is a JSON list of character_ids in the user's
-- order.
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

-- Indexes for the lists Favourites and My Collection, latest first.
CREATE INDEX character_likes_recent ON character_likes (user_id, created_at, character_id);
CREATE INDEX character_follows_recent ON character_follows (user_id, created_at, character_id);

-- The messages of a user in deleted chats, without texts. A refund depends on the number of these
-- messages, and a repeated send must not store them again.
CREATE TABLE deleted_sends (
  id           TEXT PRIMARY KEY, -- of the message
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  client_id    TEXT,
  sent_at      BIGINT NOT NULL
);
CREATE INDEX deleted_sends_user ON deleted_sends (user_id, sent_at);
CREATE INDEX deleted_sends_client ON deleted_sends (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX deleted_sends_age ON deleted_sends (sent_at);

-- search_text is last_message, folded for search. In rows from before this migration it is NULL
-- until the next message.
ALTER TABLE conversations ADD COLUMN search_text TEXT;

-- character_id is the character of a notice, or 0. The app shows all likes of a comment as one
-- notice. For this, is_latest is true in the row of the newest like and false in the rows of older
-- likes. The column `others` of the newest like has the number of older likes. In notices of other
-- types, is_latest is true.
ALTER TABLE notifications ADD COLUMN character_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE notifications ADD COLUMN actor_name TEXT NOT NULL DEFAULT '';
ALTER TABLE notifications ADD COLUMN others BIGINT NOT NULL DEFAULT 0;
ALTER TABLE notifications ADD COLUMN is_latest BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE notifications SET character_id = COALESCE((SELECT c.character_id FROM characters c WHERE '/character/profile/' || c.slug = action_url), 0)
  WHERE type IN ('like', 'comment', 'feature');
UPDATE notifications SET actor_name = split_part(message, ' likes your comment', 1) WHERE type = 'like';
UPDATE notifications SET
  is_latest = NOT EXISTS (SELECT 1 FROM notifications m WHERE m.user_id = notifications.user_id AND m.object_id = notifications.object_id
    AND m.type = 'like' AND (m.created_at, m.id) > (notifications.created_at, notifications.id)),
  others = (SELECT count(*) - 1 FROM notifications m WHERE m.user_id = notifications.user_id AND m.object_id = notifications.object_id AND m.type = 'like')
  WHERE type = 'like';
DROP INDEX notifications_recent;
CREATE INDEX notifications_recent ON notifications (user_id, created_at, id) WHERE is_latest;
CREATE INDEX notifications_read ON notifications (user_id, is_read, created_at, id) WHERE is_latest;
CREATE INDEX notifications_counts ON notifications (user_id, character_id, is_read, is_latest) WHERE is_latest;
-- Counts of notices leave out hidden characters. Hidden characters are few.
CREATE INDEX characters_hidden ON characters (character_id) WHERE is_deleted OR NOT is_active;
CREATE INDEX notifications_age ON notifications (created_at);

-- The version increases with every change of a user's notices. A transaction that writes notices of
-- a user first locks the user's row in this table.
CREATE TABLE notice_versions (
  user_id TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);

-- Notices to many users. A job writes a notice in batches of users. after_user is the last user of
-- the batches that the job has already written.
CREATE TABLE notice_broadcasts (
  id           TEXT PRIMARY KEY,
  type         TEXT NOT NULL,
  audience     TEXT NOT NULL DEFAULT '', -- a category whose followers get it; '': every user
  characters   TEXT NOT NULL DEFAULT '[]', -- that an article names, as character_id
  object_id    TEXT NOT NULL,
  character_id BIGINT NOT NULL DEFAULT 0,
  title        TEXT NOT NULL,
  message      TEXT NOT NULL,
  action_url   TEXT NOT NULL,
  after_user   TEXT NOT NULL DEFAULT '',
  created_at   BIGINT NOT NULL,
  ended_at     BIGINT
);
CREATE INDEX notice_broadcasts_type ON notice_broadcasts (type, created_at);

CREATE TABLE announced_articles (
  article_id BIGINT PRIMARY KEY,
  created_at BIGINT NOT NULL
);
INSERT INTO announced_articles (article_id, created_at) SELECT id, created_at FROM articles;

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

-- discount is the percentage by which the plan was reduced when the order was made; 0 means no
-- discount.
ALTER TABLE purchases ADD COLUMN discount BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE purchases DROP COLUMN discount;
DROP TABLE help;
DROP TABLE announced_articles;
DROP TABLE notice_broadcasts;
DROP TABLE notice_versions;
DROP INDEX notifications_age;
DROP INDEX characters_hidden;
DROP INDEX notifications_counts;
DROP INDEX notifications_read;
DROP INDEX notifications_recent;
ALTER TABLE notifications DROP COLUMN is_latest;
ALTER TABLE notifications DROP COLUMN others;
ALTER TABLE notifications DROP COLUMN actor_name;
ALTER TABLE notifications DROP COLUMN character_id;
CREATE INDEX notifications_recent ON notifications (user_id, created_at);
ALTER TABLE conversations DROP COLUMN search_text;
DROP TABLE deleted_sends;
DROP INDEX character_follows_recent;
DROP INDEX character_likes_recent;
DROP TABLE collection_counts;
DROP TABLE collection_lists;
