package redisdb_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"colloquy/internal/redisdb"
	"colloquy/internal/redisdb/redistest"
)

func openClient(t *testing.T, url string) *redisdb.Client {
	t.Helper()
	c, err := redisdb.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func ping(ctx context.Context, server redis.UniversalClient) error { return server.Ping(ctx).Err() }

func TestBadAddressIsNotQuoted(t *testing.T) {
	for _, url := range []string{"http://:canary@host", ":canary", "redis://:canary@ho st"} {
		if _, err := redisdb.Open(url); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("Open(%q): %v", url, err)
		}
	}
}

// TestPausedServerCostsOneCallASecond: a server that accepts connections and answers
// nothing delays one call, and the others fail at once.
func TestPausedServerCostsOneCallASecond(t *testing.T) {
	server := redistest.Start(t)
	c := openClient(t, server.URL())
	if err := c.Do(t.Context(), time.Second, ping); err != nil {
		t.Fatal(err)
	}
	server.Pause()
	defer server.Resume()
	if err := c.Do(t.Context(), 50*time.Millisecond, ping); err == nil || errors.Is(err, redisdb.ErrDown) {
		t.Fatalf("the first call: %v", err)
	}
	start := time.Now()
	for range 1000 {
		if err := c.Do(t.Context(), time.Second, ping); !errors.Is(err, redisdb.ErrDown) {
			t.Fatalf("a later call: %v", err)
		}
	}
	if passed := time.Since(start); passed > 500*time.Millisecond {
		t.Errorf("1000 refused calls took %v", passed)
	}
	if c.FailureCount() != 1 {
		t.Errorf("%d failures are counted, want 1", c.FailureCount())
	}
}

func TestServerThatReturnsIsUsedAgain(t *testing.T) {
	server := redistest.Start(t)
	c := openClient(t, server.URL())
	server.Kill()
	if err := c.Do(t.Context(), time.Second, ping); err == nil {
		t.Fatal("a killed server answered")
	}
	server.Restart(t)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		err := c.Do(t.Context(), time.Second, ping)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// TestRefusedCommandIsNoFailure: an error reply of the server does not mean that the server is
// down.
func TestRefusedCommandIsNoFailure(t *testing.T) {
	url, prefix := redistest.SharedServer(t)
	c := openClient(t, url)
	refusedCommand := func(ctx context.Context, server redis.UniversalClient) error {
		return server.Eval(ctx, "return redis.error_reply('no')", []string{prefix}).Err()
	}
	if err := c.Do(t.Context(), 5*time.Second, refusedCommand); err == nil {
		t.Fatal("the script succeeded")
	}
	if err := c.Do(t.Context(), 5*time.Second, ping); err != nil {
		t.Errorf("after a refused command: %v", err)
	}
}

// TestCancelledCallIsNoFailure: a call that its caller cancels does not mean that the server is
// down.
func TestCancelledCallIsNoFailure(t *testing.T) {
	url, _ := redistest.SharedServer(t)
	c := openClient(t, url)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Do(ctx, time.Second, ping); err == nil {
		t.Fatal("a cancelled call succeeded")
	}
	if err := c.Do(t.Context(), 5*time.Second, ping); err != nil {
		t.Errorf("after a cancelled call: %v", err)
	}
}
