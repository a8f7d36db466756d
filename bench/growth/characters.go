package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"colloquy/bench/search"
	"colloquy/internal/core"
)

// idleTimeBeforeReading is the pause between the start of the server and the reading of its
// memory.
const idleTimeBeforeReading = 5 * time.Second

// measureCharacters fills the database with generated characters and measures the catalogue, the
// start and the memory of the server.
func (m *measurement) measureCharacters(ctx context.Context) error {
	m.printProgress("characters")
	personas := search.GeneratePersonas(m.rowCount)
	if err := search.LoadPersonas(ctx, m.dbOptions, personas); err != nil {
		return err
	}
	for i := range personas {
		personas[i].Topics, personas[i].Bio = nil, "" // the measured requests use only the other fields
	}
	if err := m.seedCharacters(ctx); err != nil {
		return err
	}
	process, healthTime, listTime, err := m.startServer(ctx)
	if err != nil {
		return err
	}
	defer process.Stop()
	m.figures.add("start to the health check", "ms", millis(healthTime), 0)
	m.figures.add("start to the list of characters", "ms", millis(listTime), 0)
	select {
	case <-time.After(idleTimeBeforeReading):
	case <-ctx.Done():
		return ctx.Err()
	}
	memory, err := process.Memory()
	if err != nil {
		return err
	}
	m.figures.add("resident memory after the start", "MiB", float64(memory.ResidentBytes)/(1<<20), 0)
	return m.measureCalls(ctx, characterCalls(personas))
}

// characterCalls returns the measured calls of the catalogue.
func characterCalls(personas []core.Persona) []call {
	var out []call
	for _, kind := range []string{search.ExactName, search.MisspeltWords, search.CategoryPage, search.NameGroups, search.SimilarCharacters} {
		r := rand.New(rand.NewPCG(3, 5))
		out = append(out, call{"catalogue: " + kind, func(n int) request {
			network := fmt.Sprintf("198.51.%d.%d", n/200, n%200+1) // each request has another network, so that no rate limit is reached
			return request{method: "GET", path: search.RandomRequestPath(kind, r, personas), network: network}
		}})
	}
	return out
}
