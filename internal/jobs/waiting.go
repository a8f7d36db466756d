package jobs

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// WaitingJob is a job that waits for its first or its next attempt, or that runs now. Error
// is the error of the last attempt, without private texts. It is empty before the first
// failure. NextAt is the time of the next attempt or, while the job runs, the end of its
// lease.
type WaitingJob struct {
	ID, Kind, Payload, Error string
	Attempts                 int
	CreatedAt, NextAt        time.Time
}

// WaitingJobs returns the jobs of a kind that have neither succeeded nor failed permanently,
// at most limit, those with the earliest attempt first.
func (q *Queue) WaitingJobs(ctx context.Context, kind string, limit int) ([]WaitingJob, error) {
	return storage.QueryAll(ctx, q.db.Reader(), func(r storage.Row) (w WaitingJob, err error) {
		var created, next int64
		err = r.Scan(&w.ID, &w.Kind, &w.Payload, &w.Error, &w.Attempts, &created, &next)
		w.CreatedAt, w.NextAt = core.FromMillis(created), core.FromMillis(next)
		return w, err
	}, `SELECT id, kind, payload, last_error, attempts, created_at, run_at FROM jobs WHERE kind = $1 AND run_at < $2 ORDER BY run_at, id LIMIT $3`, kind, int64(neverRun), limit)
}

// RetryCounts is the result of RetryAll. Due is the number of jobs that were made due. Soon is
// the number of jobs that run now or are due within Lease.
type RetryCounts struct{ Due, Soon int }

// RetryAll makes jobs of a kind due at once, with all their attempts: those that have failed
// permanently, and those whose next attempt is more than Lease away. It does not change jobs
// that are due within Lease: such a job may be running, with run_at as the end of its lease,
// and must not run twice. Rule operations-mail.
func (q *Queue) RetryAll(ctx context.Context, tx storage.Querier, kind string) (r RetryCounts, err error) {
	now := q.clock.Now()
	leaseEnd := core.Millis(now.Add(Lease))
	if err = tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM jobs WHERE kind = $1 AND run_at <= $2`, kind, leaseEnd).Scan(&r.Soon); err != nil {
		return r, err
	}
	n, err := storage.ExecCount(ctx, tx, `UPDATE jobs SET run_at = $3, attempts = 0 WHERE kind = $1 AND run_at > $2`, kind, leaseEnd, core.Millis(now))
	r.Due = int(n)
	return r, err
}
