// Package redisrate shares the counts of an httpx.Limiter between processes through Redis or
// Valkey.
//
// Several times a second a loop adds the events of this process to the shared counts and reads the
// sums. So no call waits for Redis. A flood that is spread over several processes can exceed a
// limit by the calls within one interval. While Redis does not answer, each process counts alone.
// The database counts limits that must hold exactly, such as those of sign-in and codes (package
// limits).
package redisrate

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"colloquy/internal/httpx"
	"colloquy/internal/redisdb"
)

const (
	exchangeInterval = 200 * time.Millisecond
	callTimeout      = time.Second
	// windowsPerCall is the most windows that one round trip to Redis sends.
	windowsPerCall = 1024
	keyPrefix      = "colloquy:rate:"
)

// RunExchangeLoop exchanges the counts of a limiter until ctx ends.
func RunExchangeLoop(ctx context.Context, client *redisdb.Client, limiter *httpx.Limiter) {
	ticker := time.NewTicker(exchangeInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		_ = ExchangeCounts(ctx, client, limiter) // the client counts failures; the next call sends the events again
	}
}

// ExchangeCounts adds the events since the last call to the shared counts, and passes the sums to
// the limiter.
func ExchangeCounts(ctx context.Context, client *redisdb.Client, limiter *httpx.Limiter) error {
	return limiter.ExchangeCounts(func(events map[httpx.CountedWindow]int) (map[httpx.CountedWindow]int, error) {
		windows := make([]httpx.CountedWindow, 0, len(events))
		for w := range events {
			windows = append(windows, w)
		}
		sumByWindow := make(map[httpx.CountedWindow]int, len(events))
		for part := range slices.Chunk(windows, windowsPerCall) {
			if err := addEvents(ctx, client, part, events, sumByWindow); err != nil {
				return sumByWindow, err
			}
		}
		return sumByWindow, nil
	})
}

// addEvents adds the events of some windows to the shared counts in one round trip, and stores the
// new counts in sumByWindow.
func addEvents(ctx context.Context, client *redisdb.Client, windows []httpx.CountedWindow, events, sumByWindow map[httpx.CountedWindow]int) error {
	counts := make([]*redis.IntCmd, len(windows))
	err := client.Do(ctx, callTimeout, func(ctx context.Context, server redis.UniversalClient) error {
		pipe := server.Pipeline()
		for i, w := range windows {
			counts[i] = pipe.IncrBy(ctx, keyOf(w), int64(events[w]))
			pipe.PExpire(ctx, keyOf(w), 2*w.Duration)
		}
		_, err := pipe.Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	for i, w := range windows {
		sumByWindow[w] = int(counts[i].Val())
	}
	return nil
}

// keyOf returns the Redis key of a window's count. It contains a hash of w.Key, because w.Key
// has addresses of visitors.
func keyOf(w httpx.CountedWindow) string {
	sum := sha256.Sum256([]byte(w.LimiterKey))
	return keyPrefix + base64.RawURLEncoding.EncodeToString(sum[:16]) + ":" + strconv.FormatInt(int64(w.Duration/time.Second), 10) + ":" + strconv.FormatInt(w.Start, 10)
}
