package httpx_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// streamHandler returns a handler whose only call streams the events of fn.
func streamHandler(fn func(w *httpx.EventWriter)) http.Handler {
	a := httpx.New(httpx.Options{Table: testRouteTable()[4:], Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{}})
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/stream", ID: "s", StreamMediaTypes: "text/event-stream"},
		func(context.Context, *struct{}) (*huma.StreamResponse, error) {
			return httpx.EventStream(func(_ context.Context, w *httpx.EventWriter) { fn(w) }), nil
		})
	return a.Handler(http.NotFoundHandler())
}

// CanFlush returns false while a flush would block because the client has stopped reading. It
// returns true again when the client continues.
func TestCanFlushIsFalseWhenAFlushWouldBlock(t *testing.T) {
	for _, size := range []int{100, 1000, 3900} {
		t.Run(strconv.Itoa(size), func(t *testing.T) { checkCanFlushUntilFull(t, size) })
	}
}

func checkCanFlushUntilFull(t *testing.T, size int) {
	eventsUntilFull, mayContinue := make(chan int64, 1), make(chan struct{})
	canFlushAgain := make(chan bool, 1)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	serveResult := make(chan error, 1)
	s := httpx.NewServer(streamHandler(func(w *httpx.EventWriter) {
		n := int64(0)
		if w.CanFlush(64 << 10) {
			t.Error("ready for more than a connection is sure to take")
		}
		for startTime := time.Now(); w.CanFlush(size); {
			n++
			w.AddEvent(n, "", []byte(`{"content":"`+strings.Repeat("x", size-64)+`"}`))
			if err := w.Flush(); err != nil || time.Since(startTime) > 10*time.Second {
				t.Errorf("flush %d waited: %v", n, err)
				break
			}
		}
		eventsUntilFull <- n
		<-mayContinue
		canFlush := false
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		for startTime := time.Now(); !canFlush && time.Since(startTime) < 10*time.Second; <-ticker.C {
			canFlush = w.CanFlush(size)
		}
		canFlushAgain <- canFlush
	}), slog.New(slog.DiscardHandler))
	go func() { serveResult <- s.Serve(ctx, l) }()

	resp, err := http.Get("http://" + l.Addr().String() + "/api/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if n := <-eventsUntilFull; n < 10 {
		t.Errorf("full after %d events", n)
	}
	close(mayContinue)
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Error(err)
	}
	if !<-canFlushAgain {
		t.Error("a reader that reads again is not seen")
	}
	cancel()
	if err := <-serveResult; err != nil {
		t.Error(err)
	}
}

// On connections that are not plain TCP, CanFlush returns false, and the stream still works.
func TestCanFlushIsFalseOnOtherConnections(t *testing.T) {
	srv := httptest.NewServer(streamHandler(func(w *httpx.EventWriter) {
		if w.CanFlush(1) {
			t.Error("ready on an unknown connection")
		}
		w.AddEvent(1, "", []byte(`{}`))
		if err := w.Flush(); err != nil {
			t.Error(err)
		}
	}))
	defer srv.Close()
	resp, err := srv.Client().Get(srv.URL + "/api/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Error(err)
	}
}
