package writing

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
)

const (
	// maxStopWait is how long a stop call waits for the end of the reply. A deletion waits as long.
	// Rule chats-delete.
	maxStopWait = 3 * time.Second
	// stopPollInterval is the interval at which a stop call reads the row of another process's
	// reply.
	stopPollInterval = 100 * time.Millisecond
)

// Stop ends a running reply, cancels the model's request and returns the row of the reply. It waits
// at most maxStopWait for the end of the reply. seen is the number of code points of the text to keep;
// a negative seen keeps the whole text. Rule replies-stop.
func (w *ReplyRunner) Stop(ctx context.Context, m message.Message, seen int) (message.Message, error) {
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

// stopElsewhere requests a stop from the process that writes a reply. That process
// reads requests about once a second.
func (w *ReplyRunner) stopElsewhere(ctx context.Context, m message.Message, seen int) (message.Message, error) {
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) error { return message.RequestStop(ctx, tx, m.ID, seen) })
	if err != nil {
		return message.Message{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxStopWait)
	defer cancel()
	for {
		now, err := message.ByID(ctx, w.deps.DB.Reader(), m.ConversationID, m.ID)
		if err == nil && now.Status != message.Generating {
			return now, nil
		}
		select {
		case <-ctx.Done():
			return m, nil
		case <-time.After(stopPollInterval):
		}
	}
}

// awaitEnd waits until a reply has ended, for at most maxStopWait. It returns at once if this
// process does not write the reply.
func (w *ReplyRunner) awaitEnd(ctx context.Context, id string) {
	w.mu.Lock()
	r := w.runningByID[id]
	w.mu.Unlock()
	if r == nil {
		return
	}
	timer := time.NewTimer(maxStopWait)
	defer timer.Stop()
	select {
	case <-r.finalStateStored:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// deliverStops reads the stop requests that other processes stored in the database for replies of
// this process. It passes each request to the log of its reply.
func (w *ReplyRunner) deliverStops(ctx context.Context) error {
	w.mu.Lock()
	isIdle := len(w.runningByID) == 0
	w.mu.Unlock()
	if isIdle {
		return nil
	}
	list, err := message.StopRequests(ctx, w.deps.DB.Reader(), w.ownerProcessID)
	if err != nil {
		return err
	}
	for _, request := range list {
		if _, err := w.deps.Live.RequestStop(ctx, request.ReplyID, request.SeenChars); err != nil {
			return err
		}
	}
	return nil
}
