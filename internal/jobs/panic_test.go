package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/jobs"
	"colloquy/internal/obs"
)

// faultyClock is a clock whose next reading panics if panicsNext is true.
type faultyClock struct {
	*clocktest.Clock
	panicsNext atomic.Bool
}

// Now returns the time or panics.
func (c *faultyClock) Now() time.Time {
	if c.panicsNext.CompareAndSwap(true, false) {
		panic("what a person wrote")
	}
	return c.Clock.Now()
}

// After a panic of the loop the queue continues, running jobs keep their workers, and the
// shutdown waits for them.
// rule process-loops
func TestPanicOfTheLoopDoesNotEndTheQueue(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		clock := &faultyClock{Clock: b.clock}
		q := jobs.New(b.db, clock, slog.New(slog.NewTextHandler(b.log, nil)))
		var running, maxRunning, doneCount atomic.Int32
		jobStarted, release := make(chan struct{}, 100), make(chan struct{})
		q.Handle("k", func(context.Context, []byte) error {
			maxRunning.Store(max(maxRunning.Load(), running.Add(1)))
			defer running.Add(-1)
			jobStarted <- struct{}{}
			<-release
			doneCount.Add(1)
			return nil
		})
		ctx, cancel := context.WithCancel(t.Context())
		loops := obs.NewLoops(slog.New(slog.NewTextHandler(b.log, nil)), nil)
		loops.Go(ctx, "jobs", func(ctx context.Context) { q.Run(ctx) })
		for i := range 3 {
			b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: fmt.Sprint("before ", i)})
		}
		q.Wake()
		for range 3 {
			<-jobStarted
		}
		clock.panicsNext.Store(true)
		q.Wake()
		for !strings.Contains(b.log.String(), "panic in a goroutine") {
			time.Sleep(time.Millisecond)
		}
		for i := range 3 {
			b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: fmt.Sprint("after ", i)})
		}
		<-jobStarted // the queue has four workers and three of them are busy, so one new job starts
		if text := b.log.String(); strings.Count(text, "panic in a goroutine") != 1 || strings.Contains(text, "what a person wrote") {
			t.Errorf("log: %s", text)
		}
		shutdownEnded := make(chan struct{})
		go func() { cancel(); loops.Wait(); close(shutdownEnded) }()
		select {
		case <-shutdownEnded:
			t.Error("the end does not wait for the jobs from before the panic")
		case <-time.After(50 * time.Millisecond):
		}
		close(release)
		<-shutdownEnded
		if maxRunning.Load() != 4 || doneCount.Load() != 4 {
			t.Errorf("%d jobs at once, %d done, want 4 and 4", maxRunning.Load(), doneCount.Load())
		}
	})
}
