// Command growth measures how the calls of the built server slow down while its database grows. It
// fills databases of several sizes on SQLite and PostgreSQL and measures each size over HTTP. It
// adds the figures to a JSON file and draws curves from the file. docs/scaling.md explains the
// figures.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"colloquy/internal/storage"
)

// options are the command-line flags.
type options struct {
	serverBinary          string
	messageCounts         []int
	characterCounts       []int
	engines               []storage.Engine
	callCount             int
	stepTimeLimit         time.Duration
	resultsPath           string
	drawsWithoutMeasuring bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := parseOptions()
	if err == nil {
		err = runGrowth(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

func parseOptions() (options, error) {
	var o options
	var messages, characters, engines string
	flag.StringVar(&o.serverBinary, "server", "bin/colloquy", "the server's binary")
	flag.StringVar(&messages, "messages", "10000,1000000,10000000", "sizes in messages, at least 10,000; empty for none")
	flag.StringVar(&characters, "characters", "300,30000,300000", "sizes in characters; empty for none")
	flag.StringVar(&engines, "engines", "sqlite,postgres", "engines to measure")
	flag.IntVar(&o.callCount, "calls", 100, "calls of each kind at each size")
	flag.DurationVar(&o.stepTimeLimit, "limit", 40*time.Minute, "time limit of one size on one engine")
	flag.StringVar(&o.resultsPath, "results", "docs/growth/figures.json", "the JSON file with the figures; the curves are written beside it")
	flag.BoolVar(&o.drawsWithoutMeasuring, "draw", false, "measure nothing and draw the curves of the JSON file")
	flag.Parse()
	for name := range strings.SplitSeq(engines, ",") {
		o.engines = append(o.engines, storage.Engine(name))
	}
	var err error
	if o.messageCounts, err = parseSizes(messages); err != nil {
		return o, err
	}
	o.characterCounts, err = parseSizes(characters)
	return o, err
}

func parseSizes(list string) ([]int, error) {
	var out []int
	for text := range strings.SplitSeq(list, ",") {
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is no size", text)
		}
		out = append(out, n)
	}
	return out, nil
}

// runGrowth measures every size on every engine, and saves and draws the figures after each. A size
// that cannot be measured does not stop the others.
func runGrowth(ctx context.Context, o options) error {
	list, err := readFigures(o.resultsPath)
	if err != nil {
		return err
	}
	if o.drawsWithoutMeasuring {
		return drawCurves(list, filepath.Dir(o.resultsPath))
	}
	for _, s := range o.steps() {
		figures, err := s.run(ctx, o)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Printf("%s: not measured: %v\n", s, err)
			continue
		}
		figures.writeTable(os.Stdout)
		list = list.withFigures(figures)
		if err := list.save(o.resultsPath); err != nil {
			return err
		}
		if err := drawCurves(list, filepath.Dir(o.resultsPath)); err != nil {
			return err
		}
	}
	return nil
}
