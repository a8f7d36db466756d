-- +goose Up
-- This migration adds an index with the folded texts to SQLite. PostgreSQL gets none. Its index
-- entries have at most 2,704 bytes, and a folded text can be longer.
SELECT 1;

-- +goose Down
SELECT 1;
