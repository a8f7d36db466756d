-- +goose Up
-- The index finds messages of the payment provider that are not settled. Unreadable messages, and
-- messages about unknown orders, are deleted after a time.
CREATE INDEX payment_events_unsettled ON payment_events (received_at) WHERE handled_at IS NULL;

-- +goose Down
DROP INDEX payment_events_unsettled;
