-- +goose Up
-- search_text is the text of a message as words for the search. It is NULL until a job has
-- computed it.
ALTER TABLE messages ADD COLUMN search_text TEXT;
-- A conversation's id without the number at its end is the user's id and a "_".
CREATE INDEX messages_without_words ON messages (rtrim(conversation_id, '0123456789'), created_at, seq) WHERE search_text IS NULL AND status <> 'generating';
CREATE INDEX messages_of_user ON messages (rtrim(conversation_id, '0123456789'), created_at, seq) WHERE is_active;
-- The words of current messages. Every row also has the conversation and the user as words.
CREATE INDEX messages_words ON messages USING GIN (
  array_to_tsvector(string_to_array(search_text || ' ' || conversation_id || ' ' || rtrim(conversation_id, '0123456789'), ' '))
) WHERE is_active AND search_text <> '';

-- +goose Down
DROP INDEX messages_words;
DROP INDEX messages_of_user;
DROP INDEX messages_without_words;
ALTER TABLE messages DROP COLUMN search_text;
