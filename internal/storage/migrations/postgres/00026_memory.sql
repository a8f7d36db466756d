-- +goose Up
-- What a character remembers of a user. words are the content words of text, sorted. No two
-- memories of a character have the same words. message_id is the message with the fact, or '' if
-- the user wrote the memory. character_id is a character's number.
CREATE TABLE memories (
  id           TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  kind         TEXT NOT NULL,
  text         TEXT NOT NULL,
  words        TEXT NOT NULL,
  message_id   TEXT NOT NULL,
  pinned       BOOLEAN NOT NULL,
  everywhere   BOOLEAN NOT NULL,
  edited       BOOLEAN NOT NULL,
  created_at   BIGINT NOT NULL,
  UNIQUE (user_id, character_id, words)
);
CREATE INDEX memories_message ON memories (message_id) WHERE message_id <> '';
-- Keyed hashes of the words of deleted memories, so that they are not noted again. Hashes with
-- character 0 hold for all characters.
CREATE TABLE memory_deleted (
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  word_key     TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (user_id, character_id, word_key)
);
-- How far a conversation was read: up to noted_seq for memories, up to folded_seq for summaries. A
-- deletion of messages or memories changes version. So a reader that began before the deletion
-- stores nothing. Every change of a user's memories locks the row.
CREATE TABLE memory_talks (
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  version      BIGINT NOT NULL,
  noted_seq    BIGINT NOT NULL,
  folded_seq   BIGINT NOT NULL,
  PRIMARY KEY (user_id, character_id)
);
-- Summaries of blocks of old messages. A stale one is empty: a message of its block was
-- deleted or changed.
CREATE TABLE memory_summaries (
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  first_seq    BIGINT NOT NULL,
  last_seq     BIGINT NOT NULL,
  text         TEXT NOT NULL,
  stale        BOOLEAN NOT NULL,
  PRIMARY KEY (user_id, character_id, first_seq)
);
-- The column settings is JSON: two switches, the user's name, and lines that the user wrote about
-- themselves.
CREATE TABLE memory_settings (
  user_id  TEXT PRIMARY KEY,
  settings TEXT NOT NULL
);

-- +goose Down
DROP TABLE memory_settings;
DROP TABLE memory_summaries;
DROP TABLE memory_talks;
DROP TABLE memory_deleted;
DROP TABLE memories;
