-- +goose Up
-- What a character remembers of a user. words are its content words, sorted: a character has
-- no two memories with the same. message_id is the message that it comes from, '' for one
-- that the user has written. character_id is a character's number.
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
-- Keyed hashes of the words of deleted memories, so that they are not noted again. Those of
-- character 0 hold for all characters.
CREATE TABLE memory_deleted (
  user_id      TEXT NOT NULL,
  character_id BIGINT NOT NULL,
  word_key     TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (user_id, character_id, word_key)
);
-- How far a conversation was read: for memories up to noted_seq, for summaries up to
-- folded_seq. version changes when messages or memories are deleted, so that what was read
-- before is not stored after. Every change of a user's memories locks the row.
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
-- The switches and the card of a user, as JSON.
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
