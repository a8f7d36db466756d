package main

import (
	"context"
	"fmt"
	"time"

	"colloquy/bench/proc"
)

const (
	// leastPace is the pace that the direct call must keep for a round to count:
	// below it the machine, not the server, decides.
	leastPace = 0.98
	// mostOthers is the share of the machine that others may take. What they take
	// makes every switch between processes dearer, and hits whom it happens to hit.
	mostOthers = 0.15
	// calm is what others may take at the start of a load, looked at for lookFor.
	calm    = 0.05
	lookFor = 400 * time.Millisecond
)

// unfit says why the loads of a phase cannot be compared; empty if they can.
func unfit(row [targets]sample) string {
	if d := row[direct]; d.Pace < leastPace || d.Failed > 0 {
		return fmt.Sprintf("the direct call itself kept %.3f of its pace and lost %d streams", d.Pace, d.Failed)
	}
	for i, s := range row {
		if s.others > mostOthers {
			return fmt.Sprintf("others took %.0f %% of the machine from %s", 100*s.others, targetNames[i])
		}
	}
	return ""
}

// watcher tells the machine's time that went to others from that of the
// processes at work here.
type watcher struct {
	at      [targets]target
	machine proc.Machine
	known   time.Duration
}

func watch(at [targets]target) watcher {
	return watcher{at, proc.ReadMachine(), known(at)}
}

// since is the shares of the machine since the watcher was made.
func (w watcher) since() (idle, others float64) {
	return proc.ReadMachine().Since(w.machine, known(w.at)-w.known)
}

// known is the time that this process and the targets have used.
func known(at [targets]target) time.Duration {
	sum := proc.Own()
	for _, t := range at {
		used, err := t.process.CPU()
		if err != nil {
			continue // the load finds out that it has ended
		}
		sum += used
	}
	return sum
}

// awaitCalm waits until others leave the machine alone, as long as the run's
// patience lasts.
func (r *runner) awaitCalm(ctx context.Context, at [targets]target) error {
	for {
		w, start := watch(at), time.Now()
		select {
		case <-time.After(lookFor):
		case <-ctx.Done():
			return ctx.Err()
		}
		if _, others := w.since(); others <= calm || r.size.patience <= 0 {
			return nil
		}
		r.size.patience -= time.Since(start)
	}
}
