// Package redislog implements live.Logs that several processes share through Redis or Valkey.
//
// The writer and the readers of its process use a live.Memory, as without Redis. A loop
// copies the events of all running logs to one Redis stream per log. Another process that
// opens a log mirrors the stream into a live.Memory of its own, so its readers also read
// from memory.
//
// Redis holds nothing that must last. While it does not answer, logs work within their
// process only, and Open and RequestStop act as if the logs of other processes did not
// exist. When it answers again, or has lost its data, the loop sends what it lacks.
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
	// loopTimeout is how long a call of a loop may wait for Redis.
	loopTimeout = time.Second
	// ownerTime is how long a log counts as running after the last sign of its writer.
	ownerTime = 10 * time.Second
	// beat is the interval at which a writer without events gives this sign, and at which
	// mirrors look for lost messages.
	beat = time.Second
)

// Loops runs a function in the background until ctx ends, and again after a panic.
type Loops interface {
	Go(ctx context.Context, name string, loop func(ctx context.Context))
}

// Options configure Logs. Zero values mean the defaults.
type Options struct {
	Clock  core.Clock    // the process's clock
	Keep   time.Duration // how long a closed log can be opened; default live.DefaultKeepTime
	Prefix string        // of all keys; default "colloquy:live:"
}

// Logs implements live.Logs. It is safe for concurrent use.
type Logs struct {
	client *redisdb.Client
	keys   keys
	token  string // of this process, in the keys of its running logs
	keep   time.Duration
	local  *live.Memory
	copies *live.Memory // the mirrors

	mu      sync.Mutex
	writers map[string]*writer
	mirrors map[string]*mirror

	sending     sync.Mutex // one send at a time
	subscribing sync.Mutex // one change of subscriptions at a time

	unsent chan struct{} // capacity 1; a signal that a writer has events to send
	unread chan struct{} // capacity 1; a signal that a mirror has events to read
	pubsub *redis.PubSub
}

var _ live.Logs = (*Logs)(nil)

// New returns Logs that use a server. The caller must call Start.
func New(client *redisdb.Client, o Options) *Logs {
	if o.Keep == 0 {
		o.Keep = live.DefaultKeepTime
	}
	if o.Prefix == "" {
		o.Prefix = "colloquy:live:"
	}
	return &Logs{
		client: client, keys: keys{o.Prefix}, token: rand.Text(), keep: o.Keep,
		local:   live.NewMemory(live.Options{Clock: o.Clock, Keep: o.Keep}),
		copies:  live.NewMemory(live.Options{Clock: o.Clock, Keep: o.Keep}),
		writers: map[string]*writer{}, mirrors: map[string]*mirror{},
		unsent: make(chan struct{}, 1), unread: make(chan struct{}, 1),
		pubsub: client.Subscribe(),
	}
}

// Start runs the loops of the Logs until ctx ends. The caller calls Flush before that.
func (l *Logs) Start(ctx context.Context, loops Loops) {
	loops.Go(ctx, "live.send", l.sendLoop)
	loops.Go(ctx, "live.read", l.readLoop)
	loops.Go(ctx, "live.receive", l.receiveLoop)
}

// Create implements live.Logs. It does not wait for Redis, because it may be called in a
// database transaction: the loop announces the log. Keys must be unique among the processes.
func (l *Logs) Create(ctx context.Context, key string) (live.Writer, error) {
	local, err := l.local.Create(ctx, key)
	if err != nil {
		return nil, err
	}
	w, err := l.newWriter(ctx, key, local)
	if err != nil {
		local.Close()
		l.local.Drop(key)
		return nil, err
	}
	l.mu.Lock()
	l.writers[key] = w
	l.mu.Unlock()
	signal(l.unsent)
	return w, nil
}

// Open implements live.Logs.
func (l *Logs) Open(ctx context.Context, key string) (live.Reader, error) {
	r, err := l.local.Open(ctx, key)
	if !errors.Is(err, live.ErrGone) || l.isWriter(key) {
		return r, err
	}
	return l.openMirror(ctx, key)
}

// isWriter reports whether this process writes a log that Redis does not have in full.
func (l *Logs) isWriter(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.writers[key] != nil
}

// RequestStop implements live.Logs. Another process gets the request by a message. If the
// message is lost, the writer gets the request with the answer to its next send.
func (l *Logs) RequestStop(ctx context.Context, key string, seen int) (bool, error) {
	if running, err := l.local.RequestStop(ctx, key, seen); running || err != nil {
		return running, err
	}
	seen = max(seen, -1)
	running := false
	_ = l.client.Do(ctx, callTimeout, func(ctx context.Context, server redis.UniversalClient) (err error) {
		names := []string{l.keys.owner(key), l.keys.stop(key)}
		running, err = stopScript.Run(ctx, server, names, seen, ownerTime.Milliseconds(), l.keys.control(), control(controlStop, key, seen)).Bool()
		return err
	})
	return running, nil // a caller asks the database if no writer is known
}

// Drop implements live.Logs. The stream of a running log stays until its end, for the
// readers that have opened it.
func (l *Logs) Drop(key string) {
	l.local.Drop(key)
	_ = l.client.Do(context.Background(), callTimeout, func(ctx context.Context, server redis.UniversalClient) error {
		names := []string{l.keys.stream(key), l.keys.owner(key), l.keys.dropped(key)}
		return dropScript.Run(ctx, server, names, l.keep.Milliseconds(), l.keys.control(), control(controlDrop, key, 0)).Err()
	})
}

// keys are the names of the keys and channels of Logs. The braces put the keys of a log
// into one slot of a cluster.
type keys struct{ prefix string }

func (k keys) stream(key string) string  { return k.prefix + "{" + key + "}:events" }
func (k keys) owner(key string) string   { return k.prefix + "{" + key + "}:owner" }
func (k keys) stop(key string) string    { return k.prefix + "{" + key + "}:stop" }
func (k keys) dropped(key string) string { return k.prefix + "{" + key + "}:dropped" }

// news is the channel that tells of new events of a log.
func (k keys) news(key string) string { return k.prefix + "news:" + key }

// control is the channel with requests to the process that writes a log.
func (k keys) control() string { return k.prefix + "control" }

// Requests on the control channel.
const (
	controlStop = "stop"
	controlDrop = "drop"
)

// control returns the message of a request. seen is StopRequest.Seen.
func control(request, key string, seen int) string {
	return request + " " + strconv.Itoa(seen) + " " + key
}

// obey carries out a request of another process.
func (l *Logs) obey(ctx context.Context, message string) {
	request, rest, _ := strings.Cut(message, " ")
	number, key, _ := strings.Cut(rest, " ")
	switch request {
	case controlStop:
		if seen, err := strconv.Atoi(number); err == nil {
			_, _ = l.local.RequestStop(ctx, key, seen) // fails only if the log is not here
		}
	case controlDrop:
		l.local.Drop(key)
	}
}

// receiveLoop receives messages until ctx ends.
func (l *Logs) receiveLoop(ctx context.Context) {
	defer context.AfterFunc(ctx, func() { _ = l.pubsub.Close() })() // ends ReceiveMessage
	for l.pubsub.Subscribe(ctx, l.keys.control()) != nil && ctx.Err() == nil {
		pause(ctx, beat)
	}
	for {
		message, err := l.pubsub.ReceiveMessage(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			pause(ctx, beat)
		case message.Channel == l.keys.control():
			l.obey(ctx, message.Payload)
		default:
			l.markUnread(strings.TrimPrefix(message.Channel, l.keys.news("")))
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

// signal sends to a channel of capacity 1 that may be full.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
