package live_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"colloquy/internal/live"
)

// sampleEvent is a typical event of a reply.
var sampleEvent = []byte(`{"text":" word"}`)

func TestAppendAndNextDoNotAllocate(t *testing.T) {
	log := live.NewMemoryLogs(live.Options{})
	w := mustCreate(t, log, "a")
	defer w.Close()
	r, idle := mustOpenReader(t, log, "a"), mustOpenReader(t, log, "a")
	defer idle.Close()
	// The first wait allocates the timer and the list of the reader. Later waits reuse both.
	if _, _, err := r.Next(t.Context(), 0, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	var after int64
	appendAndRead := func() {
		if _, err := w.Append("", sampleEvent); err != nil {
			t.Fatal(err)
		}
		events, _, err := r.Next(t.Context(), after, time.Minute)
		if err != nil || len(events) != 1 {
			t.Fatalf("Next gave %d events, %v", len(events), err)
		}
		after = events[0].Seq
		if events, _, err := r.Next(t.Context(), after, time.Nanosecond); err != nil || len(events) != 0 {
			t.Fatalf("Next gave %d events, %v", len(events), err)
		}
	}
	if got := testing.AllocsPerRun(2000, appendAndRead); got != 0 {
		t.Errorf("an event costs %v allocations, want none beside the growing text", got)
	}
}

func TestOpenStreamIsSmall(t *testing.T) {
	const streams, pieces, budget = 500, 200, 4 << 10
	log := live.NewMemoryLogs(live.Options{})
	heapBefore := heapBytes()
	readers := make([]live.Reader, streams)
	for i := range readers {
		key := fmt.Sprint("reply-", i)
		w := mustCreate(t, log, key)
		readers[i] = mustOpenReader(t, log, key)
		for range pieces {
			mustAppend(t, w, string(sampleEvent))
			if _, _, err := readers[i].Next(t.Context(), readers[i].NewestSeq()-1, 0); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := readers[i].Next(t.Context(), pieces, time.Nanosecond); err != nil {
			t.Fatal(err)
		}
	}
	bytesPerStream := (heapBytes() - heapBefore) / streams
	t.Logf("an open stream takes %d bytes", bytesPerStream)
	if text := int64(pieces * len(sampleEvent)); bytesPerStream > budget+text {
		t.Errorf("an open stream with %d bytes of text takes %d bytes, want at most %d more than the text", text, bytesPerStream, budget)
	}
	runtime.KeepAlive(readers)
	runtime.KeepAlive(log)
}

func heapBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkAppend appends to 1,000 logs in turn, each with one waiting reader.
func BenchmarkAppend(b *testing.B) {
	log := live.NewMemoryLogs(live.Options{})
	writers := make([]live.Writer, 1000)
	for i := range writers {
		writers[i] = mustCreate(b, log, fmt.Sprint(i))
		defer writers[i].Close()
		go readToEnd(b.Context(), mustOpenReader(b, log, fmt.Sprint(i)))
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if _, err := writers[i%len(writers)].Append("", sampleEvent); err != nil {
			b.Fatal(err)
		}
	}
}

// readToEnd reads a log to its end.
func readToEnd(ctx context.Context, r live.Reader) {
	defer r.Close()
	for after := int64(0); ; {
		events, end, err := r.Next(ctx, after, time.Minute)
		if end || err != nil {
			return
		}
		if n := len(events); n > 0 {
			after = events[n-1].Seq
		}
	}
}

// BenchmarkReplay opens and reads a log of 500 events.
func BenchmarkReplay(b *testing.B) {
	log := live.NewMemoryLogs(live.Options{})
	w := mustCreate(b, log, "a")
	defer w.Close()
	for range 500 {
		mustAppend(b, w, string(sampleEvent))
	}
	b.ReportAllocs()
	for b.Loop() {
		r := mustOpenReader(b, log, "a")
		if events, _, err := r.Next(b.Context(), 0, 0); err != nil || len(events) != 500 {
			b.Fatalf("%d events, %v", len(events), err)
		}
		r.Close()
	}
}
