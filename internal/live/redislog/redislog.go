// Package redislog implements live.Logs that several processes share through Redis or Valkey.
//
// The writer and the readers of its process use a live.MemoryLogs, as without Redis. A loop copies the
// events of each running log to a Redis stream. Another process that opens a log mirrors the stream
// into its own live.MemoryLogs. So readers always read from memory.
//
// Redis stores nothing that must survive. While Redis does not answer, logs work within their
// process only. Open and RequestStop then act as if the logs of other processes did not exist. When
// Redis answers again, the loop sends the events that Redis lacks or has lost.
package redislog

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/redisdb"
)

const (
	// callTimeout is how long a call of a user may wait for Redis.
	callTimeout = 250 * time.Millisecond
	// loopCallTimeout is how long a call of a loop may wait for Redis.
	loopCallTimeout = time.Second
	// ownerTTL is how long a log counts as running after its writer last renewed the owner key.
	ownerTTL = 10 * time.Second
	// heartbeatInterval is the interval at which a writer without events renews its owner key.
	// At the same interval mirrors read their streams even without a message.
	heartbeatInterval = time.Second
)

// Loops runs a function in the background until ctx ends, and again after a panic.
type Loops interface {
	Go(ctx context.Context, name string, loop func(ctx context.Context))
}

// Options configure Logs. Zero values mean the defaults.
type Options struct {
	Clock              core.Clock    // the process's clock
	ClosedLogRetention time.Duration // how long a closed log can be opened; default live.DefaultClosedLogRetention
	Prefix             string        // of all keys; default "colloquy:live:"
}

// Logs implements live.Logs. It is safe for concurrent use.
type Logs struct {
	client             *redisdb.Client
	keys               keys
	processToken       string // identifies this process: the owner key of each log that it writes has this value
	closedLogRetention time.Duration
	localLogs          *live.MemoryLogs
	copiedLogs         *live.MemoryLogs // copies of other processes' logs, one for each mirror

	mu      sync.Mutex
	writers map[string]*writer
	mirrors map[string]*mirror

	sendMu      sync.Mutex // one send at a time
	subscribeMu sync.Mutex // held while subscriptions change

	wakeSend chan struct{} // capacity 1; a signal that a writer has events to send
	wakeRead chan struct{} // capacity 1; a signal that a mirror has events to read
	pubsub   *redis.PubSub
}

var _ live.Logs = (*Logs)(nil)

// New returns Logs that use a server. The caller must call Start.
func New(client *redisdb.Client, o Options) *Logs {
	if o.ClosedLogRetention == 0 {
		o.ClosedLogRetention = live.DefaultClosedLogRetention
	}
	if o.Prefix == "" {
		o.Prefix = "colloquy:live:"
	}
	return &Logs{
		client: client, keys: keys{o.Prefix}, processToken: rand.Text(), closedLogRetention: o.ClosedLogRetention,
		localLogs:  live.NewMemoryLogs(live.Options{Clock: o.Clock, ClosedLogRetention: o.ClosedLogRetention}),
		copiedLogs: live.NewMemoryLogs(live.Options{Clock: o.Clock, ClosedLogRetention: o.ClosedLogRetention}),
		writers:    map[string]*writer{}, mirrors: map[string]*mirror{},
		wakeSend: make(chan struct{}, 1), wakeRead: make(chan struct{}, 1),
		pubsub: client.Subscribe(),
	}
}

// Start runs the loops of the Logs until ctx ends. The caller must call Flush before it ends
// ctx.
func (l *Logs) Start(ctx context.Context, loops Loops) {
	loops.Go(ctx, "live.send", l.sendLoop)
	loops.Go(ctx, "live.read", l.readLoop)
	loops.Go(ctx, "live.receive", l.receiveLoop)
}

// Create implements live.Logs. Keys must be unique among the processes. Create does not wait for
// Redis, because a caller may be in a database transaction. sendLoop announces the log later.
func (l *Logs) Create(ctx context.Context, key string) (live.Writer, error) {
	local, err := l.localLogs.Create(ctx, key)
	if err != nil {
		return nil, err
	}
	w, err := l.newWriter(ctx, key, local)
	if err != nil {
		local.Close()
		l.localLogs.Drop(key)
		return nil, err
	}
	l.mu.Lock()
	l.writers[key] = w
	l.mu.Unlock()
	signal(l.wakeSend)
	return w, nil
}

