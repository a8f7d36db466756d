-- +goose Up
-- A search of the chat history reads these columns of all conversations of a user. The index has
-- them, so SQLite does not look up each row.
CREATE INDEX conversations_search ON conversations (user_id, updated_at, character_id, search_text);

-- +goose Down
DROP INDEX conversations_search;
