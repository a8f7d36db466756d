package notices

import (
	"context"
	"strconv"
	"time"

	"colloquy/internal/core"
)

// heartbeatInterval is the time without output after which a stream sends a comment, so that
// proxies do not close the connection.
const heartbeatInterval = 15 * time.Second

// Sink receives the events of a stream and buffers them until Flush. Flush returns an error if the
// reader is disconnected.
type Sink interface {
	AddEvent(id int64, name string, data []byte)
	AddComment()
	Flush() error
}

// StreamUnreadCount sends the number of the actor's unread notices, at once and after each change. It
// returns when the reader disconnects, ctx ends, or the server drains. It also returns when the
// actor has maxStreamsPerUser newer streams. Rule notifications-stream.
func (s *Service) StreamUnreadCount(ctx context.Context, actor core.Actor, to Sink) error {
	r := s.hub.addReader(actor.UserID)
	defer s.hub.removeReader(actor.UserID, r)
	heartbeat := time.NewTimer(heartbeatInterval)
	defer heartbeat.Stop()
	for lastSentCount := -1; ; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-heartbeat.C:
			to.AddComment()
		case <-r.wake:
			unreadCount, isEnded := s.hub.readerState(r)
			if isEnded {
				return nil
			}
			if unreadCount < 0 || unreadCount == lastSentCount {
				continue
			}
			to.AddEvent(0, "", []byte(`{"unread": `+strconv.Itoa(unreadCount)+`}`))
			lastSentCount = unreadCount
		}
		if err := to.Flush(); err != nil {
			return err
		}
		heartbeat.Reset(heartbeatInterval)
	}
}

// Run passes changes to the streams until ctx ends.
func (s *Service) Run(ctx context.Context) { s.hub.run(ctx) }

// Drain ends all streams, for a shutdown.
func (s *Service) Drain() { s.hub.close() }
