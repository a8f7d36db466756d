package chat

import (
	"context"
	"database/sql"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// The SQL of replies that are being written.

// running lists the replies that are being written, by any process: only who
// writes them and until when their leases last.
func (store) running(ctx context.Context, q storage.Querier) ([]Message, error) {
	return storage.All(ctx, q, func(r storage.Row) (Message, error) {
		m := Message{Status: Generating}
		var lease int64
		err := r.Scan(&m.ID, &m.Owner, &lease)
		m.LeaseUntil = core.FromMillis(lease)
		return m, err
	}, `SELECT id, owner, lease_until FROM messages WHERE status = 'generating'`)
}

// takenSlots tells which of a user's places for running replies are taken.
func (store) takenSlots(ctx context.Context, tx storage.Querier, slots [perUser]string) (map[string]bool, error) {
	list, err := storage.All(ctx, tx, func(r storage.Row) (slot string, err error) { return slot, r.Scan(&slot) },
		`SELECT user_slot FROM messages WHERE status = 'generating' AND user_slot IN ($1, $2)`, slots[0], slots[1])
	taken := make(map[string]bool, len(list))
	for _, slot := range list {
		taken[slot] = true
	}
	return taken, err
}

// checkpoint saves the text so far and renews the lease of a running reply.
func (store) checkpoint(ctx context.Context, tx storage.Querier, id, text string, lease, now int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET content = $2, lease_until = $3, updated_at = $4
		WHERE id = $1 AND status = 'generating'`, id, text, lease, now)
	return err
}

// finish ends a running reply. The first to end it wins: ended is false when
// somebody else has. Its writer may still end what another process took for
// abandoned, unless a new try has replaced it.
func (store) finish(ctx context.Context, tx storage.Querier, m Message, now int64) (ended bool, err error) {
	n, err := storage.Changed(ctx, tx, `UPDATE messages
		SET content = $2, status = $3, provider = $4, error_code = $5, prompt_tokens = $6, cached_tokens = $7, output_tokens = $8, updated_at = $9
		WHERE id = $1 AND (status = 'generating' OR status = 'interrupted' AND is_active AND owner = $10)`,
		m.ID, m.Content, m.Status, m.Provider, m.ErrorCode, m.Usage.Prompt, m.Usage.Cached, m.Usage.Output, now, m.Owner)
	return n == 1, err
}

// retire takes a reply out of the conversation, in favour of another try. It
// tells whether this call did it.
func (store) retire(ctx context.Context, tx storage.Querier, id string) (bool, error) {
	n, err := storage.Changed(ctx, tx, `UPDATE messages SET is_active = FALSE
		WHERE id = $1 AND is_active AND status IN ('interrupted', 'failed')`, id)
	return n == 1, err
}

// abandon marks a reply whose writer is gone, unless its lease was renewed
// since m was read. It keeps its text.
func (store) abandon(ctx context.Context, tx storage.Querier, m Message, now int64) (int64, error) {
	return storage.Changed(ctx, tx, `UPDATE messages SET status = 'interrupted', error_code = 'interrupted', updated_at = $3
		WHERE id = $1 AND status = 'generating' AND lease_until = $2`, m.ID, core.Millis(m.LeaseUntil), now)
}

// abandonOf marks the replies of all former lives of a node. Before lives had
// names of their own, the owner was the node itself.
func (store) abandonOf(ctx context.Context, tx storage.Querier, node string, now int64) (int64, error) {
	return storage.Changed(ctx, tx, `UPDATE messages SET status = 'interrupted', error_code = 'interrupted', updated_at = $4
		WHERE status = 'generating' AND (owner = $1 OR substr(owner, 1, $2) = $3)`, node, len(node)+1, node+".", now)
}

// askToStop leaves word for the process that writes a reply. The first stop counts.
func (store) askToStop(ctx context.Context, tx storage.Querier, id string, seen int) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET stop_seen = $2
		WHERE id = $1 AND status = 'generating' AND stop_seen IS NULL`, id, seen)
	return err
}

// stop is a stop that another process asks for.
type stop struct {
	id   string
	seen int
}

// stops lists what is asked of an owner.
func (store) stops(ctx context.Context, q storage.Querier, owner string) ([]stop, error) {
	return storage.All(ctx, q, func(r storage.Row) (stop, error) {
		var one stop
		var seen sql.NullInt64
		err := r.Scan(&one.id, &seen)
		one.seen = int(seen.Int64)
		return one, err
	}, `SELECT id, stop_seen FROM messages WHERE status = 'generating' AND owner = $1 AND stop_seen IS NOT NULL`, owner)
}
