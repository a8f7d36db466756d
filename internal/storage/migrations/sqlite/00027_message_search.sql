-- +goose Up
-- search_text is the text of a message as words for the search. It is NULL until a job has
-- computed it.
ALTER TABLE messages ADD COLUMN search_text TEXT;
-- A conversation's id without the number at its end is the user's id and a "_".
CREATE INDEX messages_without_words ON messages (rtrim(conversation_id, '0123456789'), created_at, seq) WHERE search_text IS NULL AND status <> 'generating';
-- conversations_recent is not needed, because conversations_search begins with the same columns. A
-- send now also writes messages_without_words. After this removal a send writes as many indexes as
-- before.
DROP INDEX conversations_recent;

-- The words of all messages. The words of a replaced message stay, because removing the words of
-- many messages would hold up other writers. The words of a deleted message are removed: because of
-- secure-delete they are not in the file any more. Every row also has the conversation and the user
-- as words.
CREATE VIRTUAL TABLE message_words USING fts5 (words, content = '', columnsize = 0, detail = 'none', tokenize = "ascii tokenchars '-_'");
INSERT INTO message_words (message_words, rank) VALUES ('secure-delete', 1);
-- The column `no` has the number of a message. The number is the rowid of the message in
-- message_words, and never changes. Numbers ascend with the creation times of the messages.
CREATE TABLE message_word_rows (
  no         INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE
);

-- +goose StatementBegin
CREATE TRIGGER messages_search_remove AFTER UPDATE OF search_text ON messages WHEN old.search_text <> '' AND new.search_text IS NOT old.search_text BEGIN
  INSERT INTO message_words (message_words, rowid, words)
    SELECT 'delete', no, old.search_text || ' ' || old.conversation_id || ' ' || rtrim(old.conversation_id, '0123456789') FROM message_word_rows WHERE message_id = old.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER messages_search_add AFTER UPDATE OF search_text ON messages WHEN new.search_text <> '' AND new.search_text IS NOT old.search_text BEGIN
  INSERT INTO message_word_rows (no, message_id)
    SELECT COALESCE(MAX(no), new.created_at * 65536 - 1) + 1, new.id FROM message_word_rows
    WHERE no >= new.created_at * 65536 AND no < (new.created_at + 1) * 65536
    ON CONFLICT (message_id) DO NOTHING;
  INSERT INTO message_words (rowid, words)
    SELECT no, new.search_text || ' ' || new.conversation_id || ' ' || rtrim(new.conversation_id, '0123456789') FROM message_word_rows WHERE message_id = new.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER messages_search_delete AFTER DELETE ON messages WHEN old.search_text <> '' BEGIN
  INSERT INTO message_words (message_words, rowid, words)
    SELECT 'delete', no, old.search_text || ' ' || old.conversation_id || ' ' || rtrim(old.conversation_id, '0123456789') FROM message_word_rows WHERE message_id = old.id;
  DELETE FROM message_word_rows WHERE message_id = old.id;
END;
-- +goose StatementEnd

-- +goose Down
CREATE INDEX conversations_recent ON conversations (user_id, updated_at);
DROP TRIGGER messages_search_delete;
DROP TRIGGER messages_search_add;
DROP TRIGGER messages_search_remove;
DROP TABLE message_word_rows;
DROP TABLE message_words;
DROP INDEX messages_without_words;
ALTER TABLE messages DROP COLUMN search_text;
