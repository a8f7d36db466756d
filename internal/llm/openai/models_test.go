package openai_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

func TestFirstListedModelIsTaken(t *testing.T) {
	s := new(fake.Server)
	s.SetModels("text-embedding-nomic", "llama3.2", "qwen3")
	c := newClient(t, s, openai.Config{Name: "lmstudio"})
	if c.Name() != "lmstudio" {
		t.Error(c.Name())
	}
	a, err := llmtest.Collect(t.Context(), c, llmtest.NewRequest("a"))
	if err != nil || a.Provider != "lmstudio:llama3.2" || c.Name() != a.Provider {
		t.Errorf("%+v, %v, now %s", a, err, c.Name())
	}
	ids, err := c.Models(t.Context())
	if err != nil || !slices.Equal(ids, []string{"text-embedding-nomic", "llama3.2", "qwen3"}) {
		t.Error(ids, err)
	}
}

func TestMissingModelIsAnError(t *testing.T) {
	for name, body := range map[string]string{
		"none listed":     `{"data":[]}`,
		"only embeddings": `{"data":[{"id":"nomic-embed-text"}]}`,
		"not a list":      `{"hello":"world"}`,
		"a page":          `<html>`,
	} {
		rt := roundTripper(func(*http.Request) (*http.Response, error) {
			rec := httptest.NewRecorder()
			_, _ = rec.WriteString(body)
			return rec.Result(), nil
		})
		c, err := openai.New(openai.Config{BaseURL: "http://a.test", HTTP: &http.Client{Transport: rt}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = llmtest.Collect(t.Context(), c, llmtest.NewRequest("a"))
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrAuth {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestModelListAsBareArrayIsRead(t *testing.T) {
	rt := roundTripper(func(*http.Request) (*http.Response, error) {
		rec := httptest.NewRecorder()
		_, _ = rec.WriteString(` [{"id":"a"},{"id":""},{"id":"b"}]`)
		return rec.Result(), nil
	})
	c, _ := openai.New(openai.Config{BaseURL: "http://a.test", HTTP: &http.Client{Transport: rt}})
	if ids, err := c.Models(t.Context()); err != nil || !slices.Equal(ids, []string{"a", "b"}) {
		t.Error(ids, err)
	}
}

// serveBodies serves fixed bodies by path, and 404 for other paths.
func serveBodies(t *testing.T, bodies map[string]string) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := bodies[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// unusedAddress returns an address where no server listens.
func unusedAddress() string {
	srv := httptest.NewServer(nil)
	defer srv.Close()
	return srv.URL
}

func TestProbeRecognisesServers(t *testing.T) {
	const list = `{"object":"list","data":[{"id":"m1"},{"id":"m2"}]}`
	for _, tt := range []struct {
		name, kind string
		bodies     map[string]string
		found      bool
	}{
		{"ollama", "ollama", map[string]string{"/api/version": `{"version":"0.17.4"}`, "/v1/models": list}, true},
		{"ollama without a model", "ollama", map[string]string{"/api/version": `{"version":"0.17.4"}`, "/v1/models": `{"object":"list","data":null}`}, false},
		{"not ollama", "ollama", map[string]string{"/api/version": `{}`, "/v1/models": list}, false},
		{"lm studio", "lmstudio", map[string]string{"/v1/models": list}, true},
		{"something on its port", "lmstudio", map[string]string{"/": "hello"}, false},
		{"llama.cpp", "llamacpp", map[string]string{"/health": `{"status":"ok"}`, "/v1/models": list}, true},
		{"llama.cpp still loading", "llamacpp", map[string]string{"/health": `{"error":{"code":503}}`, "/v1/models": list}, false},
		{"this program", "llamacpp", map[string]string{"/health": `{"status":"ok"}`, "/v1/models": "<!doctype html>"}, false},
		{"this program without the path", "llamacpp", map[string]string{"/health": `{"status":"ok"}`}, false},
		{"a proxy that likes every path", "llamacpp", map[string]string{"/health": "ok", "/v1/models": list}, false},
	} {
		f, ok := openai.Probe(t.Context(), nil, openai.Candidate{Kind: tt.kind, URL: serveBodies(t, tt.bodies)})
		if ok != tt.found || ok && (f.Model != "m1" || len(f.Models) != 2 || f.Kind != tt.kind) {
			t.Errorf("%s: %+v, %v", tt.name, f, ok)
		}
	}
}

func TestDetectPrefersEarlierCandidates(t *testing.T) {
	s := new(fake.Server)
	srv := httptest.NewServer(s)
	defer srv.Close()
	candidates := []openai.Candidate{{"ollama", unusedAddress()}, {"lmstudio", srv.URL}, {"llamacpp", srv.URL}}
	f, ok := openai.Detect(t.Context(), nil, candidates)
	if !ok || f.Kind != "lmstudio" || f.Model != "fake-1" {
		t.Fatalf("%+v, %v", f, ok)
	}
	c, err := openai.New(f.Config())
	if err != nil || c.Name() != "lmstudio:fake-1" {
		t.Fatal(err)
	}
	if a, err := llmtest.Collect(t.Context(), c, llmtest.NewRequest("a")); err != nil || a.Text == "" {
		t.Errorf("%+v, %v", a, err)
	}
	if _, ok := openai.Detect(t.Context(), nil, candidates[:1]); ok {
		t.Error("found a server where none is")
	}
	if got := openai.LocalCandidates(); len(got) != 3 || got[0].Kind != "ollama" {
		t.Error(got)
	}
}

func TestDetectTakesLittleTime(t *testing.T) {
	leakBaseline := goleak.IgnoreCurrent()
	release := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	startTime := time.Now()
	_, ok := openai.Detect(context.Background(), nil, []openai.Candidate{{"ollama", srv.URL}, {"lmstudio", srv.URL}, {"llamacpp", srv.URL}})
	if took := time.Since(startTime); ok || took > 2*time.Second {
		t.Errorf("found %v after %v", ok, took)
	}
	close(release)
	srv.Close()
	goleak.VerifyNone(t, leakBaseline)
}
