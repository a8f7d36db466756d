package jobs

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"colloquy/internal/storage"
)

// neverRunMillis is the run_at of a job that has failed permanently and is not retried:
// the last second of the year 9999.
const neverRunMillis = 253402300799000

type row struct {
	id, kind, key, payload    string
	runAtMillis, attemptCount int64
}

func insertJob(ctx context.Context, q storage.Querier, j row, now int64) error {
	_, err := q.ExecContext(ctx, `INSERT INTO jobs (id, kind, key, payload, run_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (kind, key) DO NOTHING`,
		j.id, j.kind, j.key, j.payload, j.runAtMillis, now)
	if err != nil {
		return fmt.Errorf("jobs: enqueue %s: %w", j.kind, err)
	}
	return nil
}

// dueJobs lists due jobs of the given kinds, oldest first.
func dueJobs(ctx context.Context, q storage.Querier, kinds []string, now int64, limit int) ([]row, error) {
	args := []any{now, limit}
	placeholders := make([]string, len(kinds))
	for i, kind := range kinds {
		args = append(args, kind)
		placeholders[i] = "$" + strconv.Itoa(len(args))
	}
	return storage.QueryAll(ctx, q, func(r storage.Row) (row, error) {
		var j row
		return j, r.Scan(&j.id, &j.kind, &j.key, &j.payload, &j.runAtMillis, &j.attemptCount)
	}, `SELECT id, kind, key, payload, run_at, attempts FROM jobs
		WHERE run_at <= $1 AND kind IN (`+strings.Join(placeholders, ", ")+`)
		ORDER BY run_at, id LIMIT $2`, args...)
}

// claimJob sets the lease of j to until, in Unix milliseconds. It reports false if
// another worker has claimed j.
func claimJob(ctx context.Context, q storage.Querier, j row, until int64) (bool, error) {
	n, err := storage.ExecCount(ctx, q, `UPDATE jobs SET run_at = $1, attempts = attempts + 1
		WHERE id = $2 AND run_at = $3 AND attempts = $4`, until, j.id, j.runAtMillis, j.attemptCount)
	return n == 1, err
}

// deleteRow deletes a job after its last attempt. It compares the lease and the attempt number, as
// rescheduleJob does. So a worker whose lease has expired cannot change a job of another worker.
func deleteRow(ctx context.Context, q storage.Querier, j row) error {
	_, err := q.ExecContext(ctx, `DELETE FROM jobs WHERE id = $1 AND run_at = $2 AND attempts = $3`, j.id, j.runAtMillis, j.attemptCount)
	return err
}

func rescheduleJob(ctx context.Context, q storage.Querier, j row, o outcome) error {
	_, err := q.ExecContext(ctx, `UPDATE jobs SET run_at = $1, attempts = $2, last_error = $3
		WHERE id = $4 AND run_at = $5 AND attempts = $6`, o.runAtMillis, o.attemptCount, o.errorText, j.id, j.runAtMillis, j.attemptCount)
	return err
}

// advanceDueTime sets the due time of a waiting recurring job to latest (Unix milliseconds) if the
// due time is later. This is needed if a new version of the program has a shorter interval.
func advanceDueTime(ctx context.Context, q storage.Querier, kind string, latest int64) error {
	_, err := q.ExecContext(ctx, `UPDATE jobs SET run_at = $1
		WHERE kind = $2 AND attempts = 0 AND run_at > $1`, latest, kind)
	return err
}

// oldestDueByKind returns the due time of the oldest due job of each kind.
func oldestDueByKind(ctx context.Context, q storage.Querier, now int64) (map[string]int64, error) {
	type due struct {
		kind  string
		runAt int64
	}
	list, err := storage.QueryAll(ctx, q, func(r storage.Row) (due, error) {
		var d due
		return d, r.Scan(&d.kind, &d.runAt)
	}, `SELECT kind, MIN(run_at) FROM jobs WHERE run_at <= $1 GROUP BY kind`, now)
	out := make(map[string]int64, len(list))
	for _, d := range list {
		out[d.kind] = d.runAt
	}
	return out, err
}
