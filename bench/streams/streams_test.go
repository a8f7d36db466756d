package main

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/people"
)

func TestDelaysAreReadFromPieces(t *testing.T) {
	now := time.Now()
	text := formatPiece(now.Add(-40*time.Millisecond)) + formatPiece(now.Add(-2*time.Second))
	got, err := parsePieceDelays([]byte(text), now)
	if err != nil || len(got) != 2 || got[0].Round(time.Millisecond) != 40*time.Millisecond || got[1].Round(time.Millisecond) != 2*time.Second {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := parsePieceDelays([]byte("w1 a,b "), now); err == nil {
		t.Error("a text of another model was accepted")
	}
}

func TestPiecesTellTheirSendingTimes(t *testing.T) {
	srv := httptest.NewServer(&modelServer{pieceCount: 3, pieceInterval: 5 * time.Millisecond})
	defer srv.Close()
	addr := srv.Listener.Addr().String()
	var sendTimes []time.Time
	result := load.Stream{Addr: addr, Request: load.PostRequest(addr, "/v1/chat/completions", "", `{"messages":[]}`), PieceCount: 3, OnPiece: func(text []byte) {
		now := time.Now()
		delays, err := parsePieceDelays(text, now)
		if err != nil {
			t.Error(err)
		}
		for _, delay := range delays {
			sendTimes = append(sendTimes, now.Add(-delay))
		}
	}}.Do(t.Context())
	if result.Err != nil || len(sendTimes) != 3 || sendTimes[2].Sub(sendTimes[0]) < 9*time.Millisecond {
		t.Errorf("%+v, sent at %v", result, sendTimes)
	}
	resp, err := http.Post(srv.URL+"/v1/chat/completions", "application/json", strings.NewReader(`{"messages":[{"role":"system","content":"say next"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || !bytes.Contains(text, []byte("Tell me more")) {
		t.Errorf("suggestions: %s, %v", text, err)
	}
}

// A reader counts as ended when the server closes its connection, and not while it is silent.
func TestEndedReadersAreCounted(t *testing.T) {
	end := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "data: {\"unread\": 0}\n\n")
		http.NewResponseController(w).Flush()
		if r.Header.Get("Authorization") == "Bearer short" {
			select {
			case <-end:
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
	}))
	defer srv.Close()
	conns, err := openIdleReaders(t.Context(), srv.Listener.Addr().String(), []people.Person{{Token: "long"}, {Token: "short"}, {Token: "long"}})
	defer closeAll(conns)
	if err != nil || len(conns) != 3 {
		t.Fatalf("%d readers, %v", len(conns), err)
	}
	if n := countEndedReaders(conns); n != 0 {
		t.Errorf("%d of the open readers have ended", n)
	}
	close(end)
	for range 200 {
		if countEndedReaders(conns) == 1 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d readers have ended, want 1", countEndedReaders(conns))
}

func TestRefusedReaderIsAnError(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	conns, err := openIdleReaders(t.Context(), srv.Listener.Addr().String(), []people.Person{{}})
	closeAll(conns)
	if err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("%v", err)
	}
}

func TestClosedConnectionCountsAsEnded(t *testing.T) {
	client, server := net.Pipe()
	server.Close()
	if !hasEnded(client, make([]byte, 1)) {
		t.Error("a closed connection counts as open")
	}
}

func TestReportNamesMissedAims(t *testing.T) {
	r := report{options: options{idleReaderCount: 10, activeReaderCount: 2, pieceCount: 2, pieceInterval: time.Millisecond}, endedReaderCount: 1, idleKiB: 61, delays: []time.Duration{1, 2, 3}}
	var out strings.Builder
	r.write(&out)
	if strings.Count(out.String(), "MISSED") != 4 {
		t.Errorf("%s", out.String())
	}
}

// The second result of sortedDelays leaves out pieces that arrived before the last reply began. It
// also leaves out pieces that arrived after the first reply ended.
func TestFullLoadDelaysNeedAllRepliesRunning(t *testing.T) {
	start := time.Now()
	at := func(seconds int, delay time.Duration) pieceArrival {
		return pieceArrival{start.Add(time.Duration(seconds) * time.Second), delay}
	}
	allPieceDelays, fullLoadDelays := sortedDelays([][]pieceArrival{
		{at(0, 9), at(3, 2), at(5, 1)},
		{at(2, 3), at(4, 4), at(8, 7)},
		nil,
	})
	if want := []time.Duration{1, 2, 3, 4, 7, 9}; !slices.Equal(allPieceDelays, want) {
		t.Errorf("all: %v", allPieceDelays)
	}
	if want := []time.Duration{1, 2, 3, 4}; !slices.Equal(fullLoadDelays, want) {
		t.Errorf("while all run: %v", fullLoadDelays)
	}
	if allPieceDelays, fullLoadDelays := sortedDelays(nil); len(allPieceDelays)+len(fullLoadDelays) != 0 {
		t.Errorf("without replies: %v, %v", allPieceDelays, fullLoadDelays)
	}
}
