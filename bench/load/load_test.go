package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// serveStream starts a server with a handler, and returns a Stream that calls it.
func serveStream(t *testing.T, answer http.HandlerFunc) Stream {
	t.Helper()
	srv := httptest.NewServer(answer)
	t.Cleanup(srv.Close)
	addr := srv.Listener.Addr().String()
	return Stream{Addr: addr, Request: PostRequest(addr, "/chat", "X-Who: me\r\n", `{"a":1}`), WantText: "one two three", PieceCount: 2}
}

func writeEvents(w http.ResponseWriter, lines ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, line := range lines {
		fmt.Fprint(w, line, "\n\n")
		http.NewResponseController(w).Flush()
	}
}

const (
	roleEvent       = `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`
	firstPieceEvent = `data: {"choices":[{"index":0,"delta":{"content":"one "}}]}`
	lastPieceEvent  = `data: {"choices":[{"index":0,"delta":{"content":"two three"},"finish_reason":null}]}`
)

func TestBothDialectsAreRead(t *testing.T) {
	for name, lines := range map[string][]string{
		"model":  {roleEvent, firstPieceEvent, lastPieceEvent, `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}`, "data: [DONE]"},
		"server": {":", "id: 1\ndata: {\"content\":\"one \"}", "data: {\"content\":\"two three\"}", "event: complete\ndata: {}", "data: {\"content\":\"\",\"suggestions\":[\"More?\"]}", "event: done\ndata: {}"},
	} {
		s := serveStream(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || r.Header.Get("X-Who") != "me" || r.ContentLength != 7 {
				t.Errorf("%s: asked with %s %v", name, r.Method, r.Header)
			}
			writeEvents(w, lines...)
		})
		r := s.Do(t.Context())
		if r.Err != nil || r.PieceCount != 2 || r.FirstPieceTime <= 0 || r.LastPieceTime < r.FirstPieceTime {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestFailedStreamsReturnTheirErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"status": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "slow down", http.StatusTooManyRequests) }, "status 429: slow down"},
		"cut":    {func(w http.ResponseWriter, _ *http.Request) { writeEvents(w, firstPieceEvent, lastPieceEvent) }, errNoEnd.Error()},
		"text":   {func(w http.ResponseWriter, _ *http.Request) { writeEvents(w, firstPieceEvent, "data: [DONE]") }, errWrongText.Error()},
		"error":  {func(w http.ResponseWriter, _ *http.Request) { writeEvents(w, "event: error\ndata: {\"code\":\"x\"}") }, `{"code":"x"}`},
		"broken": {func(w http.ResponseWriter, _ *http.Request) {
			writeEvents(w, firstPieceEvent)
			panic(http.ErrAbortHandler)
		}, "EOF"},
	} {
		if r := serveStream(t, tt.answer).Do(t.Context()); r.Err == nil || !strings.Contains(r.Err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, r.Err, tt.want)
		}
	}
}

func TestRefusedConnectionIsAnError(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if r := (Stream{Addr: l.Addr().String()}).Do(t.Context()); r.Err == nil {
		t.Error("a stream from a closed port")
	}
}

func TestCancellingEndsStreams(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serveStream(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // net/http detects a disconnected client only after the body was read
		writeEvents(w, firstPieceEvent)
		cancel()
		<-r.Context().Done()
	})
	results, _ := Shape{ClientCount: 2, StreamsPerClient: 1, Ramp: time.Hour}.Run(ctx, func(int) Stream { return s })
	for i, r := range results {
		if r.Err == nil {
			t.Errorf("stream %d did not fail", i)
		}
	}
}

func TestRunOpensEachStreamOnce(t *testing.T) {
	var open, maxOpen atomic.Int64
	var mu sync.Mutex
	openingCountByStream := map[int]int{}
	s := serveStream(t, func(w http.ResponseWriter, _ *http.Request) {
		if n := open.Add(1); n > maxOpen.Load() {
			maxOpen.Store(n)
		}
		writeEvents(w, firstPieceEvent, lastPieceEvent, "data: [DONE]")
		open.Add(-1)
	})
	shape := Shape{ClientCount: 4, StreamsPerClient: 5, Ramp: 20 * time.Millisecond}
	results, duration := shape.Run(t.Context(), func(n int) Stream {
		mu.Lock()
		defer mu.Unlock()
		openingCountByStream[n]++
		return s
	})
	if len(results) != 20 || shape.StreamCount() != 20 || len(openingCountByStream) != 20 {
		t.Errorf("%d results, %d asked for", len(results), len(openingCountByStream))
	}
	if maxOpen.Load() > 4 || duration < 15*time.Millisecond {
		t.Errorf("%d at once, %v in all", maxOpen.Load(), duration)
	}
	for i, r := range results {
		if r.Err != nil || openingCountByStream[i] != 1 {
			t.Errorf("stream %d: %+v, asked for %d times", i, r, openingCountByStream[i])
		}
	}
}

func TestSummaryLeavesOutFailedStreams(t *testing.T) {
	results := []Result{
		{FirstPieceTime: 10 * time.Millisecond, LastPieceTime: 1000 * time.Millisecond, PieceCount: 20},
		{FirstPieceTime: 30 * time.Millisecond, LastPieceTime: 2000 * time.Millisecond, PieceCount: 20},
		{FirstPieceTime: 20 * time.Millisecond, LastPieceTime: 1000 * time.Millisecond, PieceCount: 20},
		{FirstPieceTime: time.Millisecond, Err: errors.New("cut")},
	}
	s := Summarize(results, 2*time.Second, 900*time.Millisecond)
	if s.StreamCount != 4 || s.FailedStreamCount != 1 || s.Err == nil || s.PieceCount != 60 || s.PiecesPerSecond != 30 {
		t.Errorf("%+v", s)
	}
	if s.FirstPieceMedian != 20*time.Millisecond || s.FirstPieceP99 != 30*time.Millisecond {
		t.Errorf("first token %v, %v", s.FirstPieceMedian, s.FirstPieceP99)
	}
	if want := (0.9 + 0.45 + 0.9) / 3; math.Abs(s.PaceToNominalRatio-want) > 1e-9 {
		t.Errorf("pace %v, want %v", s.PaceToNominalRatio, want)
	}
	if s := Summarize(results[:1], time.Second, 0); s.PaceToNominalRatio != 1 {
		t.Errorf("pace %v of a load without one", s.PaceToNominalRatio)
	}
	if s := Summarize(results[3:], time.Second, time.Second); s.FailedStreamCount != 1 || s.PieceCount != 0 || s.FirstPieceMedian != 0 {
		t.Errorf("nothing but failures: %+v", s)
	}
}

func TestQuantileIsTheNearestRank(t *testing.T) {
	oneToHundred := make([]int, 100)
	for i := range oneToHundred {
		oneToHundred[i] = i + 1
	}
	for _, tt := range []struct {
		list []int
		q    float64
		want int
	}{
		{nil, 0.5, 0}, {[]int{7}, 0.99, 7}, {[]int{1, 2, 3}, 0.5, 2}, {[]int{1, 2, 3, 4}, 0.5, 2},
		{oneToHundred, 0.5, 50}, {oneToHundred, 0.99, 99}, {oneToHundred, 1, 100}, {oneToHundred, 0, 1},
	} {
		if got := Quantile(tt.list, tt.q); got != tt.want {
			t.Errorf("%v of %d values: %d, want %d", tt.q, len(tt.list), got, tt.want)
		}
	}
}
