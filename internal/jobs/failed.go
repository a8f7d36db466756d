package jobs

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// FailedJob is a job that has failed permanently. Error has no address and no private
// text.
type FailedJob struct {
	ID, Kind, Error string
	Attempts        int
	CreatedAt       time.Time
}

// FailedJobs returns the newest permanently failed jobs of a kind, at most limit. Rule
// operations-mail.
func (q *Queue) FailedJobs(ctx context.Context, kind string, limit int) ([]FailedJob, error) {
	return storage.QueryAll(ctx, q.db.Reader(), func(r storage.Row) (f FailedJob, err error) {
		var created int64
		err = r.Scan(&f.ID, &f.Kind, &f.Error, &f.Attempts, &created)
		f.CreatedAt = core.FromMillis(created)
		return f, err
	}, `SELECT id, kind, last_error, attempts, created_at FROM jobs WHERE kind = $1 AND run_at = $2 ORDER BY created_at DESC, id LIMIT $3`, kind, int64(neverRunMillis), limit)
}
