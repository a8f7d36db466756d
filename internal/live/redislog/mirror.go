package redislog

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"colloquy/internal/live"
)

// lostWriterTimeout is how long Redis may have neither new events nor the owner key of a writer. After
// this time the writer counts as lost, and readers get live.ErrGone. The writer renews the owner
// key every heartbeatInterval.
const lostWriterTimeout = 3 * time.Second

// mirror is a copy of another process's log, for the readers of this process.
type mirror struct {
	key             string
	writer          live.Writer // appends events to the copy of the log, which is in Logs.copiedLogs
	readerCount     int         // Logs.mu guards it
	hasUnreadEvents atomic.Bool // Redis has announced new events
	isLost          atomic.Bool // readers get live.ErrGone at the end

	mu           sync.Mutex // guards the fields below
	lastSeq      int64      // Seq of the newest entry; the end of the log is an entry too
	hasEnded     bool       // no further events come: the log has ended or is lost
	writerSeenAt time.Time  // time of the last read that found new events or the owner key of the writer; zero for never
	readAt       time.Time  // time of the last read from Redis
}

// openMirror returns a reader of another process's log. It returns live.ErrGone if Redis has no
// such log or does not answer.
func (l *Logs) openMirror(ctx context.Context, key string) (live.Reader, error) {
	m, err := l.retainMirror(ctx, key)
	if err != nil {
		return nil, err
	}
	release := sync.OnceFunc(func() { l.releaseMirror(context.WithoutCancel(ctx), m) })
	l.syncSubscription(ctx, key)
	if l.isLogDropped(ctx, key) || !l.awaitLog(ctx, m) {
		release()
		return nil, live.ErrGone
	}
	r, err := l.copiedLogs.Open(ctx, key)
	if err != nil {
		release()
		return nil, err
	}
	return &mirrorReader{r, m, release}, nil
}

// maxWaitForLog is how long awaitLog waits for a log that is not in Redis yet. A process may see
// the database row of a reply before sendLoop has sent the reply's log to Redis.
const maxWaitForLog = 4 * sendInterval

// awaitLog reads a log into its mirror before a reader opens the mirror. It reports whether the
// log exists. It waits at most maxWaitForLog for a log that Redis does not have yet.
func (l *Logs) awaitLog(ctx context.Context, m *mirror) bool {
	for waited := time.Duration(0); ; waited += sendInterval {
		err := l.readMirrors(ctx, callTimeout, []*mirror{m})
		if err != nil || m.hasFoundLog() || waited >= maxWaitForLog || ctx.Err() != nil {
			return err == nil && m.hasFoundLog()
		}
		pause(ctx, sendInterval)
	}
}

// retainMirror returns the mirror of a log and adds one to its number of readers. It creates
// the mirror for the first reader.
func (l *Logs) retainMirror(ctx context.Context, key string) (*mirror, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.mirrors[key]
	if m == nil {
		w, err := l.copiedLogs.Create(ctx, key)
		if err != nil {
			return nil, err
		}
		m = &mirror{key: key, writer: w}
		l.mirrors[key] = m
	}
	m.readerCount++
	return m, nil
}

// releaseMirror subtracts one from the number of readers of a mirror. It removes the mirror if
// no reader is left.
func (l *Logs) releaseMirror(ctx context.Context, m *mirror) {
	l.mu.Lock()
	m.readerCount--
	hasNoReader := m.readerCount == 0
	if hasNoReader {
		delete(l.mirrors, m.key)
		m.writer.Close()
		l.copiedLogs.Drop(m.key)
	}
	l.mu.Unlock()
	if hasNoReader {
		l.syncSubscription(ctx, m.key)
	}
}

// syncSubscription subscribes to the news channel of a log if the log has a mirror, and
// unsubscribes otherwise. Without a subscription, new events are read only once per
// heartbeatInterval.
func (l *Logs) syncSubscription(ctx context.Context, key string) {
	l.subscribeMu.Lock()
	defer l.subscribeMu.Unlock()
	l.mu.Lock()
	_, isWanted := l.mirrors[key]
	l.mu.Unlock()
	_ = l.client.Do(ctx, callTimeout, func(ctx context.Context, _ redis.UniversalClient) error {
		if isWanted {
			return l.pubsub.Subscribe(ctx, l.keys.newsChannel(key))
		}
		return l.pubsub.Unsubscribe(ctx, l.keys.newsChannel(key))
	})
}

func (l *Logs) isLogDropped(ctx context.Context, key string) bool {
	droppedKeyCount := int64(0)
	_ = l.client.Do(ctx, callTimeout, func(ctx context.Context, server redis.UniversalClient) (err error) {
		droppedKeyCount, err = server.Exists(ctx, l.keys.dropMarkerKey(key)).Result()
		return err
	})
	return droppedKeyCount > 0
}

// wakeMirrorRead makes the readLoop read a log.
func (l *Logs) wakeMirrorRead(key string) {
	l.mu.Lock()
	m := l.mirrors[key]
	l.mu.Unlock()
	if m != nil {
		m.hasUnreadEvents.Store(true)
		signal(l.wakeRead)
	}
}

// hasFoundLog reports whether a read from Redis has found the log.
func (m *mirror) hasFoundLog() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.isLost.Load() && (m.hasEnded || !m.writerSeenAt.IsZero())
}

// mirrorReader is a reader of a mirror.
type mirrorReader struct {
	live.Reader
	mirror  *mirror
	release func()
}

var _ live.CallbackReader = (*mirrorReader)(nil)

// Next implements live.Reader. It returns live.ErrGone at the end of a mirror that has
// lost its log.
func (r *mirrorReader) Next(ctx context.Context, after int64, wait time.Duration) (events []live.Event, end bool, err error) {
	events, end, err = r.Reader.Next(ctx, after, wait)
	if !end || !r.mirror.isLost.Load() {
		return events, end, err
	}
	if len(events) == 0 {
		return nil, false, live.ErrGone
	}
	return events, false, nil
}

// SetDeliver implements live.CallbackReader.
func (r *mirrorReader) SetDeliver(deliver func(events []live.Event) bool) {
	if callbackReader, ok := r.Reader.(live.CallbackReader); ok {
		callbackReader.SetDeliver(deliver)
	}
}

// Close implements live.Reader.
func (r *mirrorReader) Close() error {
	err := r.Reader.Close()
	r.release()
	return err
}
