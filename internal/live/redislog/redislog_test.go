package redislog_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"colloquy/internal/live"
	"colloquy/internal/live/livetest"
	"colloquy/internal/live/redislog"
	"colloquy/internal/obs"
	"colloquy/internal/redisdb"
	"colloquy/internal/redisdb/redistest"
)

// newProcessLogs returns the Logs of one process that uses a server.
func newProcessLogs(t *testing.T, url, prefix string) *redislog.Logs {
	t.Helper()
	client, err := redisdb.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	loops := obs.NewLoops(slog.New(slog.DiscardHandler), obs.NewMetrics())
	l := redislog.New(client, redislog.Options{ClosedLogRetention: time.Minute, Prefix: prefix})
	l.Start(ctx, loops)
	t.Cleanup(func() {
		cancel()
		loops.Wait()
		client.Close()
	})
	return l
}

func TestConformanceInOneProcess(t *testing.T) {
	livetest.RunConformance(t, func(t *testing.T) live.Logs {
		url, prefix := redistest.SharedServer(t)
		return newProcessLogs(t, url, prefix)
	})
}

// TestConformanceBetweenProcesses: one process writes, another one does everything else.
func TestConformanceBetweenProcesses(t *testing.T) {
	livetest.RunConformance(t, func(t *testing.T) live.Logs {
		url, prefix := redistest.SharedServer(t)
		return processPair{writer: newProcessLogs(t, url, prefix), reader: newProcessLogs(t, url, prefix)}
	})
}

func TestConformanceWithoutRedis(t *testing.T) {
	livetest.RunConformance(t, func(t *testing.T) live.Logs { return newProcessLogs(t, "redis://127.0.0.1:1", "") })
}

// processPair implements live.Logs. The writers are in one process, and the readers are in another
// process.
type processPair struct{ writer, reader *redislog.Logs }

func (p processPair) Create(ctx context.Context, key string) (live.Writer, error) {
	return p.writer.Create(ctx, key)
}

// Open flushes the writers first, because the suite expects that a reader gets all written
// events at once.
func (p processPair) Open(ctx context.Context, key string) (live.Reader, error) {
	if err := p.writer.Flush(ctx); err != nil {
		return nil, err
	}
	return p.reader.Open(ctx, key)
}

func (p processPair) RequestStop(ctx context.Context, key string, seenChars int) (bool, error) {
	if err := p.writer.Flush(ctx); err != nil {
		return false, err
	}
	return p.reader.RequestStop(ctx, key, seenChars)
}

func (p processPair) Drop(key string) { p.reader.Drop(key) }

