package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/people"
	"colloquy/internal/storage"
)

// registeredUserCount is the number of users. The largest load has fewer streams, and each stream of a
// load has its own user.
const registeredUserCount = 1200

// idleTimeBeforeReading is the pause between the start of the processes and the reading of their
// memory.
const idleTimeBeforeReading = 1500 * time.Millisecond

// runner makes the measurements of one run.
type runner struct {
	options
	runPlan
	dataDir     string
	metricsAddr string    // address of the running server's metrics, or "" without -profile
	log         io.Writer // output of the measured processes
	progress    io.Writer
	people      []people.Person
	results     results
	start       time.Time // start of runRounds; zero while prepareDatabase runs
}

// prepareDatabase fills the database with the seed, users and conversations, so that start-up is
// measured with the data of a service in use.
func (r *runner) prepareDatabase(ctx context.Context) error {
	var err error
	dbOptions := storage.Options{URL: r.databaseURL, DataDir: r.dataDir}
	if r.people, err = people.Register(ctx, dbOptions, registeredUserCount); err != nil {
		return err
	}
	targets, err := r.startTargets(ctx)
	if err != nil {
		return err
	}
	defer stopTargets(targets)
	return people.OpenConversations(ctx, "http://"+targets[serverTarget].addr, r.people)
}

// runRounds measures rounds until every phase has r.size.validRoundCount valid ones. It measures at
// most r.size.validRoundCount+1 rounds. It starts no round that would probably end after the time
// limit.
func (r *runner) runRounds(ctx context.Context) error {
	r.start = time.Now()
	for round := range r.runPlan.validRoundCount + 1 {
		elapsed := time.Since(r.start)
		hasEnoughRounds := round >= r.runPlan.validRoundCount && !r.results.needsMoreRounds(r.phases, r.runPlan.validRoundCount)
		if hasEnoughRounds || round > 0 && elapsed+elapsed/time.Duration(round) > r.limit {
			return nil
		}
		if err := r.runRound(ctx, round); err != nil {
			return err
		}
	}
	return nil
}

// runRound starts new processes and runs every phase.
func (r *runner) runRound(ctx context.Context, round int) error {
	targets, err := r.startTargets(ctx)
	if err != nil {
		return err
	}
	defer stopTargets(targets)
	time.Sleep(idleTimeBeforeReading)
	idleBytes, err := r.readIdleMemory(targets)
	if err != nil {
		return err
	}
	for i, p := range r.phases {
		if err := r.runPhase(ctx, p, round, i, targets, idleBytes); err != nil {
			return err
		}
	}
	return nil
}

// runPhase puts one load on every target and stores the results. It sets aside results that are
// unfit for comparison. round and turn determine the order of the targets. idleBytes is the idle
// memory of each target.
func (r *runner) runPhase(ctx context.Context, p phase, round, turn int, targets [targetCount]target, idleBytes [targetCount]int64) error {
	var row [targetCount]sample
	for k := range targetCount {
		i := (k + round + turn) % targetCount
		if i == serverTarget && r.options.profileDir != "" {
			defer r.startProfiles(ctx, p)()
		}
		s, err := r.measureTarget(ctx, p, targets, i, idleBytes[i])
		if err != nil {
			return fmt.Errorf("%s, load %s: %w", targetNames[i], p.name, err)
		}
		row[i] = s
		fmt.Fprintf(r.progress, "round %d  %-5s  %-12s  first piece %6.2f ms, p99 %7.2f  pace %.3f  failed %d of %d  CPU %5.1f  machine idle %.2f, others %.2f\n",
			round+1, p.name, targetNames[i], millis(s.FirstPieceMedian), millis(s.FirstPieceP99), s.PaceToNominalRatio, s.FailedStreamCount, s.StreamCount, s.cpuPerThousandPieces, s.idleShare, s.othersCPUShare)
	}
	if reason := invalidRoundReason(row); reason != "" {
		r.results.addNote("round %d, load %s: set aside, %s", round+1, p.name, reason)
		return nil
	}
	r.results.addRow(p.name, row)
	return nil
}

// measureTarget puts the load of a phase on target i and returns its sample. idleBytes is the idle
// memory of the target.
func (r *runner) measureTarget(ctx context.Context, p phase, targets [targetCount]target, i int, idleBytes int64) (sample, error) {
	if err := r.awaitIdleMachine(ctx, targets); err != nil {
		return sample{}, err
	}
	t := targets[i]
	w := newLoadWatcher(targets)
	cpuBefore, err := t.process.CPU()
	if err != nil {
		return sample{}, err
	}
	stopTrackingPeak := t.process.TrackPeakRSS()
	streams, duration := p.shape.Run(ctx, func(n int) load.Stream { return t.newStream(p, n) })
	peakBytes := stopTrackingPeak()
	if err := awaitServerUpkeep(ctx); err != nil {
		return sample{}, err
	}
	cpuAfter, err := t.process.CPU()
	if err != nil {
		return sample{}, err
	}
	s := sample{Summary: load.Summarize(streams, duration, p.nominalDuration())}
	s.idleShare, s.othersCPUShare = w.cpuSharesSinceStart()
	if s.PieceCount > 0 {
		s.cpuPerThousandPieces = millis(cpuAfter-cpuBefore) * 1000 / float64(s.PieceCount)
		s.cpuPerMessage = millis(cpuAfter-cpuBefore) * float64(p.piecesPerAnswer) / float64(s.PieceCount)
	}
	s.memoryKiB = float64(peakBytes-idleBytes) / 1024 / float64(p.shape.ClientCount)
	return s, nil
}

// awaitServerUpkeep waits until the server has finished its work after the end of a stream,
// such as the next checkpoint.
func awaitServerUpkeep(ctx context.Context) error {
	select {
	case <-time.After(1200 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// readIdleMemory reads the memory of the new processes, stores it in the results, and returns the
// resident bytes of each.
func (r *runner) readIdleMemory(targets [targetCount]target) (resident [targetCount]int64, err error) {
	for i, t := range targets {
		m, err := t.process.Memory()
		if err != nil {
			return resident, err
		}
		resident[i] = m.ResidentBytes
		r.results.idleMiB[i] = append(r.results.idleMiB[i], float64(m.ResidentBytes)/(1<<20))
		r.results.idleMappedFileMiB[i] = append(r.results.idleMappedFileMiB[i], float64(m.FileBytes)/(1<<20))
	}
	return resident, nil
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// startProfiles starts to save profiles of the server in a phase. wait waits until they are saved.
func (r *runner) startProfiles(ctx context.Context, p phase) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := saveProfiles(ctx, r.metricsAddr, filepath.Join(r.options.profileDir, p.name), cpuProfileDuration(p)); err != nil {
			fmt.Fprintln(os.Stderr, "bench: profile:", err)
		}
	}()
	return func() { <-done }
}
