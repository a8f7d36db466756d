package openai_test

import (
	"log/slog"
	"net/http"
	"testing"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
	"colloquy/internal/llm/upstream"
)

// dial returns a client of the server at address. The client has the limits of a hosted server.
func dial(t *testing.T, address string, client *http.Client) llm.Provider {
	t.Helper()
	c, err := openai.New(openai.Config{
		BaseURL: address, APIKey: "secret-key", Model: "fake-1", HTTP: client, Timeouts: upstream.DefaultTimeouts(),
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConformance(t *testing.T) {
	for _, d := range fake.OpenAIDialects() {
		t.Run(string(d), func(t *testing.T) { llmtest.RunRemoteConformance(t, d, dial) })
	}
}

func TestReadBoundariesChangeNoAnswer(t *testing.T) {
	for i, d := range fake.OpenAIDialects() {
		step := 1 // only the first dialect is split at every byte, because one parser reads all dialects
		if i > 0 {
			step = 3
		}
		t.Run(string(d), func(t *testing.T) { llmtest.CheckReadBoundaries(t, d, dial, step) })
	}
}
