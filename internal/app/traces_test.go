package app_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
)

// traceCollector is an OpenTelemetry collector that stores the spans that it receives.
type traceCollector struct {
	mu   sync.Mutex
	text bytes.Buffer // protobuf messages, in which names and attributes are readable
}

func (c *traceCollector) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		if plain, err := gzip.NewReader(r.Body); err == nil {
			body = plain
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	io.Copy(&c.text, body)
}

func (c *traceCollector) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// TestTracesHaveNoPrivateText: spans have routes, statuses and the provider, and nothing
// that a user has typed.
// rule operations-traces
func TestTracesHaveNoPrivateText(t *testing.T) {
	c := &traceCollector{}
	server := httptest.NewServer(c)
	defer server.Close()
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
		o.Config.TraceURL, o.Config.TraceShare = server.URL+"/v1/traces", 1
	})
	ada := e.NewUser("Ada")
	ada.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200)
	if s := ada.Send("ada-lovelace", "A canary sings", "").ReadAll(); s.Status != "complete" {
		t.Fatal(s.Status)
	}
	ada.Do("GET", "/characters?search=canary", nil).Want(200)
	if err := e.App.Close(); err != nil {
		t.Fatal(err)
	}
	got := c.String()
	for _, want := range []string{"colloquy", "GET /characters", "POST /messages/{id}/stream", "model reply", "first piece", "http.response.status_code"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in the spans", want)
		}
	}
	for _, private := range []string{"canary", ada.Email, ada.UserID, ada.Token} {
		if strings.Contains(got, private) {
			t.Errorf("the spans have %q", private)
		}
	}
}

// rule operations-traces
func TestServiceWorksWithoutItsCollector(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
		o.Config.TraceURL, o.Config.TraceShare = "http://127.0.0.1:9/v1/traces", 1
	})
	ada := e.NewUser("Ada")
	ada.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200)
	if s := ada.Send("ada-lovelace", "Good day", "").ReadAll(); s.Status != "complete" {
		t.Error(s.Status)
	}
}