// mustAppend appends one event of each text.
func mustAppend(t *testing.T, w live.Writer, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := w.Append("", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
}

// readTextsUntil returns the texts of the events whose Seq is greater than the argument `after`.
// readTextsUntil stops after an event with the argument `text`, or at the end of the log.
func readTextsUntil(ctx context.Context, t *testing.T, r live.Reader, after int64, text string) []string {
	t.Helper()
	var got []string
	for {
		events, end, err := r.Next(ctx, after, time.Minute)
		if err != nil {
			t.Fatalf("after %v: %v", got, err)
		}
		for _, e := range events {
			got, after = append(got, string(e.Data)), e.Seq
		}
		if end || len(got) > 0 && got[len(got)-1] == text {
			return got
		}
	}
}

// openLogWhenCreated waits until the log with the key "a" exists, and opens it.
func openLogWhenCreated(ctx context.Context, t *testing.T, l live.Logs) live.Reader {
	t.Helper()
	for {
		r, err := l.Open(ctx, "a")
		if err == nil {
			t.Cleanup(func() { r.Close() })
			return r
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func timeoutContext(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// TestLostDataIsSentAgain: after Redis has lost all data, readers in other processes still get
// every event of a running log.
func TestLostDataIsSentAgain(t *testing.T) {
	server := redistest.Start(t)
	writer, reader := newProcessLogs(t, server.URL(), ""), newProcessLogs(t, server.URL(), "")
	ctx := timeoutContext(t, time.Minute)
	w, err := writer.Create(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, w, "one", "two")
	r := openLogWhenCreated(ctx, t, reader)
	if got := readTextsUntil(ctx, t, r, 0, "two"); !slices.Equal(got, []string{"one", "two"}) {
		t.Fatalf("before: %v", got)
	}
	server.Flush(t)
	mustAppend(t, w, "three")
	if got := readTextsUntil(ctx, t, r, 2, "three"); !slices.Equal(got, []string{"three"}) {
		t.Errorf("the reader got %v", got)
	}
	w.Close()
	laterReader := openLogWhenCreated(ctx, t, newProcessLogs(t, server.URL(), ""))
	if got := readTextsUntil(ctx, t, laterReader, 0, ""); !slices.Equal(got, []string{"one", "two", "three"}) {
		t.Errorf("a new process reads %v", got)
	}
}

// TestKilledServerDisturbsNoWriter: a writer continues while Redis is down, and after Redis was
// restarted empty. A reader in another process loses the log, and can open the log again after the
// restart.
func TestKilledServerDisturbsNoWriter(t *testing.T) {
	server := redistest.Start(t)
	writer, reader := newProcessLogs(t, server.URL(), ""), newProcessLogs(t, server.URL(), "")
	ctx := timeoutContext(t, 2*time.Minute)
	w, err := writer.Create(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, w, "one")
	r := openLogWhenCreated(ctx, t, reader)
	server.Kill()
	startTime := time.Now()
	mustAppend(t, w, "two")
	localReader, err := writer.Open(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	defer localReader.Close()
	if got := readTextsUntil(ctx, t, localReader, 0, "two"); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("the process that writes reads %v", got)
	}
	if other, err := writer.Create(ctx, "b"); err != nil {
		t.Error(err)
	} else {
		other.Close()
	}
	if took := time.Since(startTime); took > 2*time.Second {
		t.Errorf("without Redis this took %v", took)
	}
	_, _, err = readToError(ctx, r)
	if !errors.Is(err, live.ErrGone) {
		t.Errorf("the reader elsewhere got %v, want ErrGone", err)
	}
	r.Close()
	if _, err := reader.Open(ctx, "a"); !errors.Is(err, live.ErrGone) {
		t.Errorf("Open elsewhere gave %v, want ErrGone", err)
	}
	server.Restart(t)
	mustAppend(t, w, "three")
	reopenedReader := openLogWhenCreated(ctx, t, reader)
	if got := readTextsUntil(ctx, t, reopenedReader, 0, "three"); !slices.Equal(got, []string{"one", "two", "three"}) {
		t.Errorf("after the return: %v", got)
	}
	w.Close()
}

func readToError(ctx context.Context, r live.Reader) (events []live.Event, end bool, err error) {
	lastSeq := int64(0)
	for !end && err == nil {
		events, end, err = r.Next(ctx, lastSeq, time.Minute)
		for _, e := range events {
			lastSeq = e.Seq
		}
	}
	return events, end, err
}

// TestPausedServerDelaysNoWriter: Create and Append do not wait for Redis while it hangs.
func TestPausedServerDelaysNoWriter(t *testing.T) {
	server := redistest.Start(t)
	l := newProcessLogs(t, server.URL(), "")
	ctx := timeoutContext(t, time.Minute)
	server.Pause()
	defer server.Resume()
	startTime := time.Now()
	for range 20 {
		w, err := l.Create(ctx, time.Now().String())
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, w, "one", "two", "three")
	}
	if took := time.Since(startTime); took > 3*time.Second {
		t.Errorf("20 logs took %v", took)
	}
}

// TestProcessThatEndsIsNoticed: readers in another process get live.ErrGone after the process
// that writes the log was killed.
func TestProcessThatEndsIsNoticed(t *testing.T) {
	url, prefix := redistest.SharedServer(t)
	client, err := redisdb.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	ctx, kill := context.WithCancel(t.Context())
	loops := obs.NewLoops(slog.New(slog.DiscardHandler), obs.NewMetrics())
	killedLogs := redislog.New(client, redislog.Options{Prefix: prefix})
	killedLogs.Start(ctx, loops)
	w, err := killedLogs.Create(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, w, "one")
	if err := killedLogs.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := newProcessLogs(t, url, prefix).Open(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	kill()
	loops.Wait()
	client.Close()
	startTime := time.Now()
	events, end, err := r.Next(t.Context(), 0, time.Minute)
	if len(events) != 1 || end || err != nil {
		t.Errorf("first %v, end %v, %v", events, end, err)
	}
	if _, end, err = r.Next(t.Context(), 1, time.Minute); !errors.Is(err, live.ErrGone) {
		t.Errorf("then end %v, %v; want ErrGone", end, err)
	}
	if took := time.Since(startTime); took > 18*time.Second {
		t.Errorf("that took %v", took)
	}
}

// TestKeysExpireAndDroppedTextIsDeleted: all keys expire, and the text of a dropped log is deleted.
func TestKeysExpireAndDroppedTextIsDeleted(t *testing.T) {
	server := redistest.Start(t)
	l := newProcessLogs(t, server.URL(), "")
	ctx := timeoutContext(t, time.Minute)
	w, err := l.Create(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, w, "one")
	w.Close()
	if keys := server.Keys(t); len(keys) != 1 {
		t.Errorf("a closed log has the keys %v", keys)
	}
	if left := server.PersistentKeys(t); len(left) > 0 {
		t.Errorf("these keys have no end: %v", left)
	}
	l.Drop("a")
	if keys := server.Keys(t); len(keys) != 1 || keys[0] != "colloquy:live:{a}:dropped" {
		t.Errorf("a dropped log has the keys %v", keys)
	}
}

// TestNewLogIsOpenedElsewhere: a reader in another process may open a log before the log is in
// Redis.
func TestNewLogIsOpenedElsewhere(t *testing.T) {
	url, prefix := redistest.SharedServer(t)
	writer, reader := newProcessLogs(t, url, prefix), newProcessLogs(t, url, prefix)
	ctx := timeoutContext(t, time.Minute)
	for i := range 50 {
		key := fmt.Sprint("new-", i)
		w, err := writer.Create(ctx, key)
		if err != nil {
			t.Fatal(err)
		}
		r, err := reader.Open(ctx, key)
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		mustAppend(t, w, "one")
		if got := readTextsUntil(ctx, t, r, 0, "one"); !slices.Equal(got, []string{"one"}) {
			t.Errorf("%s: %v", key, got)
		}
		w.Close()
		r.Close()
	}
}

// TestLogDroppedBeforeItIsSentStaysGone: a log was dropped before it was in Redis. Neither the process
// that dropped it nor a third process can open it.
func TestLogDroppedBeforeItIsSentStaysGone(t *testing.T) {
	url, prefix := redistest.SharedServer(t)
	client, err := redisdb.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	writer := redislog.New(client, redislog.Options{Prefix: prefix}) // its loops are not started, so only Flush sends to Redis
	other, third := newProcessLogs(t, url, prefix), newProcessLogs(t, url, prefix)
	for key, dropper := range map[string]*redislog.Logs{"own": writer, "another's": other} {
		ctx := timeoutContext(t, time.Minute)
		if _, err := writer.Create(ctx, key); err != nil {
			t.Fatal(err)
		}
		dropper.Drop(key)
		if err := writer.Flush(ctx); err != nil {
			t.Fatal(err)
		}
		for where, l := range map[string]*redislog.Logs{"where it was dropped": dropper, "in a third process": third} {
			if r, err := l.Open(ctx, key); !errors.Is(err, live.ErrGone) {
				t.Errorf("%s log, %s: Open = %v, %v; want ErrGone", key, where, r, err)
			}
		}
	}
}
