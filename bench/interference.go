package main

import (
	"context"
	"fmt"
	"time"

	"colloquy/bench/proc"
)

const (
	// minDirectPace is the pace of direct calls below which the machine is too slow and the
	// round does not count.
	minDirectPace = 0.98
	// maxOthersShare is the largest share of the machine that other processes may use in a
	// valid round. Other processes cause context switches, which slow down some targets
	// more than others.
	maxOthersShare = 0.15
	// maxOthersShareBeforeLoad is the largest share of other processes before a load starts, measured over
	// idleCheckDuration.
	maxOthersShareBeforeLoad = 0.05
	idleCheckDuration        = 400 * time.Millisecond
)

// unfitReason returns the reason why the loads of a phase cannot be compared, or "".
func unfitReason(row [targetCount]sample) string {
	if d := row[direct]; d.Pace < minDirectPace || d.Failed > 0 {
		return fmt.Sprintf("the direct call itself kept %.3f of its pace and lost %d streams", d.Pace, d.Failed)
	}
	for i, s := range row {
		if s.others > maxOthersShare {
			return fmt.Sprintf("others took %.0f %% of the machine from %s", 100*s.others, targetNames[i])
		}
	}
	return ""
}

// watcher measures the idle time of the machine and the time that other processes used.
type watcher struct {
	at          [targetCount]target
	machine     proc.Machine
	measuredCPU time.Duration
}

func watch(at [targetCount]target) watcher {
	return watcher{at, proc.ReadMachine(), measuredCPU(at)}
}

// since returns the idle share of the machine since the watcher was created, and the
// share of other processes.
func (w watcher) since() (idle, others float64) {
	return proc.ReadMachine().Since(w.machine, measuredCPU(w.at)-w.measuredCPU)
}

// measuredCPU returns the processor time of this process and the targets together.
func measuredCPU(at [targetCount]target) time.Duration {
	sum := proc.OwnCPU()
	for _, t := range at {
		used, err := t.process.CPU()
		if err != nil {
			continue // the load reports that the target has ended
		}
		sum += used
	}
	return sum
}

// awaitIdleMachine waits until other processes use little of the machine. The run's patience
// limits how long it waits.
func (r *runner) awaitIdleMachine(ctx context.Context, at [targetCount]target) error {
	for {
		w, start := watch(at), time.Now()
		select {
		case <-time.After(idleCheckDuration):
		case <-ctx.Done():
			return ctx.Err()
		}
		if _, others := w.since(); others <= maxOthersShareBeforeLoad || r.size.patience <= 0 {
			return nil
		}
		r.size.patience -= time.Since(start)
	}
}
