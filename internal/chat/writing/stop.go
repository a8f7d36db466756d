package writing

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
)

const (
	// stopWait is how long a stop call waits for the reply to end.
	stopWait = 3 * time.Second
	// stopPoll is how often it looks for the end of a reply of another process.
	stopPoll = 100 * time.Millisecond
)

// Stop ends a running reply, also at the model's side, and keeps its first seen
// code points; negative seen keeps all. It returns the reply as stored.
func (w *Replies) Stop(ctx context.Context, m message.Message, seen int) (message.Message, error) {
	running, err := w.deps.Live.RequestStop(ctx, m.ID, seen)
	if err != nil {
		return message.Message{}, err
	}
	if !running {
		return w.stopElsewhere(ctx, m, seen)
	}
	w.awaitEnd(ctx, m.ID)
	return message.ByID(ctx, w.deps.DB.Reader(), m.ConversationID, m.ID)
}

// stopElsewhere asks the process that writes a reply to end it. That process
// reads stops about once a second.
func (w *Replies) stopElsewhere(ctx context.Context, m message.Message, seen int) (message.Message, error) {
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error { return message.RequestStop(ctx, tx, m.ID, seen) })
	if err != nil {
		return message.Message{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, stopWait)
	defer cancel()
	for {
		now, err := message.ByID(ctx, w.deps.DB.Reader(), m.ConversationID, m.ID)
		if err == nil && now.Status != message.Generating {
			return now, nil
		}
		select {
		case <-ctx.Done():
			return m, nil
		case <-time.After(stopPoll):
		}
	}
}

// awaitEnd waits until the reply has its final state, if this process writes it.
func (w *Replies) awaitEnd(ctx context.Context, id string) {
	w.mu.Lock()
	r := w.running[id]
	w.mu.Unlock()
	if r == nil {
		return
	}
	timer := time.NewTimer(stopWait)
	defer timer.Stop()
	select {
	case <-r.done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// deliverStops hands the stops that other processes ask for to the logs of the
// replies that this process writes.
func (w *Replies) deliverStops(ctx context.Context) error {
	w.mu.Lock()
	idle := len(w.running) == 0
	w.mu.Unlock()
	if idle {
		return nil
	}
	list, err := message.StopRequests(ctx, w.deps.DB.Reader(), w.owner)
	if err != nil {
		return err
	}
	for _, request := range list {
		if _, err := w.deps.Live.RequestStop(ctx, request.ReplyID, request.Seen); err != nil {
			return err
		}
	}
	return nil
}
