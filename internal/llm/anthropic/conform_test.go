package anthropic_test

import (
	"log/slog"
	"net/http"
	"testing"

	"colloquy/internal/llm"
	"colloquy/internal/llm/anthropic"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/upstream"
)

func dial(t *testing.T, address string, client *http.Client) llm.Provider {
	t.Helper()
	c, err := anthropic.New(anthropic.Config{
		BaseURL: address, APIKey: "secret-key", Model: "fake-1", HTTP: client, Timeouts: upstream.DefaultTimeouts(),
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConformance(t *testing.T) { llmtest.RunRemoteConformance(t, fake.Anthropic, dial) }

func TestReadBoundariesDoNotChangeAnswer(t *testing.T) {
	llmtest.CheckReadBoundaries(t, fake.Anthropic, dial, 1)
}
