package jobs

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// WaitingJob is a job that waits for an attempt or runs now. Error is the error of the last
// attempt, without private texts, or empty before the first failure. NextAt is the time of the next
// attempt. While the job runs, NextAt is the end of its lease.
type WaitingJob struct {
	ID, Kind, Payload, Error string
	Attempts                 int
	CreatedAt, NextAt        time.Time
}

// WaitingJobs returns at most limit jobs of a kind that wait or run, ordered by the time of the
// next attempt. It leaves out jobs that have failed permanently.
func (q *Queue) WaitingJobs(ctx context.Context, kind string, limit int) ([]WaitingJob, error) {
	return storage.QueryAll(ctx, q.db.Reader(), func(r storage.Row) (w WaitingJob, err error) {
		var created, next int64
		err = r.Scan(&w.ID, &w.Kind, &w.Payload, &w.Error, &w.Attempts, &created, &next)
		w.CreatedAt, w.NextAt = core.FromMillis(created), core.FromMillis(next)
		return w, err
	}, `SELECT id, kind, payload, last_error, attempts, created_at, run_at FROM jobs WHERE kind = $1 AND run_at < $2 ORDER BY run_at, id LIMIT $3`, kind, int64(neverRunMillis), limit)
}

// RetryCounts is the result of RetryAll. Due is the number of jobs that were made due. Soon is
// the number of jobs that run now or are due within Lease.
type RetryCounts struct{ Due, Soon int }

// RetryAll makes these jobs of a kind due at once, and sets their number of attempts to 0:
//   - jobs that have failed permanently
//   - jobs whose next attempt is more than Lease away.
//
// It does not change jobs that are due within Lease. A running job, which must not run twice, is
// such a job: its run_at is the end of the lease. Rule operations-mail.
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
