package notices

import (
	"context"
	"strconv"
	"time"

	"colloquy/internal/core"
)

// heartbeatInterval is the longest time without output of a stream. After it the stream sends
// a comment, which keeps proxies from closing the connection.
const heartbeatInterval = 15 * time.Second

// Sink receives the events of a stream and buffers them until Flush, which returns an
// error when the reader is disconnected.
type Sink interface {
	AddEvent(id int64, name string, data []byte)
	AddComment()
	Flush() error
}

// Follow sends the number of the actor's unread notices, at once and after each change. It
// returns when the reader disconnects, ctx ends, the server drains, or maxStreams newer
// streams of the actor are open. Rule notifications-stream.
func (s *Service) Follow(ctx context.Context, actor core.Actor, to Sink) error {
	r := s.hub.addReader(actor.UserID)
	defer s.hub.removeReader(actor.UserID, r)
	silent := time.NewTimer(heartbeatInterval)
	defer silent.Stop()
	for sent := -1; ; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-silent.C:
			to.AddComment()
		case <-r.wake:
			unread, ended := s.hub.readerState(r)
			if ended {
				return nil
			}
			if unread < 0 || unread == sent {
				continue
			}
			to.AddEvent(0, "", []byte(`{"unread": `+strconv.Itoa(unread)+`}`))
			sent = unread
		}
		if err := to.Flush(); err != nil {
			return err
		}
		silent.Reset(heartbeatInterval)
	}
}

// Run passes changes to the streams until ctx ends.
func (s *Service) Run(ctx context.Context) { s.hub.run(ctx) }

// Drain ends all streams, for a shutdown.
func (s *Service) Drain() { s.hub.close() }
