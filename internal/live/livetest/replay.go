package livetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"colloquy/internal/live"
)

// seqsBeyondEnd are Seqs that no event has in a log of three events.
var seqsBeyondEnd = []int64{4, 5, 6, 7, 50, 999_999, math.MaxInt32, math.MaxUint32, math.MaxInt64 - 1, math.MaxInt64}

var replayCases = []testCase{
	{"replay from any place of a running log", func(ctx context.Context, t *testing.T, log live.Logs) {
		appendEvents(t, createLog(ctx, t, log, "a"), sampleEvents...)
		r := openLog(ctx, t, log, "a")
		for after := range sampleEvents {
			got, err := readEvents(ctx, r, int64(after), len(sampleEvents)-after)
			if err != nil {
				t.Fatal(err)
			}
			wantEvents(t, got, sampleEvents[after:])
		}
		wantQuiet(ctx, t, r, int64(len(sampleEvents)), 0)
	}},
	{"replay from any place of a closed log", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		appendEvents(t, w, sampleEvents...)
		closeWriter(t, w)
		for after := range sampleEvents {
			got, err := readEvents(ctx, openLog(ctx, t, log, "a"), int64(after), -1)
			if err != nil {
				t.Fatal(err)
			}
			wantEvents(t, got, sampleEvents[after:])
		}
	}},
	{"one call returns everything there is", func(ctx context.Context, t *testing.T, log live.Logs) {
		appendEvents(t, createLog(ctx, t, log, "a"), sampleEvents...)
		events, end, err := openLog(ctx, t, log, "a").Next(ctx, 0, 0)
		if err != nil || end {
			t.Fatalf("Next: end %v, error %v", end, err)
		}
		wantEvents(t, events, sampleEvents)
	}},
	{"a place before the first is the start", func(ctx context.Context, t *testing.T, log live.Logs) {
		appendEvents(t, createLog(ctx, t, log, "a"), sampleEvents...)
		got, err := readEvents(ctx, openLog(ctx, t, log, "a"), -7, len(sampleEvents))
		if err != nil {
			t.Fatal(err)
		}
		wantEvents(t, got, sampleEvents)
	}},
	{"a place beyond the last waits for what follows it", func(ctx context.Context, t *testing.T, log live.Logs) {
		for i, after := range seqsBeyondEnd {
			w := createLog(ctx, t, log, fmt.Sprint(i))
			r := openLog(ctx, t, log, fmt.Sprint(i))
			appendEvents(t, w, sampleEvents[:3]...)
			wantQuiet(ctx, t, r, after, 0)
			wantQuiet(ctx, t, r, after, shortWait)
			awaitEvents := startFollower(ctx, r, after)
			awaitEventsByCallback := startCallbackFollower(ctx, openLog(ctx, t, log, fmt.Sprint(i)), after)
			time.Sleep(shortWait) // both readers wait now
			appendEvents(t, w, sampleEvents[3:]...)
			closeWriter(t, w)
			laterEvents := sampleEvents[min(after, int64(len(sampleEvents))):]
			wantEvents(t, awaitEvents(t), laterEvents)
			wantEvents(t, awaitEventsByCallback(t), laterEvents)
			if len(laterEvents) == 0 {
				wantEnd(ctx, t, openLog(ctx, t, log, fmt.Sprint(i)), after)
			}
		}
	}},
	{"the caller's buffer is copied", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		buf := []byte("first")
		appendEvents(t, w, live.Event{Seq: 1, Data: buf})
		copy(buf, "SECOND")
		got, err := readEvents(ctx, openLog(ctx, t, log, "a"), 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		wantEvents(t, got, []live.Event{{Seq: 1, Data: []byte("first")}})
	}},
	{"logs do not mix", func(ctx context.Context, t *testing.T, log live.Logs) {
		writerOne, writerTwo := createLog(ctx, t, log, "one"), createLog(ctx, t, log, "two")
		appendEvents(t, writerOne, live.Event{Seq: 1, Data: []byte("1")})
		appendEvents(t, writerTwo, live.Event{Seq: 1, Data: []byte("2")})
		appendEvents(t, writerOne, live.Event{Seq: 2, Data: []byte("1")})
		got, err := readEvents(ctx, openLog(ctx, t, log, "two"), 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		wantEvents(t, got, []live.Event{{Seq: 1, Data: []byte("2")}})
		wantQuiet(ctx, t, openLog(ctx, t, log, "two"), 1, 0)
	}},
	{"Last tells the newest event", testLastIsNewestSeq},
	{"a dropped log cannot be opened", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		awaitEvents := startFollower(ctx, openLog(ctx, t, log, "a"), 0)
		appendEvents(t, w, sampleEvents[:3]...)
		log.Drop("a")
		log.Drop("none")
		if r, err := log.Open(ctx, "a"); !errors.Is(err, live.ErrGone) {
			t.Errorf("Open = %v, %v; want ErrGone", r, err)
		}
		appendEvents(t, w, sampleEvents[3:]...)
		closeWriter(t, w)
		wantEvents(t, awaitEvents(t), sampleEvents)
		if r, err := log.Open(ctx, "a"); !errors.Is(err, live.ErrGone) {
			t.Errorf("after Close Open = %v, %v; want ErrGone", r, err)
		}
	}},
	{"a log that never was is gone", func(ctx context.Context, t *testing.T, log live.Logs) {
		if r, err := log.Open(ctx, "none"); !errors.Is(err, live.ErrGone) {
			t.Errorf("Open = %v, %v; want ErrGone", r, err)
		}
	}},
	{"a key has one log", testKeyIsTakenOnce},
	{"a full log refuses more", func(ctx context.Context, t *testing.T, log live.Logs) {
		w := createLog(ctx, t, log, "a")
		if _, err := w.Append("", make([]byte, live.MaxLogBytes+1)); !errors.Is(err, live.ErrFull) {
			t.Errorf("Append beyond MaxBytes gave %v, want ErrFull", err)
		}
		appendEvents(t, w, live.Event{Seq: 1, Data: []byte("fits")})
	}},
}

