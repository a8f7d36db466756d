package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"colloquy/bench/proc"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// The values of step.rowKind: the rows whose number grows.
const (
	messageRows   = "messages"
	characterRows = "characters"
)

// step is the measurement of one database: its row kind, its row count and its engine.
type step struct {
	rowKind  string
	engine   storage.Engine
	rowCount int
}

func (s step) String() string { return fmt.Sprintf("%d %s on %s", s.rowCount, s.rowKind, s.engine) }

// steps returns the steps of all sizes, smaller sizes first.
func (o options) steps() []step {
	var out []step
	for rowKind, sizes := range map[string][]int{messageRows: o.messageCounts, characterRows: o.characterCounts} {
		for _, size := range sizes {
			for _, engine := range o.engines {
				out = append(out, step{rowKind, engine, size})
			}
		}
	}
	sortSteps(out)
	return out
}

// Upper bounds of the disk space of a row, including its indexes and the rows that depend on it.
const (
	bytesPerMessageRow   = 2_000
	bytesPerCharacterRow = 15_000
	// freeDiskToDatabaseRatio says how much free disk space a step needs: this many times the expected size of
	// the database.
	freeDiskToDatabaseRatio = 3
)

// expectedBytes returns an upper bound of the size of the database.
func (s step) expectedBytes() int64 {
	if s.rowKind == messageRows {
		return int64(s.rowCount) * bytesPerMessageRow
	}
	return int64(s.rowCount) * bytesPerCharacterRow
}

// checkFreeDiskSpace returns an error if the disk of dir has too little free space for the step.
func (s step) checkFreeDiskSpace(dir string) error {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return err
	}
	const mib = 1 << 20
	freeBytes, neededBytes := int64(fs.Bavail)*fs.Bsize, freeDiskToDatabaseRatio*s.expectedBytes()
	if freeBytes < neededBytes {
		return fmt.Errorf("%d MiB are free in %s, %d are needed", freeBytes/mib, dir, neededBytes/mib)
	}
	return nil
}

// run measures the step within the time limit, on a database that it removes afterwards.
func (s step) run(ctx context.Context, o options) (figures figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.stepTimeLimit)
	defer cancel()
	if err := s.checkFreeDiskSpace(os.TempDir()); err != nil {
		return figures, err
	}
	dir, err := os.MkdirTemp("", "colloquy-growth-")
	if err != nil {
		return figures, err
	}
	defer os.RemoveAll(dir)
	dbOptions := storage.Options{DataDir: dir}
	if s.engine == storage.Postgres {
		var drop func() error
		if dbOptions, drop, err = dbtest.NewThrowawayDatabase(dir); err != nil {
			return figures, err
		}
		defer func() { err = errors.Join(err, drop()) }()
	}
	figures = newFigures(s)
	m := &measurement{options: o, step: s, dbOptions: dbOptions, figures: &figures, start: time.Now()}
	measureMessagesOrCharacters := m.measureMessages
	if s.rowKind == characterRows {
		measureMessagesOrCharacters = m.measureCharacters
	}
	err = measureMessagesOrCharacters(ctx)
	figures.LoadAfter = proc.ReadLoad()
	return figures, err
}
