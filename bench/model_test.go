package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/model"
	"colloquy/bench/script"
	"colloquy/internal/llm/fake"
)

// startTestServer starts a server with a handler and returns its address.
func startTestServer(t *testing.T, h http.Handler) string {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.Listener.Addr().String()
}

func TestModelFollowsTheScript(t *testing.T) {
	newStream := chatStream(startTestServer(t, model.NewServer()))
	for _, p := range []phase{{"", load.Shape{}, 1, 0}, {"", load.Shape{}, script.MaxPieces, 0}, {"", load.Shape{}, 5, 20 * time.Millisecond}} {
		r := newStream(p, 0).Do(t.Context())
		if r.Err != nil || r.PieceCount != p.piecesPerAnswer || r.LastPieceTime < p.nominalDuration() {
			t.Errorf("%d pieces, one each %v: %+v", p.piecesPerAnswer, p.pieceInterval, r)
		}
	}
}

func TestModelAnswersRequestsOutsideTheScript(t *testing.T) {
	base := "http://" + startTestServer(t, model.NewServer())
	for body, want := range map[string]string{
		`{"messages":[{"role":"user","content":"Good day"}]}`:                                                                            "You ",
		`{"messages":[{"role":"user","content":"` + script.UserMessage(3, 0) + ` What could I ` + fake.SuggestionRequestPhrase + `?"}]}`: "Tell me more about that.",
	} {
		resp, err := http.Post(base+"/v1/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !strings.Contains(string(answer), want) {
			t.Errorf("%s: %.200s, %v", body, answer, err)
		}
	}
	resp, err := http.Get(base + "/v1/models")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var list struct{ Data []struct{ ID string } }
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil || len(list.Data) != 1 {
		t.Errorf("models %+v, %v", list, err)
	}
}

// The proxy must not break a stream if the model answers while the proxy still sends the request.
func TestProxyLosesNoStream(t *testing.T) {
	target := &url.URL{Scheme: "http", Host: startTestServer(t, model.NewServer())}
	newStream := chatStream(startTestServer(t, newProxy(target)))
	p := phase{shape: load.Shape{ClientCount: 8, StreamsPerClient: 100}, piecesPerAnswer: 5}
	results, duration := p.shape.Run(t.Context(), func(n int) load.Stream { return newStream(p, n) })
	if s := load.Summarize(results, duration, 0); s.FailedStreamCount > 0 || s.PieceCount != 4000 {
		t.Errorf("%+v", s)
	}
}