func testLastIsNewestSeq(ctx context.Context, t *testing.T, log live.Logs) {
	w := createLog(ctx, t, log, "a")
	if got := openLog(ctx, t, log, "a").NewestSeq(); got != 0 {
		t.Errorf("Last of an empty log = %d, want 0", got)
	}
	appendEvents(t, w, sampleEvents...)
	r := openLog(ctx, t, log, "a")
	if got := r.NewestSeq(); got != 6 {
		t.Errorf("Last after Open = %d, want 6", got)
	}
	appendEvents(t, w, live.Event{Seq: 7, Data: []byte("x")})
	if _, err := readEvents(ctx, r, 6, 1); err != nil {
		t.Fatal(err)
	}
	if got := r.NewestSeq(); got != 7 {
		t.Errorf("Last after reading event 7 = %d, want 7", got)
	}
}

func testKeyIsTakenOnce(ctx context.Context, t *testing.T, log live.Logs) {
	w := createLog(ctx, t, log, "a")
	if _, err := log.Create(ctx, "a"); !errors.Is(err, live.ErrExists) {
		t.Errorf("Create of a running log gave %v, want ErrExists", err)
	}
	appendEvents(t, w, live.Event{Seq: 1, Data: []byte("kept")})
	closeWriter(t, w)
	if _, err := log.Create(ctx, "a"); !errors.Is(err, live.ErrExists) {
		t.Errorf("Create of a kept log gave %v, want ErrExists", err)
	}
	got, err := readEvents(ctx, openLog(ctx, t, log, "a"), 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	wantEvents(t, got, []live.Event{{Seq: 1, Data: []byte("kept")}})
}
