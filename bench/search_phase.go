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

// phaseSearch measures the catalogue alone.
const phaseSearch = "search"

const (
	manyCharacters = 100_000
	someCharacters = 20_000 // in a quick run
	searchTimes    = 200    // of each kind of request
)

// searches measures search on SQLite and PostgreSQL, at the size of the seed's
// cast and at a very large one.
func searches(ctx context.Context, o options, out io.Writer) error {
	large, times := manyCharacters, searchTimes
	if o.quick {
		large, times = someCharacters, searchTimes/2
	}
	for _, size := range []int{search.Seeded, large} {
		for _, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
			if err := searchOn(ctx, engine, size, times, out); err != nil {
				return err
			}
		}
	}
	return nil
}

func searchOn(ctx context.Context, engine storage.Engine, size, times int, out io.Writer) (err error) {
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
	result, err := search.Measure(ctx, place, size, times)
	if err != nil {
		return err
	}
	result.Report(out)
	return nil
}
