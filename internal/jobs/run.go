package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
)

// recurringKey is the key of recurring jobs. Each recurring kind has one row.
const recurringKey = "every"

// Run runs due jobs, a few in parallel, until ctx ends. Then it waits for the running jobs, whose
// contexts have ended too, and returns nil. Database errors are logged, and the queue tries again.
// Run returns ErrAlreadyRunning during another call of Run. If Run panics, the running jobs go on,
// and Run can be called again.
func (q *Queue) Run(ctx context.Context) error {
	if !q.tryBeginRun() {
		return ErrAlreadyRunning
	}
	defer q.endRun()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	hasRecurringJobs := false
	for ctx.Err() == nil {
		if !hasRecurringJobs {
			hasRecurringJobs = q.logFailure(ctx, "create recurring jobs", q.createRecurringJobs(ctx))
		}
		q.logFailure(ctx, "claim due jobs", q.dispatch(ctx))
		select {
		case <-ctx.Done():
		case <-ticker.C:
		case <-q.wake:
		}
	}
	q.runningAttempts.Wait()
	return nil
}

// RunDue runs every job that is due now and returns the number of attempts. Tests
// and commands call it instead of Run.
func (q *Queue) RunDue(ctx context.Context) (int, error) {
	if err := q.createRecurringJobs(ctx); err != nil {
		return 0, err
	}
	for n := 0; ; {
		claimedJobs, _, err := q.claimDue(ctx, claimBatchSize)
		if err != nil || len(claimedJobs) == 0 {
			return n, err
		}
		n += len(claimedJobs)
		var wg obs.Group
		for _, j := range claimedJobs {
			wg.Go(ctx, q.log, "job "+j.kind, func() { q.runAttempt(ctx, j) })
		}
		wg.Wait()
	}
}

// tryBeginRun reports whether the queue was not running, and marks it as running.
func (q *Queue) tryBeginRun() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	wasRunning := q.isRunning
	q.isRunning = true
	return !wasRunning
}

func (q *Queue) endRun() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.isRunning = false
}

// logFailure logs err, unless ctx has ended, and reports whether err is nil.
func (q *Queue) logFailure(ctx context.Context, action string, err error) bool {
	if err != nil && ctx.Err() == nil {
		q.log.ErrorContext(ctx, "jobs: cannot "+action, "error", err)
	}
	return err == nil
}

// createRecurringJobs creates the row of each recurring kind.
func (q *Queue) createRecurringJobs(ctx context.Context) error {
	_, recurringKinds := q.kinds()
	if len(recurringKinds) == 0 {
		return nil
	}
	now := q.clock.Now()
	return q.db.Write(ctx, func(tx storage.Querier) error {
		for _, kind := range recurringKinds {
			if err := q.Enqueue(ctx, tx, Job{Kind: kind, UniqueKey: recurringKey, RunAt: now}); err != nil {
				return err
			}
			if err := advanceDueTime(ctx, tx, kind, core.Millis(now.Add(q.handlerOf(kind).interval))); err != nil {
				return err
			}
		}
		return nil
	})
}

// dispatch claims and starts as many due jobs as there are idle workers. The queue polls again at
// once in two cases: a job has ended, or another worker has claimed a job that dispatch found.
func (q *Queue) dispatch(ctx context.Context) error {
	idleWorkerCount := cap(q.busyWorkers) - len(q.busyWorkers)
	if idleWorkerCount == 0 {
		return nil
	}
	claimedJobs, found, err := q.claimDue(ctx, idleWorkerCount)
	if found > len(claimedJobs) && err == nil {
		q.Wake()
	}
	for _, j := range claimedJobs {
		q.busyWorkers <- struct{}{}
		q.runningAttempts.Go(ctx, q.log, "job "+j.kind, func() {
			defer q.Wake()
			defer func() { <-q.busyWorkers }()
			q.runAttempt(ctx, j)
		})
	}
	return err
}

// claimDue claims up to limit due jobs. found is the number of due jobs that were read;
// other workers may have claimed some of them.
func (q *Queue) claimDue(ctx context.Context, limit int) (claimedJobs []row, found int, err error) {
	kinds, _ := q.kinds()
	if len(kinds) == 0 {
		return nil, 0, nil
	}
	now := q.clock.Now()
	candidates, err := dueJobs(ctx, q.db.Reader(), kinds, core.Millis(now), limit)
	if err != nil || len(candidates) == 0 {
		return nil, 0, err
	}
	leaseEnd := core.Millis(now.Add(Lease))
	err = q.db.Write(ctx, func(tx storage.Querier) error {
		claimedJobs = claimedJobs[:0]
		for _, j := range candidates {
			isClaimed, err := claimJob(ctx, tx, j, leaseEnd)
			if err != nil {
				return err
			}
			if isClaimed {
				j.runAtMillis, j.attemptCount = leaseEnd, j.attemptCount+1
				claimedJobs = append(claimedJobs, j)
			}
		}
		return nil
	})
	if err != nil {
		return nil, len(candidates), fmt.Errorf("jobs: claim: %w", err)
	}
	return claimedJobs, len(candidates), nil
}

// runAttempt runs one claimed job and stores the outcome. A shutdown does not count as a failure.
// If a process crashed during the last allowed attempt, runAttempt does not run the job again: it
// marks the job as failed permanently.
func (q *Queue) runAttempt(ctx context.Context, j row) {
	h := q.handlerOf(j.kind)
	err := errProcessEnded
	if h.interval > 0 || j.attemptCount <= h.retry.MaxAttempts {
		err = runHandler(ctx, h, j)
	}
	o := outcomeOf(h, j, err, ctx.Err() != nil, q.clock.Now())
	storeCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeOutcomeTimeout)
	defer cancel()
	if err := q.db.Write(storeCtx, func(tx storage.Querier) error { return o.write(storeCtx, tx, j) }); err != nil {
		q.log.ErrorContext(ctx, "jobs: cannot store the outcome of an attempt", "kind", j.kind, "job", j.id, "error", err)
	}
	q.reportFailure(ctx, j, o)
}

// reportFailure logs a failed attempt and calls the function of OnFailure.
func (q *Queue) reportFailure(ctx context.Context, j row, o outcome) {
	if o.errorText == "" {
		return
	}
	level, message := slog.LevelWarn, "jobs: attempt failed"
	if o.runAtMillis == neverRunMillis {
		level, message = slog.LevelError, "jobs: job failed for good"
	}
	q.log.Log(ctx, level, message, "kind", j.kind, "job", j.id, "attempt", j.attemptCount, "error", o.errorText)
	q.mu.Lock()
	onFailure := q.onFailure
	q.mu.Unlock()
	if onFailure != nil {
		onFailure(j.kind)
	}
}
