package redislog

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"colloquy/internal/live"
)

// lostTime is how long a writer or Redis may be silent before the readers of a mirror are
// told that the log is gone. The writer gives a sign every beat.
const lostTime = 3 * time.Second

// mirror is a copy of another process's log, for the readers of this process.
type mirror struct {
	key     string
	writer  live.Writer // of Logs.copies
	readers int         // Logs.mu guards it
	unread  atomic.Bool // there is news
	lost    atomic.Bool // readers get live.ErrGone at the end

	mu      sync.Mutex // guards the fields below
	last    int64      // Seq of the newest event; one more at the end
	ended   bool       // all events are here, or lost
	aliveAt time.Time  // when Redis last had a sign of the writer; zero for never
	readAt  time.Time  // when Redis was last asked
}

// openMirror returns a reader of another process's log. It returns live.ErrGone if there is
// none, or Redis does not answer.
func (l *Logs) openMirror(ctx context.Context, key string) (live.Reader, error) {
	m, err := l.retainMirror(ctx, key)
	if err != nil {
		return nil, err
	}
	release := sync.OnceFunc(func() { l.releaseMirror(context.WithoutCancel(ctx), m) })
	l.syncSubscription(ctx, key)
	if l.isDropped(ctx, key) || !l.readFirst(ctx, m) {
		release()
		return nil, live.ErrGone
	}
	r, err := l.copies.Open(ctx, key)
	if err != nil {
		release()
		return nil, err
	}
	return &mirrorReader{r, m, release}, nil
}

// announceTime is how long the log of a row that was committed a moment ago may be missing
// in Redis.
const announceTime = 4 * sendInterval

// readFirst reads a mirror that gets a reader, and reports whether there is a log. If the
// process that writes the log has not announced it yet, readFirst waits for that, at most
// announceTime.
func (l *Logs) readFirst(ctx context.Context, m *mirror) bool {
	for waited := time.Duration(0); ; waited += sendInterval {
		err := l.readMirrors(ctx, callTimeout, []*mirror{m})
		if err != nil || m.isThere() || waited >= announceTime || ctx.Err() != nil {
			return err == nil && m.isThere()
		}
		pause(ctx, sendInterval)
	}
}

// retainMirror returns the mirror of a log for one more reader.
func (l *Logs) retainMirror(ctx context.Context, key string) (*mirror, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.mirrors[key]
	if m == nil {
		w, err := l.copies.Create(ctx, key)
		if err != nil {
			return nil, err
		}
		m = &mirror{key: key, writer: w}
		l.mirrors[key] = m
	}
	m.readers++
	return m, nil
}

// releaseMirror takes back a reader. The last one removes the mirror.
func (l *Logs) releaseMirror(ctx context.Context, m *mirror) {
	l.mu.Lock()
	m.readers--
	isLast := m.readers == 0
	if isLast {
		delete(l.mirrors, m.key)
		m.writer.Close()
		l.copies.Drop(m.key)
	}
	l.mu.Unlock()
	if isLast {
		l.syncSubscription(ctx, m.key)
	}
}

// syncSubscription subscribes to the news of a log if there is a mirror of it, and
// unsubscribes otherwise. Without a subscription, new events are read only once a beat.
func (l *Logs) syncSubscription(ctx context.Context, key string) {
	l.subscribing.Lock()
	defer l.subscribing.Unlock()
	l.mu.Lock()
	_, isWanted := l.mirrors[key]
	l.mu.Unlock()
	_ = l.client.Do(ctx, callTimeout, func(ctx context.Context, _ redis.UniversalClient) error {
		if isWanted {
			return l.pubsub.Subscribe(ctx, l.keys.news(key))
		}
		return l.pubsub.Unsubscribe(ctx, l.keys.news(key))
	})
}

func (l *Logs) isDropped(ctx context.Context, key string) bool {
	dropped := int64(0)
	_ = l.client.Do(ctx, callTimeout, func(ctx context.Context, server redis.UniversalClient) (err error) {
		dropped, err = server.Exists(ctx, l.keys.dropped(key)).Result()
		return err
	})
	return dropped > 0
}

// markUnread makes the readLoop read a log.
func (l *Logs) markUnread(key string) {
	l.mu.Lock()
	m := l.mirrors[key]
	l.mu.Unlock()
	if m != nil {
		m.unread.Store(true)
		signal(l.unread)
	}
}

// isThere reports whether Redis had a sign of the log.
func (m *mirror) isThere() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.lost.Load() && (m.ended || !m.aliveAt.IsZero())
}

// mirrorReader is a reader of a mirror.
type mirrorReader struct {
	live.Reader
	mirror  *mirror
	release func()
}

var _ live.DirectReader = (*mirrorReader)(nil)

// Next implements live.Reader. It returns live.ErrGone at the end of a mirror that has
// lost its log.
func (r *mirrorReader) Next(ctx context.Context, after int64, wait time.Duration) (events []live.Event, end bool, err error) {
	events, end, err = r.Reader.Next(ctx, after, wait)
	if !end || !r.mirror.lost.Load() {
		return events, end, err
	}
	if len(events) == 0 {
		return nil, false, live.ErrGone
	}
	return events, false, nil
}

// SetDeliver implements live.DirectReader.
func (r *mirrorReader) SetDeliver(deliver func(events []live.Event) bool) {
	if direct, ok := r.Reader.(live.DirectReader); ok {
		direct.SetDeliver(deliver)
	}
}

// Close implements live.Reader.
func (r *mirrorReader) Close() error {
	err := r.Reader.Close()
	r.release()
	return err
}