// Open implements live.Logs.
func (l *Logs) Open(ctx context.Context, key string) (live.Reader, error) {
	r, err := l.localLogs.Open(ctx, key)
	if !errors.Is(err, live.ErrGone) || l.isWriter(key) {
		return r, err
	}
	return l.openMirror(ctx, key)
}

// isWriter reports whether this process still sends the events of a log to Redis.
func (l *Logs) isWriter(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.writers[key] != nil
}

// RequestStop implements live.Logs. If another process writes the log, RequestStop publishes the
// request on the control channel and stores it in Redis. If that process misses the publication,
// its next sendScript returns the stored request.
func (l *Logs) RequestStop(ctx context.Context, key string, seenChars int) (bool, error) {
	if running, err := l.localLogs.RequestStop(ctx, key, seenChars); running || err != nil {
		return running, err
	}
	seenChars = max(seenChars, -1)
	isRunning := false
	_ = l.client.Do(ctx, callTimeout, func(ctx context.Context, server redis.UniversalClient) (err error) {
		redisKeys := []string{l.keys.ownerKey(key), l.keys.stopKey(key)}
		isRunning, err = stopScript.Run(ctx, server, redisKeys, seenChars, ownerTTL.Milliseconds(), l.keys.controlChannel(), controlMessage(controlStopLog, key, seenChars)).Bool()
		return err
	})
	return isRunning, nil // false if Redis does not answer or knows no writer of the log
}

// Drop implements live.Logs. The stream of a running log stays until the log ends, because readers
// may have opened the log.
func (l *Logs) Drop(key string) {
	l.localLogs.Drop(key)
	_ = l.client.Do(context.Background(), callTimeout, func(ctx context.Context, server redis.UniversalClient) error {
		names := []string{l.keys.streamKey(key), l.keys.ownerKey(key), l.keys.dropMarkerKey(key)}
		return dropScript.Run(ctx, server, names, l.closedLogRetention.Milliseconds(), l.keys.controlChannel(), controlMessage(controlDropLog, key, 0)).Err()
	})
}

// keys makes the names of the keys and channels of Logs. The braces in the names put all keys of
// one log into one slot of a Redis cluster.
type keys struct{ prefix string }

func (k keys) streamKey(key string) string     { return k.prefix + "{" + key + "}:events" }
func (k keys) ownerKey(key string) string      { return k.prefix + "{" + key + "}:owner" }
func (k keys) stopKey(key string) string       { return k.prefix + "{" + key + "}:stop" }
func (k keys) dropMarkerKey(key string) string { return k.prefix + "{" + key + "}:dropped" }

// newsChannel is the channel on which the writer of a log announces new events.
func (k keys) newsChannel(key string) string { return k.prefix + "news:" + key }

// controlChannel is the channel with requests to the process that writes a log.
func (k keys) controlChannel() string { return k.prefix + "control" }

// Requests on the control channel.
const (
	controlStopLog = "stop"
	controlDropLog = "drop"
)

// controlMessage returns the message of a request. seenChars is live.StopRequest.SeenChars.
func controlMessage(request, key string, seenChars int) string {
	return request + " " + strconv.Itoa(seenChars) + " " + key
}

// handleControl carries out a request of another process.
func (l *Logs) handleControl(ctx context.Context, message string) {
	request, rest, _ := strings.Cut(message, " ")
	charsText, key, _ := strings.Cut(rest, " ")
	switch request {
	case controlStopLog:
		if seenChars, err := strconv.Atoi(charsText); err == nil {
			_, _ = l.localLogs.RequestStop(ctx, key, seenChars) // fails only if the log is not here
		}
	case controlDropLog:
		l.localLogs.Drop(key)
	}
}

// receiveLoop receives messages until ctx ends.
func (l *Logs) receiveLoop(ctx context.Context) {
	defer context.AfterFunc(ctx, func() { _ = l.pubsub.Close() })() // ends ReceiveMessage
	for l.pubsub.Subscribe(ctx, l.keys.controlChannel()) != nil && ctx.Err() == nil {
		pause(ctx, heartbeatInterval)
	}
	for {
		message, err := l.pubsub.ReceiveMessage(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			pause(ctx, heartbeatInterval)
		case message.Channel == l.keys.controlChannel():
			l.handleControl(ctx, message.Payload)
		default:
			l.wakeMirrorRead(strings.TrimPrefix(message.Channel, l.keys.newsChannel("")))
		}
	}
}

// pause waits until the time has passed or ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// signal sends to a channel of capacity 1. If the channel is full, it does nothing.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
