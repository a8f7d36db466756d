package main

import (
	"context"
	"io"

	"colloquy/bench/search"
	"colloquy/internal/storage"
)

// phaseSearch is the name for -only of the catalogue's search.
const phaseSearch = "search"

const (
	manyCharacters = 100_000
	someCharacters = 20_000 // with -quick
)

// A small catalogue has more rounds, because they are short.
var (
	smallEffort = search.Effort{Rounds: 16, Times: 200}
	largeEffort = search.Effort{Rounds: 6, Times: 200}
	quickEffort = search.Effort{Rounds: 4, Times: 100}
)

// measureSearch measures search on SQLite and PostgreSQL, each with as many characters as
// the seed has and with a very large catalogue.
func measureSearch(ctx context.Context, o options, out io.Writer) error {
	sizes := []int{search.SeededPersonas, manyCharacters}
	efforts := []search.Effort{smallEffort, largeEffort}
	if o.quick {
		sizes[1], efforts = someCharacters, []search.Effort{quickEffort, quickEffort}
	}
	for i, size := range sizes {
		for _, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
			if err := measureSearchOn(ctx, engine, size, efforts[i], out); err != nil {
				return err
			}
		}
	}
	return nil
}

func measureSearchOn(ctx context.Context, engine storage.Engine, size int, e search.Effort, out io.Writer) error {
	names := map[storage.Engine]string{storage.SQLite: "SQLite", storage.Postgres: "PostgreSQL"}
	return withDatabase(engine, "Search", out, func(o storage.Options) error {
		result, err := search.MeasureSearch(ctx, search.Database{Name: names[engine], Options: o}, size, e)
		if err != nil {
			return err
		}
		result.WriteReport(out)
		return nil
	})
}
