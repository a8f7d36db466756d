package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
	"colloquy/internal/obs"
)

// Timeouts of Detect and of FoundServer.IsGone.
const (
	detectTimeout = 300 * time.Millisecond
	goneTimeout   = 2 * time.Second
)

// goneCheckTimeouts returns the limits of FoundServer.IsGone.
func goneCheckTimeouts() upstream.Timeouts {
	return upstream.Timeouts{FirstPieceTimeout: goneTimeout, IdleTimeout: goneTimeout, TotalTimeout: goneTimeout}
}

// Candidate is an address where a model server may listen.
type Candidate struct {
	Kind string // "ollama", "lmstudio" or "llamacpp"
	URL  string // the server's root, without a path
}

// LocalCandidates returns the default addresses of Ollama, LM Studio and llama.cpp
// in order of preference.
func LocalCandidates() []Candidate {
	return []Candidate{
		{"ollama", "http://127.0.0.1:11434"},
		{"lmstudio", "http://127.0.0.1:1234"},
		{"llamacpp", "http://127.0.0.1:8080"},
	}
}

// FoundServer is a local model server that answered.
type FoundServer struct {
	Kind   string
	URL    string
	Model  string   // the chosen model
	Models []string // all listed models
}

// Config returns the configuration of a Client for the server.
func (f FoundServer) Config() Config {
	return Config{BaseURL: f.URL, Model: f.Model, Name: f.Kind, AddsLocalSampling: true}
}

// Detect probes all candidates concurrently. It returns the first model server with a model, in the
// order of candidates. It takes at most 300 ms and logs nothing about the candidates. client may be
// nil.
func Detect(ctx context.Context, client *http.Client, candidates []Candidate) (FoundServer, bool) {
	ctx, cancel := context.WithTimeout(ctx, detectTimeout)
	defer cancel()
	foundServers := make([]FoundServer, len(candidates))
	var wg obs.Group
	for i, c := range candidates {
		wg.Go(ctx, nil, "model detection", func() { foundServers[i], _ = Probe(ctx, client, c) })
	}
	wg.Wait()
	for _, f := range foundServers {
		if f.Model != "" {
			return f, true
		}
	}
	return FoundServer{}, false
}

// Probe reports whether a candidate is a server of its kind that lists a model, and returns the
// server. A llama.cpp server must also pass its health check, because another program may listen on
// its usual port. This service is such a program.
func Probe(ctx context.Context, client *http.Client, c Candidate) (FoundServer, bool) {
	if client == nil {
		transport := &http.Transport{DisableKeepAlives: true}
		defer transport.CloseIdleConnections()
		client = &http.Client{Transport: transport}
	}
	if !isServerOfKind(ctx, client, c) {
		return FoundServer{}, false
	}
	server, err := New(Config{BaseURL: c.URL, Name: c.Kind, HTTP: client, Timeouts: probeTimeouts()})
	if err != nil {
		return FoundServer{}, false
	}
	ids, err := server.Models(ctx)
	if err != nil {
		return FoundServer{}, false
	}
	f := FoundServer{Kind: c.Kind, URL: c.URL, Models: ids, Model: firstChatModel(ids)}
	return f, f.Model != ""
}

// IsGone reports whether a found server no longer serves its model. The causes are: nothing
// listens, another program listens, or the server does not list the model. A slow or busy server is
// not gone.
func (f FoundServer) IsGone(ctx context.Context, client *http.Client) bool {
	server, err := New(Config{BaseURL: f.URL, Name: f.Kind, HTTP: client, Timeouts: goneCheckTimeouts()})
	if err != nil {
		return true
	}
	ids, err := server.Models(ctx)
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return e.IsUnreachable || e.Kind == llm.ErrAuth
	}
	return !slices.Contains(ids, f.Model)
}

// isServerOfKind reports whether the server answers a request that only servers of the candidate's
// kind answer. For LM Studio it makes no request and returns true.
func isServerOfKind(ctx context.Context, client *http.Client, c Candidate) bool {
	var answer struct {
		Version string `json:"version"`
		Status  string `json:"status"`
	}
	switch c.Kind {
	case "ollama":
		return getJSON(ctx, client, c.URL+"/api/version", &answer) && answer.Version != ""
	case "llamacpp":
		return getJSON(ctx, client, c.URL+"/health", &answer) && answer.Status == "ok"
	}
	return true
}

func getJSON(ctx context.Context, client *http.Client, address string, into any) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	resp, err := client.Do(r)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return err == nil && resp.StatusCode == http.StatusOK && json.Unmarshal(body, into) == nil
}
