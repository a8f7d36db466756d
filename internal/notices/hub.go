package notices

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"colloquy/internal/obs"
)

const (
	// checkInterval is the interval at which changes by other processes are searched for.
	checkInterval = 2 * time.Second
	// checkTimeout bounds one query of a check.
	checkTimeout = 5 * time.Second
	// readersPerQuery bounds the parameters of one query.
	readersPerQuery = 500
	// maxStreams is how many streams a user may have in a process. A further one ends the
	// oldest.
	maxStreams = 10
)

// hub passes the number of unread notices to the readers of this process. One goroutine
// counts for all of them: of the users whose stamp in the database differs from the known
// one. It asks for the stamps after changes by this process, and at each checkInterval for
// those of other processes. Stamps need no clock, so the clocks of processes may differ.
type hub struct {
	store store
	log   *slog.Logger
	wake  chan struct{} // has one element if changed is not empty

	mu      sync.Mutex
	readers map[string][]*reader // by user, oldest first
	known   map[string]known     // of users with readers
	changed map[string]bool      // users to ask for at once
	closed  bool
}

// known is what the hub has last read of a user.
type known struct {
	stamp  stamp
	unread int
}

// reader is an open stream. The hub guards its fields.
type reader struct {
	wake   chan struct{} // has one element if something has changed
	unread int           // -1: not known yet
	ended  bool
}

func newHub(s store, log *slog.Logger) *hub {
	return &hub{
		store: s, log: log, wake: make(chan struct{}, 1),
		readers: map[string][]*reader{}, known: map[string]known{}, changed: map[string]bool{},
	}
}

// add returns a new reader of a user. It ends the oldest one if the user has maxStreams.
func (h *hub) add(userID string) *reader {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := &reader{wake: make(chan struct{}, 1), unread: -1, ended: h.closed}
	list := append(h.readers[userID], r)
	if len(list) > maxStreams {
		list[0].end()
		list = slices.Delete(list, 0, 1)
	}
	h.readers[userID] = list
	if k, is := h.known[userID]; is {
		r.set(k.unread)
	} else {
		h.ask(userID)
	}
	if r.ended {
		r.signal()
	}
	return r
}

func (h *hub) remove(userID string, r *reader) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := slices.DeleteFunc(h.readers[userID], func(one *reader) bool { return one == r })
	if len(list) > 0 {
		h.readers[userID] = list
		return
	}
	delete(h.readers, userID)
	delete(h.known, userID)
	delete(h.changed, userID)
}

// read returns the state of a reader.
func (h *hub) read(r *reader) (unread int, ended bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return r.unread, r.ended
}

// publish asks for the notices of a user soon, if the user has readers. It never blocks
// for long.
func (h *hub) publish(userID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.readers[userID]) > 0 {
		h.ask(userID)
	}
}

// ask wakes run for a user. The caller holds the lock.
func (h *hub) ask(userID string) {
	h.changed[userID] = true
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// close ends all readers and those that follow.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, list := range h.readers {
		for _, r := range list {
			r.end()
		}
	}
}

func (r *reader) end() {
	r.ended = true
	r.signal()
}

func (r *reader) set(unread int) {
	r.unread = unread
	r.signal()
}

func (r *reader) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// run keeps the readers up to date until ctx ends. A panic of one check does not end it.
func (h *hub) run(ctx context.Context) {
	tick := time.NewTicker(checkInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
			h.check(ctx, h.takeChanged())
		case <-tick.C:
			h.check(ctx, h.users())
		}
	}
}

func (h *hub) takeChanged() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	users := slices.Collect(maps.Keys(h.changed))
	clear(h.changed)
	return users
}

func (h *hub) users() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.readers))
}

// check reads the stamps of users, counts for those whose stamp has changed, and
// passes the counts on, with two queries for each readersPerQuery users at most. After an
// error the next check tries again.
func (h *hub) check(ctx context.Context, users []string) {
	defer obs.Recover(ctx, h.log, "unread notices")
	for ids := range slices.Chunk(users, readersPerQuery) {
		if err := h.checkSome(ctx, ids); err != nil {
			if ctx.Err() == nil {
				h.log.DebugContext(ctx, "unread notices not counted", "error", err.Error())
			}
			return
		}
	}
}

func (h *hub) checkSome(ctx context.Context, ids []string) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	stamps, err := h.store.stamps(ctx, ids)
	if err != nil {
		return err
	}
	ids = h.outdated(ids, stamps)
	if len(ids) == 0 {
		return nil
	}
	counts, err := h.store.counts(ctx, ids)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		h.deliver(id, known{stamps[id], counts[id].unread})
	}
	return nil
}

// outdated returns the users with readers whose stamp is not the known one.
func (h *hub) outdated(ids []string, stamps map[string]stamp) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		k, is := h.known[id]
		return len(h.readers[id]) == 0 || is && k.stamp == stamps[id]
	})
}

// deliver stores what is known of a user and passes it to the readers. The caller holds
// the lock.
func (h *hub) deliver(userID string, k known) {
	if len(h.readers[userID]) == 0 {
		return
	}
	h.known[userID] = k
	for _, r := range h.readers[userID] {
		if r.unread != k.unread {
			r.set(k.unread)
		}
	}
}
