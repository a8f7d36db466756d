package main

import (
	"context"
	"fmt"
	"time"

	"colloquy/bench/proc"
)

const (
	// minDirectPaceRatio is the smallest pace of direct calls in a valid round. The pace is 1 if nothing
	// delays the replies (load.Summarize). A pace below minDirectPaceRatio means that the machine is too
	// slow.
	minDirectPaceRatio = 0.98
	// maxOthersCPUShare is the largest share of the machine's processor time that other processes may
	// use in a valid round. Other processes cause context switches, which slow down some targets
	// more than others.
	maxOthersCPUShare = 0.15
	// maxOthersCPUShareBeforeLoad is the largest share that other processes may use before a load
	// starts, measured over idleCheckDuration.
	maxOthersCPUShareBeforeLoad = 0.05
	idleCheckDuration           = 400 * time.Millisecond
)

// invalidRoundReason returns why the results of a phase cannot be compared, or "" if they can.
func invalidRoundReason(row [targetCount]sample) string {
	if d := row[directTarget]; d.PaceToNominalRatio < minDirectPaceRatio || d.FailedStreamCount > 0 {
		return fmt.Sprintf("the direct call itself kept %.3f of its pace and lost %d streams", d.PaceToNominalRatio, d.FailedStreamCount)
	}
	for i, s := range row {
		if s.othersCPUShare > maxOthersCPUShare {
			return fmt.Sprintf("others took %.0f %% of the machine from %s", 100*s.othersCPUShare, targetNames[i])
		}
	}
	return ""
}

// loadWatcher measures two shares of the machine's processor time since the creation of the
// watcher: the idle share and the share of other processes.
type loadWatcher struct {
	targets     [targetCount]target
	startTime   proc.MachineTime
	measuredCPU time.Duration
}

func newLoadWatcher(targets [targetCount]target) loadWatcher {
	return loadWatcher{targets, proc.ReadMachineTime(), cpuOfMeasuredProcesses(targets)}
}

// cpuSharesSinceStart returns two shares of the machine's processor time since the watcher was made:
// the idle share and the share of other processes.
func (w loadWatcher) cpuSharesSinceStart() (idle, others float64) {
	return proc.ReadMachineTime().CPUSharesSince(w.startTime, cpuOfMeasuredProcesses(w.targets)-w.measuredCPU)
}

// cpuOfMeasuredProcesses returns the sum of the processor times of this process and the targets that have not
// ended.
func cpuOfMeasuredProcesses(targets [targetCount]target) time.Duration {
	totalCPU := proc.OwnCPU()
	for _, t := range targets {
		usedCPU, err := t.process.CPU()
		if err != nil {
			continue // the target has ended; its failed streams are in the result of the load
		}
		totalCPU += usedCPU
	}
	return totalCPU
}

// awaitIdleMachine waits until other processes use little processor time. It reduces
// r.size.maxIdleWait by the time that it waits, and stops waiting when none is left.
func (r *runner) awaitIdleMachine(ctx context.Context, targets [targetCount]target) error {
	for {
		w, start := newLoadWatcher(targets), time.Now()
		select {
		case <-time.After(idleCheckDuration):
		case <-ctx.Done():
			return ctx.Err()
		}
		if _, others := w.cpuSharesSinceStart(); others <= maxOthersCPUShareBeforeLoad || r.runPlan.maxIdleWait <= 0 {
			return nil
		}
		r.runPlan.maxIdleWait -= time.Since(start)
	}
}
