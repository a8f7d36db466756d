package httpx

import (
	"context"
	"slices"
	"sync"
	"time"

	"colloquy/internal/obs"
)

// Sessions reports which sign-in sessions are open.
type Sessions interface {
	// StillOpenSessions returns the given sessions that have not ended.
	StillOpenSessions(ctx context.Context, ids []string) (open []string, err error)
}

const (
	// sessionCheckInterval is the time between two checks of the sessions of open streams. After a
	// session ends, its streams end within this interval plus the time of one query. Rules
	// accounts-streams-end, notifications-stream.
	sessionCheckInterval = 500 * time.Millisecond
	// sessionCheckTimeout bounds one query of a check.
	sessionCheckTimeout = 5 * time.Second
	// sessionsPerQuery is the most sessions that one query checks.
	sessionsPerQuery = 500
)

// streams has the open event streams of signed-in users, by session.
type streams struct {
	mu               sync.Mutex
	streamsBySession map[string]map[*stream]bool
}

// stream is an open event stream.
type stream struct{ end context.CancelFunc }

// addStream returns a context that ends when the session or ctx ends, and a function that
// removes the stream. Without a session it returns ctx.
func (s *streams) addStream(ctx context.Context, session string) (context.Context, func()) {
	if s == nil || session == "" {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	newStream := &stream{cancel}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.streamsBySession == nil {
		s.streamsBySession = map[string]map[*stream]bool{}
	}
	if s.streamsBySession[session] == nil {
		s.streamsBySession[session] = map[*stream]bool{}
	}
	s.streamsBySession[session][newStream] = true
	return ctx, func() {
		cancel()
		s.removeStream(session, newStream)
	}
}

func (s *streams) removeStream(session string, one *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.streamsBySession[session], one)
	if len(s.streamsBySession[session]) == 0 {
		delete(s.streamsBySession, session)
	}
}

// sessions returns the sessions that have an open stream.
func (s *streams) sessions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := make([]string, 0, len(s.streamsBySession))
	for id := range s.streamsBySession {
		ids = append(ids, id)
	}
	return ids
}

// endStreamsOf ends the streams of a session.
func (s *streams) endStreamsOf(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one := range s.streamsBySession[session] {
		one.end()
	}
}

// endStaleStreams ends the streams whose sessions have ended. One query checks up to
// sessionsPerQuery sessions. After an error of the database or a panic the streams go on
// until the next check. Rule accounts-streams-end.
func (a *API) endStaleStreams(ctx context.Context) {
	defer obs.Recover(ctx, a.opts.Log, "ended streams")
	for ids := range slices.Chunk(a.streams.sessions(), sessionsPerQuery) {
		checkCtx, cancel := context.WithTimeout(ctx, sessionCheckTimeout)
		open, err := a.opts.Sessions.StillOpenSessions(checkCtx, ids)
		cancel()
		if err != nil {
			a.opts.Log.DebugContext(ctx, "sessions of streams not checked", "error", err.Error())
			return
		}
		for _, id := range ids {
			if !slices.Contains(open, id) {
				a.streams.endStreamsOf(id)
			}
		}
	}
}

// EndStreams ends streams soon after their sessions, also if another process ended the sessions. It
// returns when ctx ends. It continues after a panic of one check.
func (a *API) EndStreams(ctx context.Context) {
	ticker := time.NewTicker(sessionCheckInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			a.endStaleStreams(ctx)
		case <-ctx.Done():
			return
		}
	}
}
