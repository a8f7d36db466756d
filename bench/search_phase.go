package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"colloquy/bench/search"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// phaseSearch measures only the catalogue's search.
const phaseSearch = "search"

const (
	manyCharacters = 100_000
	someCharacters = 20_000 // size in a quick run
)

// Rounds of a small catalogue are short, so there are more of them.
var (
	smallEffort = search.Effort{Rounds: 16, Times: 200}
	largeEffort = search.Effort{Rounds: 6, Times: 200}
	quickEffort = search.Effort{Rounds: 4, Times: 100}
)

// searches measures search on SQLite and PostgreSQL, each with as many characters as
// the seed has and with a very large catalogue.
func searches(ctx context.Context, o options, out io.Writer) error {
	sizes := []int{search.SeededPersonas, manyCharacters}
	efforts := []search.Effort{smallEffort, largeEffort}
	if o.quick {
		sizes[1], efforts = someCharacters, []search.Effort{quickEffort, quickEffort}
	}
	for i, size := range sizes {
		for _, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
			if err := searchOn(ctx, engine, size, efforts[i], out); err != nil {
				return err
			}
		}
	}
	return nil
}

func searchOn(ctx context.Context, engine storage.Engine, size int, e search.Effort, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "colloquy-bench-search-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	place := search.Place{Name: "SQLite", Options: storage.Options{DataDir: dir}}
	if engine == storage.Postgres {
		place.Name = "PostgreSQL"
		var drop func() error
		if place.Options, drop, err = dbtest.Throwaway(dir); err != nil {
			fmt.Fprintf(out, "\nSearch on PostgreSQL was not measured: %v\n", err)
			return nil
		}
		defer func() { err = errors.Join(err, drop()) }()
	}
	result, err := search.Measure(ctx, place, size, e)
	if err != nil {
		return err
	}
	result.Report(out)
	return nil
}
