-- +goose Up
-- Messages about unknown orders and unreadable ones, which are deleted after a time.
CREATE INDEX payment_events_unsettled ON payment_events (received_at) WHERE handled_at IS NULL;

-- +goose Down
DROP INDEX payment_events_unsettled;
