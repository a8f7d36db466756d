package limits

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Spaced returns a limit that keeps the events of a key apart. After an event, the next event is
// allowed exactly when the duration `gap` has passed.
func Spaced(key string, gap time.Duration) Limit {
	return Limit{Key: key, N: 1, Period: gap, isSpaced: true}
}

// A spaced limit has one row, at window_start 0. The expires_at of the row is the end of
// the gap.

// countsOfSpacedLimit returns the counts of a spaced limit. expires is the expires_at of its row, in Unix
// milliseconds. If the gap of a row ends more than one gap from now, the row does not count. Such a
// row was written while the clock was ahead.
func (r row) countsOfSpacedLimit(expires int64) windowCounts {
	gapLeft := core.FromMillis(expires).Sub(r.now)
	if gapLeft <= 0 || gapLeft > r.limit.Period {
		return windowCounts{}
	}
	return windowCounts{current: 1, gapLeft: gapLeft}
}

// beginGap starts the gap of a spaced limit, unless a gap is running. Rule limits-never-passed.
func beginGap(ctx context.Context, tx storage.Querier, r row) (started bool, err error) {
	now, end := core.Millis(r.now), core.Millis(r.now.Add(r.limit.Period))
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO limit_counts (key_hash, window_start, taken, expires_at) VALUES ($1, 0, 1, $2)
		ON CONFLICT (key_hash, window_start) DO UPDATE SET expires_at = excluded.expires_at
		WHERE limit_counts.expires_at <= $3 OR limit_counts.expires_at > $2`, r.keyHash, end, now)
	return n == 1, err
}

// endGap deletes the gap that r started.
func endGap(ctx context.Context, tx storage.Querier, r row) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM limit_counts WHERE key_hash = $1 AND window_start = 0 AND expires_at = $2`,
		r.keyHash, core.Millis(r.now.Add(r.limit.Period)))
	return err
}
