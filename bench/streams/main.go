// Command streams tests one process of the built server. It opens 10,000 idle streams of unread
// notices and then 1,000 streams of replies. It reports closed streams, the delays of pieces, and
// the memory and processor time of a reader. Each stream has its own user, because the server
// limits the streams of a user.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/signal"
	"syscall"
	"time"

	"colloquy/bench/people"
	"colloquy/bench/proc"
	"colloquy/internal/storage"
)

// options are the command-line flags.
type options struct {
	serverBinary      string
	idleReaderCount   int
	activeReaderCount int
	pieceCount        int
	pieceInterval     time.Duration
	replyRampDuration time.Duration
	metricsAddr       string
	verbose           bool
}

func main() {
	var o options
	flag.StringVar(&o.serverBinary, "server", "bin/colloquy", "the server's binary")
	flag.IntVar(&o.idleReaderCount, "idle", 10_000, "idle readers of notices")
	flag.IntVar(&o.activeReaderCount, "active", 1_000, "streams of replies")
	flag.IntVar(&o.pieceCount, "pieces", 400, "pieces of a reply; the server ends a reply after 6,000 characters")
	flag.DurationVar(&o.pieceInterval, "every", 50*time.Millisecond, "time between two pieces of a reply")
	flag.DurationVar(&o.replyRampDuration, "ramp", 10*time.Second, "time over which the replies start")
	flag.StringVar(&o.metricsAddr, "metrics", "", "address at which the server shows its metrics and profiles while it is measured")
	flag.BoolVar(&o.verbose, "verbose", false, "show what the server prints")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := runStreams(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "streams:", err)
		os.Exit(1)
	}
}

// otherOpenFileCount is the number of open files that are not connections of streams.
const otherOpenFileCount = 500

// raiseFileLimit raises the limit of open files of this process and its children. An idle reader
// needs one file. A reply needs four files, because it also has a connection to the model.
func raiseFileLimit(o options) error {
	neededFiles := uint64(o.idleReaderCount + 4*o.activeReaderCount + otherOpenFileCount)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	limit.Cur, limit.Max = max(limit.Max, neededFiles), max(limit.Max, neededFiles)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("%d open files are needed: raise the limit (ulimit -n): %w", neededFiles, err)
	}
	return nil
}

// measurement is one measurement.
type measurement struct {
	options
	addr    string
	process *proc.Process
	report  report
}

func runStreams(ctx context.Context, o options) error {
	if err := raiseFileLimit(o); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "colloquy-streams-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Printf("registering %d users\n", o.idleReaderCount+o.activeReaderCount)
	list, err := people.Register(ctx, storage.Options{DataDir: dir}, o.idleReaderCount+o.activeReaderCount)
	if err != nil {
		return err
	}
	model := httptest.NewServer(&modelServer{pieceCount: o.pieceCount, pieceInterval: o.pieceInterval})
	defer model.Close()
	r := &measurement{options: o}
	if err := r.startServer(ctx, dir, model.URL); err != nil {
		return err
	}
	defer r.process.Stop()
	if err := people.OpenConversations(ctx, "http://"+r.addr, list[o.idleReaderCount:]); err != nil {
		return err
	}
	if err := r.measureStreams(ctx, list[:o.idleReaderCount], list[o.idleReaderCount:]); err != nil {
		return err
	}
	r.report.write(os.Stdout)
	return nil
}

func (r *measurement) startServer(ctx context.Context, dir, model string) (err error) {
	if r.addr, err = proc.FreeAddr(); err != nil {
		return err
	}
	log := io.Discard
	if r.verbose {
		log = os.Stderr
	}
	env := proc.ServerEnv(os.Environ(), "COLLOQUY_ADDR="+r.addr, "COLLOQUY_DATA_DIR="+dir, "COLLOQUY_LLM_URL="+model+"/v1", "COLLOQUY_LLM_MODEL=fake-1", "COLLOQUY_METRICS_ADDR="+r.metricsAddr)
	if r.process, err = proc.Start("server", log, env, r.serverBinary, "serve"); err != nil {
		return err
	}
	if _, err = r.process.WaitUntilReady(ctx, "http://"+r.addr+"/api/characters"); err != nil {
		r.process.Stop()
	}
	return err
}
