package main

import (
	"net/http/httptest"
	"slices"
	"testing"
	"testing/fstest"

	"colloquy/bench/load"
	"colloquy/bench/model"
	"colloquy/bench/people"
	"colloquy/bench/search"
	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// The test sends 640 messages to a model that answers at once. The application must read each whole
// request before it answers. Otherwise about one stream in seventy breaks, and the test fails in
// almost every run.
func TestInstantStreamsAreComplete(t *testing.T) {
	const clients, users, each = 8, 10, 8 // clients, users of each client, messages of each user (at most 20 a minute)
	dir := t.TempDir()
	persons, err := people.Register(t.Context(), storage.Options{DataDir: dir}, clients*users)
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), app.Options{
		Config: config.Config{DataDir: dir, LLMURL: "http://" + startTestServer(t, model.NewServer()), LLMModel: "fake-1"},
		// Only twenty characters, because loading and indexing the whole seed takes seconds.
		Personas: search.GeneratePersonas(20),
		Dist:     fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>Colloquy</title>")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	srv := httptest.NewServer(a.Handler())
	defer srv.Close()
	if err := people.OpenConversations(t.Context(), srv.URL, persons); err != nil {
		t.Fatal(err)
	}
	var clientStreamConstructors []func(phase, int) load.Stream // a function for each client; clients share no users, because a user sends one message at a time
	for own := range slices.Chunk(persons, users) {
		clientStreamConstructors = append(clientStreamConstructors, messageStream(srv.Listener.Addr().String(), own))
	}
	p := phase{shape: load.Shape{ClientCount: clients, StreamsPerClient: users * each}, piecesPerAnswer: 5}
	results, duration := p.shape.Run(t.Context(), func(n int) load.Stream { return clientStreamConstructors[n/p.shape.StreamsPerClient](p, n) })
	if s := load.Summarize(results, duration, 0); s.FailedStreamCount > 0 || s.StreamCount != clients*users*each {
		t.Errorf("%d of %d streams failed, such as with: %v", s.FailedStreamCount, s.StreamCount, s.Err)
	}
}
