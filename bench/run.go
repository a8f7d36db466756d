package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"colloquy/bench/load"
	"colloquy/internal/storage"
)

// idleTimeBeforeReading is how long a new process idles before its memory is read.
const idleTimeBeforeReading = 1500 * time.Millisecond

// runner makes the measurements of one run.
type runner struct {
	options
	size
	dataDir     string
	metricsAddr string    // of the running server, if profiles are wanted
	log         io.Writer // output of the measured processes
	progress    io.Writer
	people      []person
	results     results
	begun       time.Time // zero while prepare fills the database
}

// prepare seeds the database, so that the measured starts find the data of a running
// service.
func (r *runner) prepare(ctx context.Context) error {
	var err error
	store := storage.Options{URL: r.databaseURL, DataDir: r.dataDir}
	if r.people, err = register(ctx, store, peopleWanted); err != nil {
		return err
	}
	at, err := r.startAll(ctx)
	if err != nil {
		return err
	}
	defer stopAll(at)
	return openConversations(ctx, "http://"+at[server].addr, r.people)
}

// run measures until there are enough rounds or the time limit is reached.
func (r *runner) run(ctx context.Context) error {
	r.begun = time.Now()
	for round := range r.size.rounds + 1 {
		spent := time.Since(r.begun)
		enough := round >= r.size.rounds && !r.results.needsRounds(r.phases, r.size.rounds)
		if enough || round > 0 && spent+spent/time.Duration(round) > r.limit {
			return nil
		}
		if err := r.round(ctx, round); err != nil {
			return err
		}
	}
	return nil
}

// round restarts every process and puts every load on every target. The order of the
// targets changes with the round and the phase.
func (r *runner) round(ctx context.Context, round int) error {
	at, err := r.startAll(ctx)
	if err != nil {
		return err
	}
	defer stopAll(at)
	time.Sleep(idleTimeBeforeReading)
	idle, err := r.idle(at)
	if err != nil {
		return err
	}
	for i, p := range r.phases {
		if err := r.phase(ctx, p, round, i, at, idle); err != nil {
			return err
		}
	}
	return nil
}

// phase puts one load on every target and stores the results, unless they are unfit for
// comparison.
func (r *runner) phase(ctx context.Context, p phase, round, turn int, at [targetCount]target, idle [targetCount]int64) error {
	var row [targetCount]sample
	for k := range targetCount {
		i := (k + round + turn) % targetCount
		if i == server && r.options.profile != "" {
			defer r.profiles(ctx, p)()
		}
		s, err := r.measure(ctx, p, at, i, idle[i])
		if err != nil {
			return fmt.Errorf("%s, load %s: %w", targetNames[i], p.name, err)
		}
		row[i] = s
		fmt.Fprintf(r.progress, "round %d  %-5s  %-12s  first token %6.2f ms, p99 %7.2f  pace %.3f  failed %d of %d  CPU %5.1f  machine idle %.2f, others %.2f\n",
			round+1, p.name, targetNames[i], millis(s.First50), millis(s.First99), s.Pace, s.Failed, s.Streams, s.cpu, s.idle, s.others)
	}
	if why := unfitReason(row); why != "" {
		r.results.note("round %d, load %s: set aside, %s", round+1, p.name, why)
		return nil
	}
	r.results.add(p.name, row)
	return nil
}

// measure puts a load on one target.
func (r *runner) measure(ctx context.Context, p phase, at [targetCount]target, i int, idle int64) (sample, error) {
	if err := r.awaitIdleMachine(ctx, at); err != nil {
		return sample{}, err
	}
	t := at[i]
	w := watch(at)
	before, err := t.process.CPU()
	if err != nil {
		return sample{}, err
	}
	peak := t.process.PeakRSS()
	streams, took := p.shape.Run(ctx, func(n int) load.Stream { return t.stream(p, n) })
	most := peak()
	if err := awaitUpkeep(ctx); err != nil {
		return sample{}, err
	}
	after, err := t.process.CPU()
	if err != nil {
		return sample{}, err
	}
	s := sample{Summary: load.Summarize(streams, took, p.nominal())}
	s.idle, s.others = w.since()
	if s.Pieces > 0 {
		s.cpu = millis(after-before) * 1000 / float64(s.Pieces)
		s.message = millis(after-before) * float64(p.pieces) / float64(s.Pieces)
	}
	s.memory = float64(most-idle) / 1024 / float64(p.shape.Clients)
	return s, nil
}

// awaitUpkeep waits until the server has finished its work after the end of a stream,
// such as the next checkpoint.
func awaitUpkeep(ctx context.Context) error {
	select {
	case <-time.After(1200 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// idle reads the memory of the new processes.
func (r *runner) idle(at [targetCount]target) (resident [targetCount]int64, err error) {
	for i, t := range at {
		m, err := t.process.Memory()
		if err != nil {
			return resident, err
		}
		resident[i] = m.Resident
		r.results.idle[i] = append(r.results.idle[i], float64(m.Resident)/(1<<20))
		r.results.idleOfFiles[i] = append(r.results.idleOfFiles[i], float64(m.OfFiles)/(1<<20))
	}
	return resident, nil
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// profiles saves profiles of the server under load. The returned function waits until
// they are saved.
func (r *runner) profiles(ctx context.Context, p phase) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := saveProfiles(ctx, r.metricsAddr, filepath.Join(r.options.profile, p.name), profileTime(p)); err != nil {
			fmt.Fprintln(os.Stderr, "bench: profile:", err)
		}
	}()
	return func() { <-done }
}
