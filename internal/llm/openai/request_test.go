package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

// newClient returns a client of cfg for an in-process server.
func newClient(t *testing.T, s *fake.Server, cfg openai.Config) *openai.Client {
	t.Helper()
	cfg.HTTP = &http.Client{Transport: s.Transport()}
	cfg.Logger = slog.New(slog.DiscardHandler)
	if cfg.BaseURL == "" {
		cfg.BaseURL = "http://model.test/v1"
	}
	c, err := openai.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var fullRequest = llm.Request{
	System: []string{"You are Ada.", "The user is <friend> & more."},
	Messages: []llm.Message{
		{Role: llm.Assistant, Content: "Good day. What brings you?"},
		{Role: llm.User, Content: "Engines"},
		{Role: llm.User, Content: "and looms"},
		{Role: llm.Assistant, Content: ""},
	},
	MaxTokens: 350, Temperature: 0.8, TopP: 0.95,
	Stop:   []string{"a", "b", "c", "d", "e"},
	Schema: json.RawMessage(`{"type":"array"}`),
}

func TestRequestBodyFollowsTheConfig(t *testing.T) {
	const (
		samplingJSON = `"stream":true,"stream_options":{"include_usage":true},"max_tokens":350,"temperature":0.8,"top_p":0.95,"stop":["a","b","c","d"]`
		schema       = `"response_format":{"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"array"}}}`
		user         = `{"role":"user","content":"Engines\n\nand looms"}`
		opening      = `{"role":"assistant","content":"Good day. What brings you?"}`
	)
	for name, tt := range map[string]struct {
		cfg  openai.Config
		want string
	}{
		"plain": {openai.Config{}, `{"model":"m","messages":[{"role":"system","content":"You are Ada."},{"role":"system","content":"The user is <friend> & more."},` +
			opening + `,` + user + `],` + samplingJSON + `,` + schema + `}`},
		"single system": {openai.Config{JoinsSystemMessages: true}, `{"model":"m","messages":[{"role":"system","content":"You are Ada.\n\nThe user is <friend> & more."},` +
			opening + `,` + user + `],` + samplingJSON + `,` + schema + `}`},
		"user first": {openai.Config{MustStartWithUser: true}, `{"model":"m","messages":[{"role":"system","content":"You are Ada."},{"role":"system","content":"The user is <friend> & more."},` +
			`{"role":"system","content":"You opened with: Good day. What brings you?"},` + user + `],` + samplingJSON + `,` + schema + `}`},
		"local family": {openai.Config{AddsLocalSampling: true, MustStartWithUser: true}, `{"model":"m","messages":[{"role":"system","content":"You are Ada.\n\nThe user is <friend> & more.\n\nYou opened with: Good day. What brings you?"},` +
			user + `],` + samplingJSON + `,"min_p":0.05,"repeat_penalty":1.05,` + schema + `}`},
	} {
		s := new(fake.Server)
		tt.cfg.Model = "m"
		if _, err := llmtest.Collect(t.Context(), newClient(t, s, tt.cfg), fullRequest); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, strings.TrimSpace(s.Calls()[0].Body)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestConfiguredHeadersAreSent(t *testing.T) {
	s := new(fake.Server)
	c := newClient(t, s, openai.Config{Model: "m", APIKey: "k", Headers: map[string]string{"api-key": "azure", "x-conversation-id": "c1"}})
	if _, err := llmtest.Collect(t.Context(), c, llmtest.NewRequest("a")); err != nil {
		t.Fatal(err)
	}
	h := s.Calls()[0].Header
	if h.Get("Authorization") != "Bearer k" || h.Get("Api-Key") != "azure" || h.Get("Content-Type") != "application/json" {
		t.Error(h)
	}
	if h.Get("X-Conversation-Id") != "" {
		t.Error("the header that keeps llama.cpp generating was sent")
	}
	s.ForgetEndedCalls()
	c = newClient(t, s, openai.Config{Model: "m"})
	_, _ = llmtest.Collect(t.Context(), c, llmtest.NewRequest("a"))
	if got, ok := s.Calls()[0].Header["Authorization"]; ok {
		t.Error("a key out of nowhere:", got)
	}
}

func TestEndpointFollowsTheBaseAddress(t *testing.T) {
	for base, want := range map[string]string{
		"http://a.test":                              "http://a.test/v1/chat/completions",
		"http://a.test/":                             "http://a.test/v1/chat/completions",
		" http://a.test/v1/ ":                        "http://a.test/v1/chat/completions",
		"http://a.test/v1/chat/completions":          "http://a.test/v1/chat/completions",
		"https://a.test/openai/v4":                   "https://a.test/openai/v4/chat/completions",
		"https://a.test/deployments/x?api-version=1": "https://a.test/deployments/x/chat/completions?api-version=1",
	} {
		var got string
		rt := roundTripper(func(r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			return nil, errors.New("no network here")
		})
		c, err := openai.New(openai.Config{BaseURL: base, Model: "m", HTTP: &http.Client{Transport: rt}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = llmtest.Collect(t.Context(), c, llmtest.NewRequest("a"))
		if got != want || err == nil {
			t.Errorf("%q: %q, %v", base, got, err)
		}
	}
	for _, bad := range []string{"", "a.test", "ftp://a.test", "http://", "http://a b", ":x"} {
		if _, err := openai.New(openai.Config{BaseURL: bad}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestContextTokensDependOnTheServer(t *testing.T) {
	for _, tt := range []struct {
		base        string
		given, want int
	}{
		{"http://127.0.0.1:11434", 0, 4096}, {"http://localhost:1", 0, 4096}, {"http://[::1]:1", 0, 4096},
		{"https://a.test", 0, 8192}, {"https://a.test", 32000, 32000}, {"http://localhost:1", 16000, 16000},
	} {
		c, err := openai.New(openai.Config{BaseURL: tt.base, Model: "m", ContextTokens: tt.given})
		if err != nil || llm.ContextTokens(c, 1) != tt.want {
			t.Errorf("%s: %v, %v", tt.base, c.ContextTokens(), err)
		}
	}
}

func TestRequestWithoutUserMessageFails(t *testing.T) {
	s := new(fake.Server)
	_, err := llmtest.Collect(t.Context(), newClient(t, s, openai.Config{Model: "m"}), llm.Request{System: []string{"x"}})
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrBadRequest || len(s.Calls()) != 0 {
		t.Error(err)
	}
}

func TestBrokenSchemaIsLeftOut(t *testing.T) {
	s := new(fake.Server)
	req := llmtest.NewRequest("a")
	req.Schema = json.RawMessage(`{`)
	if _, err := llmtest.Collect(context.Background(), newClient(t, s, openai.Config{Model: "m"}), req); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(s.Calls()[0].Body, "response_format") {
		t.Error(s.Calls()[0].Body)
	}
}
