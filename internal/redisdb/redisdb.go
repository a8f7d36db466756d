// Package redisdb connects to a Redis or Valkey server that several processes share. The server
// holds no data that must be kept. Every caller works without the server too.
package redisdb

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Limits of the connection.
const (
	callTimeout = 500 * time.Millisecond
	// pauseAfterFailure is how long calls are refused after a call has failed. A slow or unreachable server
	// then costs one call per pauseAfterFailure instead of one per request.
	pauseAfterFailure = time.Second
	poolSize          = 32
)

// ErrDown means that a call was not sent, because an earlier call failed less than pauseAfterFailure ago.
var ErrDown = errors.New("redisdb: the server does not answer")

// ErrBadURL means that an address is not a valid Redis URL.
var ErrBadURL = errors.New("redisdb: not an address such as redis://:password@host:6379/0, or rediss:// with TLS")

// Client is a pool of connections. It is safe for concurrent use.
type Client struct {
	server       *redis.Client
	openedAt     time.Time
	downUntil    atomic.Int64 // time since openedAt, in nanoseconds
	failureCount atomic.Int64
}

// Open returns a client of the server at a redis:// or rediss:// URL. It does not connect.
func Open(url string) (*Client, error) {
	o, err := redis.ParseURL(url)
	if err != nil {
		return nil, ErrBadURL // the error of ParseURL quotes the URL, with its password
	}
	o.ContextTimeoutEnabled = true
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout = callTimeout, callTimeout, callTimeout
	o.MaxRetries = -1 // callers decide themselves what to retry
	o.DialerRetries = 1
	o.PoolSize, o.MaxIdleConns = poolSize, poolSize
	o.ClientName, o.DisableIdentity = "colloquy", true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return &Client{server: redis.NewClient(o), openedAt: time.Now()}, nil
}

func init() {
	// go-redis writes its own log lines. Failures are returned as errors too.
	logging.Disable()
}

// Do calls fn with a context that ends after timeout, or when ctx ends. A failure of the server
// starts a pause of the length pauseAfterFailure. During the pause, Do returns ErrDown without
// calling fn. After the pause, one call tries the server again, and the next pause starts. A call
// that the server answers ends the pause.
func (c *Client) Do(ctx context.Context, timeout time.Duration, fn func(ctx context.Context, server redis.UniversalClient) error) error {
	sinceOpened := time.Since(c.openedAt)
	if until := c.downUntil.Load(); until != 0 {
		if int64(sinceOpened) < until || !c.downUntil.CompareAndSwap(until, int64(sinceOpened+pauseAfterFailure)) {
			return ErrDown
		}
	}
	callCtx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := fn(callCtx, c.server)
	switch {
	case err == nil, isServerAnswer(err):
		c.downUntil.Store(0)
	case ctx.Err() == nil:
		c.failureCount.Add(1)
		c.downUntil.Store(int64(time.Since(c.openedAt) + pauseAfterFailure))
	}
	return err
}

// isServerAnswer reports whether an error is a working server's reply to the command. It returns false
// for the errors of these servers:
//
//   - a server that is still loading its data
//   - a read-only replica
//   - a server of a cluster that is down
func isServerAnswer(err error) bool {
	var answer redis.Error
	if !errors.As(err, &answer) {
		return false
	}
	return !redis.IsLoadingError(err) && !redis.IsReadOnlyError(err) && !redis.IsMasterDownError(err) && !redis.IsClusterDownError(err)
}

// Subscribe returns a connection without subscriptions; the caller adds channels to it. After a
// failure it reconnects and subscribes again. Messages that are sent meanwhile are lost.
func (c *Client) Subscribe() *redis.PubSub { return c.server.Subscribe(context.Background()) }

// Ping returns an error if the server does not answer.
func (c *Client) Ping(ctx context.Context) error {
	return c.server.Ping(ctx).Err()
}

// FailureCount is the number of calls that failed since Open.
func (c *Client) FailureCount() int64 { return c.failureCount.Load() }

// Close closes the connections.
func (c *Client) Close() error { return c.server.Close() }
