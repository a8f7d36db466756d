package audit

import (
	"context"
	"math"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// position is the sort key of a row. A cursor contains the position of the last row of a page.
type position struct {
	At int64  `json:"t"`
	ID string `json:"i"`
}

// endPosition is newer than every row. A page has rows before a position, the newest first. So the
// page before endPosition is the first page.
var endPosition = position{At: math.MaxInt64}

func insertEntry(ctx context.Context, tx storage.Querier, e Entry) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO audit (id, at, event, actor_id, subject_id, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
		e.ID, core.Millis(e.At), string(e.Name), e.ActorID, e.SubjectID, e.Detail)
	return err
}

// newestEntries returns the newest rows since a time and before a position, the newest
// first.
func newestEntries(ctx context.Context, q storage.Querier, since time.Time, before position, limit int) ([]Entry, error) {
	return storage.QueryAll(ctx, q, scanEntry, `SELECT id, at, event, actor_id, subject_id, detail FROM audit WHERE at >= $1 AND (at, id) < ($2, $3)
		ORDER BY at DESC, id DESC LIMIT $4`, core.Millis(since), before.At, before.ID, limit)
}

// revocationsSince returns the revoking events since a time, the oldest first.
func revocationsSince(ctx context.Context, q storage.Querier, since time.Time) ([]Entry, error) {
	placeholders, args := storage.InList([]any{core.Millis(since)}, revokingEvents)
	return storage.QueryAll(ctx, q, scanEntry, `SELECT id, at, event, actor_id, subject_id, detail FROM audit
		WHERE at >= $1 AND event IN (`+placeholders+`) ORDER BY at, id`, args...)
}

func scanEntry(r storage.Row) (e Entry, err error) {
	var at int64
	err = r.Scan(&e.ID, &at, &e.Name, &e.ActorID, &e.SubjectID, &e.Detail)
	e.At = core.FromMillis(at)
	return e, err
}
