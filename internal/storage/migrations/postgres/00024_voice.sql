-- +goose Up
-- Recordings of replies, one for each message and voice. voice_key identifies the voice and the
-- spoken text.
--   - file: name of a private file of media_files, '' while the recording is made
--   - owner: the attempt that makes the recording until lease_until
--   - failure: why the last attempt failed
--   - reserved_month: month of voice_usage that counts the characters of the text, '' if they were
--     given back
CREATE TABLE voice_recordings (
  id             TEXT PRIMARY KEY,
  message_id     TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id        TEXT NOT NULL,
  voice_key      TEXT NOT NULL,
  characters     BIGINT NOT NULL,
  reserved_month TEXT NOT NULL,
  owner          TEXT NOT NULL,
  lease_until    BIGINT NOT NULL,
  failure        TEXT NOT NULL DEFAULT '',
  file           TEXT NOT NULL DEFAULT '',
  created_at     BIGINT NOT NULL,
  UNIQUE (message_id, voice_key)
);
CREATE INDEX voice_recordings_user ON voice_recordings (user_id);
CREATE INDEX voice_recordings_unfinished ON voice_recordings (lease_until) WHERE file = '';
-- Characters of text that were read aloud for a user in a month (UTC), such as 2026-11.
CREATE TABLE voice_usage (
  user_id    TEXT NOT NULL,
  month      TEXT NOT NULL,
  characters BIGINT NOT NULL,
  PRIMARY KEY (user_id, month)
);
-- What a user has chosen for voices, as JSON.
CREATE TABLE voice_settings (
  user_id  TEXT PRIMARY KEY,
  settings TEXT NOT NULL
);

-- +goose Down
DROP TABLE voice_settings;
DROP TABLE voice_usage;
DROP TABLE voice_recordings;
