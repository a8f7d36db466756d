package main

import (
	"context"
	"io"

	"colloquy/bench/search"
	"colloquy/internal/storage"
)

// phaseSearch is the value of the flag -only for the catalogue's search.
const phaseSearch = "search"

const (
	usualCharacterCount = 100_000
	quickCharacterCount = 20_000 // with -quick
)

// A small catalogue has more rounds, because they are short.
var (
	smallCatalogueEffort = search.Effort{Rounds: 16, RequestsPerKind: 200}
	largeCatalogueEffort = search.Effort{Rounds: 6, RequestsPerKind: 200}
	quickEffort          = search.Effort{Rounds: 4, RequestsPerKind: 100}
)

// measureSearch measures search on SQLite and PostgreSQL. On each it measures a catalogue of the
// seed's size and a much larger one.
func measureSearch(ctx context.Context, o options, out io.Writer) error {
	sizes := []int{search.SeededPersonas, usualCharacterCount}
	efforts := []search.Effort{smallCatalogueEffort, largeCatalogueEffort}
	if o.isQuick {
		sizes[1], efforts = quickCharacterCount, []search.Effort{quickEffort, quickEffort}
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
