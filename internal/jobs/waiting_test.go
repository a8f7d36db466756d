package jobs_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// retryAll makes all jobs of the kind "k" due.
func (b *fixture) retryAll(t *testing.T) (r jobs.RetryCounts) {
	t.Helper()
	err := b.db.Write(t.Context(), func(tx storage.Querier) (err error) {
		r, err = b.RetryAll(t.Context(), tx, "k")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRetryAllLeavesRunningJobs: failed jobs and those that wait long are due at once; a job
// that runs keeps its lease. Waiting jobs are listed, failed ones are not.
func TestRetryAllLeavesRunningJobs(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		var ran atomic.Int32
		b.HandleWith("k", jobs.RetryPolicy{FirstDelay: time.Hour, MaxDelay: time.Hour, MaxAttempts: 2}, func(context.Context, []byte) error {
			ran.Add(1)
			return errors.New("away")
		})
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "gives up"})
		b.runDue(t, 1)
		b.clock.Advance(time.Hour)
		b.runDue(t, 1)
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "waits", Payload: "p"}, jobs.Job{Kind: "other", UniqueKey: "waits"})
		b.runDue(t, 1)
		nextAttempt := b.clock.Now().Add(time.Hour)
		if list, err := b.WaitingJobs(t.Context(), "k", 10); err != nil || len(list) != 1 || list[0].Attempts != 1 || list[0].Error != "away" || list[0].Payload != `"p"` || !list[0].NextAt.Equal(nextAttempt) {
			t.Errorf("waiting: %+v, %v", list, err)
		}
		if r := b.retryAll(t); r != (jobs.RetryCounts{Due: 2}) {
			t.Errorf("retried %+v, want the one that waits and the one given up", r)
		}
		b.runDue(t, 2)
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "runs"})
		b.crashDuringAttempt(t) // the rows are as during an attempt
		if r := b.retryAll(t); r != (jobs.RetryCounts{Soon: 3}) {
			t.Errorf("while they run: %+v", r)
		}
		b.runDue(t, 0)
		if n := ran.Load(); n != 5 {
			t.Errorf("%d attempts, want 5", n)
		}
	})
}
