package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// crashDuringAttempt claims all jobs and stores no outcome, like a process that dies
// during the attempts.
func (b *fixture) crashDuringAttempt(t *testing.T) {
	t.Helper()
	if err := b.db.Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE jobs SET run_at = $1, attempts = attempts + 1`,
			b.clock.Now().Add(jobs.Lease).UnixMilli())
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestCrashedJobRunsAgainAfterItsLease(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		runCount := 0
		b.Handle("k", func(context.Context, []byte) error { runCount++; return nil })
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		b.crashDuringAttempt(t)
		b.clock.Advance(jobs.Lease - time.Millisecond)
		b.runDue(t, 0)
		b.clock.Advance(time.Millisecond)
		b.runDue(t, 1)
		if runCount != 1 || len(b.rows(t)) != 0 {
			t.Errorf("ran %d times, rows %v", runCount, b.rows(t))
		}
	})
}

func TestJobThatKillsTheProcessIsNotRetriedForever(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		runCount := 0
		b.Handle("k", func(context.Context, []byte) error { runCount++; return nil })
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		for range jobs.DefaultRetry.MaxAttempts {
			b.crashDuringAttempt(t)
			b.clock.Advance(jobs.Lease)
		}
		b.runDue(t, 1)
		r := b.rows(t)["k/a"]
		if runCount != 0 || r.runAt.Year() != 9999 || r.attemptCount != int(jobs.DefaultRetry.MaxAttempts) || !strings.Contains(r.lastError, "process ended") {
			t.Errorf("ran %d times, row %+v; want it set aside unrun", runCount, r)
		}
	})
}

// A worker whose lease has expired must not end the attempt of the next worker.
func TestWorkerAfterItsLeaseChangesNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		jobStarted, mayFinish := make(chan struct{}), make(chan struct{})
		b.Handle("k", func(context.Context, []byte) error { close(jobStarted); <-mayFinish; return nil })
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		var late sync.WaitGroup
		late.Go(func() { runDue(t, b.Queue, 1) })
		<-jobStarted
		b.clock.Advance(jobs.Lease)
		secondQueue := b.newQueue()
		secondQueue.Handle("k", func(context.Context, []byte) error { close(mayFinish); late.Wait(); return errors.New("busy") })
		runDue(t, secondQueue, 1)
		if r := b.rows(t)["k/a"]; r.attemptCount != 2 || r.lastError != "busy" {
			t.Errorf("row %+v, want the second worker's result", r)
		}
	})
}

func TestTenWorkersRunEachJobOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		const n = 60
		var runs [n]atomic.Int32
		for i := range n {
			b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: fmt.Sprint(i), Payload: i})
		}
		var wg sync.WaitGroup
		for range 10 {
			q := b.newQueue()
			q.Handle("k", func(_ context.Context, p []byte) error {
				var i int
				_, err := fmt.Sscan(string(p), &i)
				runs[i].Add(1)
				return err
			})
			wg.Go(func() {
				if _, err := q.RunDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		q := b.newQueue()
		q.Handle("k", func(context.Context, []byte) error { return nil })
		runDue(t, q, 0)
		for i := range runs {
			if got := runs[i].Load(); got != 1 {
				t.Errorf("job %d ran %d times", i, got)
			}
		}
		if rows := b.rows(t); len(rows) != 0 {
			t.Errorf("%d rows left", len(rows))
		}
	})
}

func TestRecurringJobRunsOncePerInterval(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		var ran int
		count := func(context.Context) error { ran++; return nil }
		b.Every("sweep", time.Hour, count)
		secondQueue := b.newQueue()
		secondQueue.Every("sweep", time.Hour, count)
		for range 3 {
			b.runDue(t, 1)
			runDue(t, secondQueue, 0)
			b.clock.Advance(time.Hour - time.Millisecond)
			b.runDue(t, 0)
			b.clock.Advance(time.Millisecond)
		}
		if ran != 3 || len(b.rows(t)) != 1 {
			t.Errorf("ran %d times, rows %v; want 3 runs and one row", ran, b.rows(t))
		}
	})
}

func TestRecurringJobIsRetriedForever(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		jobErr := errors.New("away")
		b.Every("sweep", 10*time.Second, func(context.Context) error { return jobErr })
		waits := []time.Duration{1, 2, 4, 8, 10, 10, 10, 10, 10, 10}
		for i, wait := range waits {
			b.runDue(t, 1)
			if r := b.rows(t)["sweep/every"]; !r.runAt.Equal(b.clock.Now().Add(wait * time.Second)) {
				t.Fatalf("after failure %d: %+v at %v, want a retry in %ds", i+1, r, b.clock.Now(), wait)
			}
			b.clock.Advance(wait * time.Second)
		}
		jobErr = nil
		b.runDue(t, 1)
		r := b.rows(t)["sweep/every"]
		if r.attemptCount != 0 || r.lastError != "" || !r.runAt.Equal(b.clock.Now().Add(10*time.Second)) {
			t.Errorf("after a success: %+v, want a fresh start", r)
		}
	})
}

func TestShortenedIntervalTakesEffect(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		b.Every("sweep", 24*time.Hour, func(context.Context) error { return nil })
		b.runDue(t, 1)
		laterQueue := b.newQueue()
		laterQueue.Every("sweep", time.Minute, func(context.Context) error { return nil })
		runDue(t, laterQueue, 0)
		b.clock.Advance(time.Minute)
		runDue(t, laterQueue, 1)
	})
}

// startQueue runs the queue. stop ends Run and waits until Run has returned.
func startQueue(t *testing.T, q *jobs.Queue) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- q.Run(ctx) }()
	return func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	}
}

func TestRunWorksUntilCancelled(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
		ranJobs := make(chan string, 100)
		b.Handle("k", func(_ context.Context, p []byte) error { ranJobs <- string(p); return nil })
		b.Every("sweep", time.Hour, func(context.Context) error { ranJobs <- "sweep"; return nil })
		stop := startQueue(t, b.Queue)
		if got := <-ranJobs; got != "sweep" {
			t.Errorf("the first to run was %q, want the recurring job", got)
		}
		// There are more jobs than workers. The queue must start a job as soon as a worker is idle,
		// not only at its next poll.
		for i := range 20 {
			b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: fmt.Sprint(i), Payload: i})
		}
		b.Wake()
		for range 20 {
			<-ranJobs
		}
		if err := b.Run(t.Context()); !errors.Is(err, jobs.ErrAlreadyRunning) {
			t.Errorf("a second Run gave %v, want ErrRunning", err)
		}
		stop()
		if rows := b.rows(t); len(rows) != 1 {
			t.Errorf("rows left: %v; want only the recurring one", rows)
		}
	})
}

func TestShutdownReleasesTheJob(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		started := make(chan struct{})
		b.Handle("k", func(ctx context.Context, _ []byte) error {
			close(started)
			<-ctx.Done()
			return fmt.Errorf("asking the model: %w", ctx.Err())
		})
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		stop := startQueue(t, b.Queue)
		<-started
		stop()
		r := b.rows(t)["k/a"]
		if r.attemptCount != 0 || !r.runAt.Equal(b.clock.Now()) || r.lastError != "" || b.log.String() != "" {
			t.Errorf("row %+v, log %q; want it due at once, as if never claimed", r, b.log)
		}
	})
}
