-- +goose Up
CREATE TABLE character_likes (
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (user_id, character_id)
);
CREATE INDEX character_likes_character ON character_likes (character_id);

CREATE TABLE character_follows (
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (user_id, character_id)
);
CREATE INDEX character_follows_character ON character_follows (character_id, user_id);

CREATE TABLE social_counts (
  character_id BIGINT PRIMARY KEY,
  likes        BIGINT NOT NULL DEFAULT 0,
  followers    BIGINT NOT NULL DEFAULT 0,
  comments     BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE comments (
  id           TEXT PRIMARY KEY,
  character_id BIGINT NOT NULL,
  user_id      TEXT NOT NULL,
  parent_id    TEXT REFERENCES comments (id) ON DELETE CASCADE,
  body         TEXT NOT NULL,
  like_count   BIGINT NOT NULL DEFAULT 0,
  reply_count  BIGINT NOT NULL DEFAULT 0,
  deleted_at   BIGINT,
  created_at   BIGINT NOT NULL
);
CREATE INDEX comments_page ON comments (character_id, created_at, id) WHERE parent_id IS NULL;
CREATE INDEX comments_replies ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_user ON comments (user_id, created_at);

CREATE TABLE comment_likes (
  user_id    TEXT NOT NULL,
  comment_id TEXT NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, comment_id)
);
CREATE INDEX comment_likes_comment ON comment_likes (comment_id);

CREATE TABLE reports (
  ticket     TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  author_id  TEXT NOT NULL,
  body       TEXT NOT NULL,
  reason     TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (user_id, comment_id)
);
CREATE INDEX reports_recent ON reports (created_at);

CREATE TABLE notifications (
  id          TEXT PRIMARY KEY,
  user_id     TEXT NOT NULL,
  type        TEXT NOT NULL,
  actor_id    TEXT NOT NULL DEFAULT '',
  object_id   TEXT NOT NULL,
  title       TEXT NOT NULL,
  message     TEXT NOT NULL,
  action_url  TEXT NOT NULL DEFAULT '',
  action_text TEXT NOT NULL DEFAULT '',
  is_read     BOOLEAN NOT NULL DEFAULT FALSE,
  created_at  BIGINT NOT NULL
);
CREATE INDEX notifications_recent ON notifications (user_id, created_at);
CREATE INDEX notifications_object ON notifications (user_id, object_id, actor_id);

CREATE TABLE milestones (
  character_id BIGINT NOT NULL,
  kind         TEXT NOT NULL,
  threshold    BIGINT NOT NULL,
  reached_at   BIGINT NOT NULL,
  PRIMARY KEY (character_id, kind, threshold)
);

CREATE TABLE announced_characters (
  character_id BIGINT PRIMARY KEY,
  created_at   BIGINT NOT NULL
);

-- +goose Down
DROP TABLE announced_characters;
DROP TABLE milestones;
DROP TABLE notifications;
DROP TABLE reports;
DROP TABLE comment_likes;
DROP TABLE comments;
DROP TABLE social_counts;
DROP TABLE character_follows;
DROP TABLE character_likes;
