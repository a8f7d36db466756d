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

// detectLimit is how long Detect takes at the very most, and checkLimit how long
// Gone does.
const (
	detectLimit = 300 * time.Millisecond
	checkLimit  = 2 * time.Second
)

func limitsOfCheck() upstream.Limits {
	return upstream.Limits{FirstPiece: checkLimit, Idle: checkLimit, Total: checkLimit}
}

// Candidate is a place where a model server may be listening.
type Candidate struct {
	Kind string // "ollama", "lmstudio" or "llamacpp"
	URL  string // the server's root, without a path
}

// LocalCandidates are the places where Ollama, LM Studio and llama.cpp listen
// unless told otherwise, in the order in which they are preferred.
func LocalCandidates() []Candidate {
	return []Candidate{
		{"ollama", "http://127.0.0.1:11434"},
		{"lmstudio", "http://127.0.0.1:1234"},
		{"llamacpp", "http://127.0.0.1:8080"},
	}
}

// Found is a local model server that answered.
type Found struct {
	Kind   string
	URL    string
	Model  string   // the one to talk to
	Models []string // all that it lists
}

// Config is what New needs to use the server.
func (f Found) Config() Config {
	return Config{BaseURL: f.URL, Model: f.Model, Name: f.Kind, LocalFamily: true}
}

// Detect asks all candidates at once and returns the first in order that is a
// model server with a model. It takes 300 ms at most and makes no noise about
// those that are not there. client may be nil.
func Detect(ctx context.Context, client *http.Client, candidates []Candidate) (Found, bool) {
	ctx, cancel := context.WithTimeout(ctx, detectLimit)
	defer cancel()
	found := make([]Found, len(candidates))
	var wg obs.Group
	for i, c := range candidates {
		wg.Go(ctx, nil, "model detection", func() { found[i], _ = Probe(ctx, client, c) })
	}
	wg.Wait()
	for _, f := range found {
		if f.Model != "" {
			return f, true
		}
	}
	return Found{}, false
}

// Probe reports whether a candidate is what it is thought to be and lists a
// model. On llama.cpp's port any other program may listen, this one too: there
// both the health answer and the list must be right.
func Probe(ctx context.Context, client *http.Client, c Candidate) (Found, bool) {
	if client == nil {
		transport := &http.Transport{DisableKeepAlives: true}
		defer transport.CloseIdleConnections()
		client = &http.Client{Transport: transport}
	}
	if !greets(ctx, client, c) {
		return Found{}, false
	}
	server, err := New(Config{BaseURL: c.URL, Name: c.Kind, HTTP: client, Limits: limitsOfProbe()})
	if err != nil {
		return Found{}, false
	}
	ids, err := server.Models(ctx)
	if err != nil {
		return Found{}, false
	}
	f := Found{Kind: c.Kind, URL: c.URL, Models: ids, Model: pick(ids)}
	return f, f.Model != ""
}

// Gone reports whether a server that was found serves its model no longer:
// nothing listens, something else does, or the model is not listed any more. A
// server that is slow or busy is still there.
func (f Found) Gone(ctx context.Context, client *http.Client) bool {
	server, err := New(Config{BaseURL: f.URL, Name: f.Kind, HTTP: client, Limits: limitsOfCheck()})
	if err != nil {
		return true
	}
	ids, err := server.Models(ctx)
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return e.Unreachable || e.Kind == llm.ErrAuth
	}
	return !slices.Contains(ids, f.Model)
}

// greets asks for what only this kind of server answers.
func greets(ctx context.Context, client *http.Client, c Candidate) bool {
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
