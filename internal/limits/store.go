package limits

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// readCounts returns the counts of rows, in one query.
func readCounts(ctx context.Context, q storage.Querier, rows []row) ([]windowCounts, error) {
	out := make([]windowCounts, len(rows))
	if len(rows) == 0 {
		return out, nil
	}
	hashes := make([]string, len(rows))
	for i, r := range rows {
		hashes[i] = r.keyHash
	}
	placeholders, args := storage.InList(nil, hashes)
	type stored struct {
		hash  string
		start int64
		taken int
		ends  int64
	}
	list, err := storage.QueryAll(ctx, q, func(r storage.Row) (s stored, err error) {
		return s, r.Scan(&s.hash, &s.start, &s.taken, &s.ends)
	}, `SELECT key_hash, window_start, taken, expires_at FROM limit_counts WHERE key_hash IN (`+placeholders+`)`, args...)
	for i, r := range rows {
		for _, s := range list {
			switch {
			case s.hash != r.keyHash:
			case r.limit.isSpaced:
				out[i] = r.countsOfSpacedLimit(s.ends)
			case s.start == core.Millis(r.start):
				out[i].current = s.taken
			case s.start == core.Millis(r.start.Add(-r.limit.Period)):
				out[i].previous = s.taken
			}
		}
	}
	return out, err
}

// increment counts one event if the current window has fewer than maxCurrentCount. It is one
// conditional statement, so parallel callers cannot exceed a limit. Rule limits-never-passed.
func increment(ctx context.Context, tx storage.Querier, r row, maxCurrentCount int) (taken bool, err error) {
	if maxCurrentCount < 1 {
		return false, nil
	}
	if r.limit.isSpaced {
		return beginGap(ctx, tx, r)
	}
	result, err := tx.ExecContext(ctx, `INSERT INTO limit_counts (key_hash, window_start, taken, expires_at) VALUES ($1, $2, 1, $3)
		ON CONFLICT (key_hash, window_start) DO UPDATE SET taken = limit_counts.taken + 1 WHERE limit_counts.taken < $4`,
		r.keyHash, core.Millis(r.start), core.Millis(r.start.Add(2*r.limit.Period)), maxCurrentCount)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func decrement(ctx context.Context, tx storage.Querier, r row) error {
	if r.limit.isSpaced {
		return endGap(ctx, tx, r)
	}
	_, err := tx.ExecContext(ctx, `UPDATE limit_counts SET taken = taken - 1 WHERE key_hash = $1 AND window_start = $2 AND taken > 0`,
		r.keyHash, core.Millis(r.start))
	return err
}

func deleteExpiredWindows(ctx context.Context, tx storage.Querier, now int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM limit_counts WHERE expires_at < $1`, now)
	return err
}
