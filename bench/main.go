// Command bench compares the server with a plain reverse proxy and with direct calls of the model,
// in one run. Its own model server and load client run on 127.0.0.1. docs/performance.md explains
// the figures. It measures:
//
//   - time to the first piece, pace of streams, throughput and start-up time
//   - processor time of a piece, and memory of a stream
//   - search in a catalogue of 100,000 characters, long lists of one user, and what characters
//     remember
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// options are the command-line flags.
type options struct {
	serverBinary string
	isQuick      bool
	phaseName    string
	roundCount   int
	pieceCount   int
	maxIdleWait  time.Duration
	databaseURL  string
	profileDir   string
	verbose      bool
}

func parseOptions() options {
	var o options
	flag.StringVar(&o.serverBinary, "server", "bin/colloquy", "the server's binary")
	flag.BoolVar(&o.isQuick, "quick", false, "one short round, in under a minute: for a look, not for figures")
	flag.StringVar(&o.phaseName, "only", "", "one load alone: start, 1, short, 100, cost (short and 100), 1000, burst, search, lists, badge, memory or messages")
	flag.IntVar(&o.roundCount, "rounds", 0, "how many rounds; 0 for the usual")
	flag.IntVar(&o.pieceCount, "pieces", 0, "how long the paced answers are; 0 for the usual")
	flag.DurationVar(&o.maxIdleWait, "patience", 0, "how long to wait, all in all, for others to leave the machine alone; 0 for the usual")
	flag.StringVar(&o.databaseURL, "database-url", "", "measure on this PostgreSQL database, which should be empty, instead of SQLite")
	flag.StringVar(&o.profileDir, "profile", "", "save the server's CPU and heap profiles of each load in this directory")
	flag.BoolVar(&o.verbose, "verbose", false, "show what the processes print")
	flag.Parse()
	return o
}

func main() {
	if len(os.Args) > 1 && (os.Args[1] == roleModel || os.Args[1] == roleProxy) {
		exitOnError(runRole(os.Args[1:]))
		return
	}
	o := parseOptions()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	exitOnError(runBench(ctx, o, os.Stdout))
}

func exitOnError(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// measurementsWithoutLoad has the measurements that do not use the targets. The keys are values of
// the flag -only.
var measurementsWithoutLoad = map[string]func(ctx context.Context, o options, out io.Writer) error{
	phaseSearch: measureSearch, phaseLists: measureLists, phaseBadge: measureBadgeStreams, phaseMemory: measureMemories, phaseMessages: measureMessageSearch,
}

// runBench makes the measurements that the options select and prints the results.
func runBench(ctx context.Context, o options, out io.Writer) error {
	debug.SetGCPercent(800) // fewer garbage collections of the load client during measurements
	s := fullRunPlan()
	if o.isQuick {
		s = quickRunPlan()
	}
	if o.roundCount > 0 {
		s.validRoundCount, s.limit = o.roundCount, time.Hour // an explicit number of rounds may take up to an hour
	}
	if o.maxIdleWait > 0 {
		s.maxIdleWait = o.maxIdleWait
		s.limit += o.maxIdleWait
	}
	if measure, is := measurementsWithoutLoad[o.phaseName]; is {
		fmt.Fprintln(out, describeMachine(o))
		return measure(ctx, o, out)
	}
	s = s.withPieces(o.pieceCount)
	s, found := s.onlyPhase(o.phaseName)
	if !found {
		return fmt.Errorf("there is no load %q", o.phaseName)
	}
	if err := checkFileLimit(s); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "colloquy-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &runner{options: o, runPlan: s, dataDir: dir, log: io.Discard, progress: out}
	for _, p := range s.phases {
		if p.name == phase100 {
			r.results.pieceCount = p.piecesPerAnswer
		}
	}
	if o.verbose {
		r.log = os.Stderr
	}
	fmt.Fprintln(out, describeMachine(o))
	if err := r.prepareDatabase(ctx); err != nil {
		return err
	}
	if err := r.runRounds(ctx); err != nil {
		return err
	}
	r.results.writeReport(out)
	if o.phaseName == "" {
		if err := measureSearch(ctx, o, out); err != nil {
			return err
		}
		if err := measureLists(ctx, o, out); err != nil {
			return err
		}
		if err := measureMemories(ctx, o, out); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, describeMachine(o))
	return nil
}
