package httpx_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// panickingSessions panics at the first check. At later checks it reports no open session.
type panickingSessions struct{ checks atomic.Int32 }

func (s *panickingSessions) StillOpenSessions(context.Context, []string) ([]string, error) {
	if s.checks.Add(1) == 1 {
		panic("the first check")
	}
	return nil, nil
}

// TestStreamsEndAfterACheckThatPanics: a panic of one check does not stop the next ones.
// Rule accounts-streams-end.
func TestStreamsEndAfterACheckThatPanics(t *testing.T) {
	sessions := &panickingSessions{}
	a := httpx.New(httpx.Options{
		Table: testRouteTable()[4:], Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler),
		Auth: fakeAuth{"ada": {UserID: "u1", SessionID: "s1"}}, Sessions: sessions,
	})
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/stream", ID: "s", StreamMediaTypes: "text/event-stream"},
		func(context.Context, *struct{}) (*huma.StreamResponse, error) {
			return httpx.EventStream(func(ctx context.Context, _ *httpx.EventWriter) { <-ctx.Done() }), nil
		})
	server := httptest.NewServer(a.Handler(http.NotFoundHandler()))
	defer server.Close()
	streamsCtx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.EndStreams(streamsCtx)
	}()

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/api/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer ada")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Errorf("the stream did not end: %v", err)
	}
	if n := sessions.checks.Load(); n < 2 {
		t.Errorf("%d checks", n)
	}
	stop()
	<-ended
}
