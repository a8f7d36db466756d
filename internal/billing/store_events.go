package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// insertEvent stores a message unless it is stored already, and reports whether it was new. Rule
// payment-webhook.
func (store) insertEvent(ctx context.Context, tx storage.Querier, provider string, e Event, now time.Time) (bool, error) {
	body, err := storage.ToJSON(e)
	if err != nil {
		return false, err
	}
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO payment_events (provider, event_id, kind, order_id, body, received_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (provider, event_id) DO NOTHING`, provider, e.ID, e.Kind, e.OrderID, body, core.Millis(now))
	return n == 1, err
}

func (store) markEventHandled(ctx context.Context, tx storage.Querier, provider, eventID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE payment_events SET handled_at = $3 WHERE provider = $1 AND event_id = $2`, provider, eventID, core.Millis(now))
	return err
}

func scanEvent(r storage.Row) (e Event, err error) {
	var body string
	if err := r.Scan(&body); err != nil {
		return e, err
	}
	return e, storage.FromJSON(body, &e)
}

func (store) event(ctx context.Context, q storage.Querier, provider, eventID string) (Event, error) {
	return scanEvent(q.QueryRowContext(ctx, `SELECT body FROM payment_events WHERE provider = $1 AND event_id = $2`, provider, eventID))
}

// deleteUnsettledEvents deletes at most limit messages that came before a time, were not
// settled, and name no order in the table purchases. It returns their number. Rule
// payment-webhook-kept.
func (store) deleteUnsettledEvents(ctx context.Context, tx storage.Querier, receivedBefore time.Time, limit int) (int64, error) {
	return storage.ExecCount(ctx, tx, `DELETE FROM payment_events WHERE (provider, event_id) IN (SELECT provider, event_id FROM payment_events e
		WHERE e.handled_at IS NULL AND e.received_at < $1
		AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.provider = e.provider AND p.order_id = e.order_id) LIMIT $2)`, core.Millis(receivedBefore), limit)
}

// unsettledEvents returns the messages about an order that are not settled, the oldest first.
func (store) unsettledEvents(ctx context.Context, q storage.Querier, provider, orderID string) ([]Event, error) {
	return storage.QueryAll(ctx, q, scanEvent, `SELECT body FROM payment_events WHERE provider = $1 AND order_id = $2 AND handled_at IS NULL ORDER BY received_at`, provider, orderID)
}
