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
	// checkInterval is the interval at which the hub looks for changes by other processes.
	checkInterval = 2 * time.Second // rule notifications-stream
	// userBatchTimeout is the time limit for the queries of one call of checkUserBatch.
	userBatchTimeout = 5 * time.Second
	// readersPerQuery is the largest number of users in one query of checkUserBatch.
	readersPerQuery = 500
	// maxStreamsPerUser is the most streams of a user in a process. A further stream ends the
	// oldest (rule notifications-stream).
	maxStreamsPerUser = 10
)

// hub passes the numbers of unread notices to the readers of this process. One goroutine (run)
// reads the fingerprints of users from the database. It counts the notices of users whose
// fingerprints have changed. It reads:
//   - the fingerprint of one user, at once after a change by this process
//   - the fingerprints of all users with readers, every checkInterval, for changes by other
//     processes.
//
// Fingerprints contain no time, so the clocks of processes may differ.
type hub struct {
	store store
	log   *slog.Logger
	wake  chan struct{} // has one element if changedUsers is not empty

	mu            sync.Mutex
	readersByUser map[string][]*unreadReader // by user, oldest first
	statesByUser  map[string]lastUserState   // of users with readers
	changedUsers  map[string]bool            // users whose fingerprints hub.run must read next
	isClosed      bool
}

// lastUserState is what the hub has last read about a user.
type lastUserState struct {
	fingerprint noticesFingerprint
	unreadCount int
}

// unreadReader is an open stream. hub.mu guards the fields unreadCount and isEnded.
type unreadReader struct {
	wake        chan struct{} // has one element if something has changed
	unreadCount int           // -1: not known yet
	isEnded     bool
}

func newHub(s store, log *slog.Logger) *hub {
	return &hub{
		store: s, log: log, wake: make(chan struct{}, 1),
		readersByUser: map[string][]*unreadReader{}, statesByUser: map[string]lastUserState{}, changedUsers: map[string]bool{},
	}
}

// addReader returns a new reader of a user. If the user has maxStreamsPerUser readers already, it
// ends the oldest one.
func (h *hub) addReader(userID string) *unreadReader {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := &unreadReader{wake: make(chan struct{}, 1), unreadCount: -1, isEnded: h.isClosed}
	list := append(h.readersByUser[userID], r)
	if len(list) > maxStreamsPerUser {
		list[0].endStream()
		list = slices.Delete(list, 0, 1)
	}
	h.readersByUser[userID] = list
	if k, is := h.statesByUser[userID]; is {
		r.setUnread(k.unreadCount)
	} else {
		h.wakeForUser(userID)
	}
	if r.isEnded {
		r.wakeUp()
	}
	return r
}

func (h *hub) removeReader(userID string, r *unreadReader) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := slices.DeleteFunc(h.readersByUser[userID], func(one *unreadReader) bool { return one == r })
	if len(list) > 0 {
		h.readersByUser[userID] = list
		return
	}
	delete(h.readersByUser, userID)
	delete(h.statesByUser, userID)
	delete(h.changedUsers, userID)
}

// readerState returns the state of a reader.
func (h *hub) readerState(r *unreadReader) (unreadCount int, isEnded bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return r.unreadCount, r.isEnded
}

// publishChange makes the method hub.run read the fingerprint of a user soon, if the user has
// readers. publishChange never blocks for long.
func (h *hub) publishChange(userID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.readersByUser[userID]) > 0 {
		h.wakeForUser(userID)
	}
}

// wakeForUser makes the method hub.run read the fingerprint of a user. The caller holds the lock.
func (h *hub) wakeForUser(userID string) {
	h.changedUsers[userID] = true
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// close ends all readers. Readers that are added later end at once.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.isClosed = true
	for _, list := range h.readersByUser {
		for _, r := range list {
			r.endStream()
		}
	}
}

func (r *unreadReader) endStream() {
	r.isEnded = true
	r.wakeUp()
}

func (r *unreadReader) setUnread(unreadCount int) {
	r.unreadCount = unreadCount
	r.wakeUp()
}

func (r *unreadReader) wakeUp() {
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
			h.checkUsersForChanges(ctx, h.takeChangedUsers())
		case <-tick.C:
			h.checkUsersForChanges(ctx, h.usersWithReaders())
		}
	}
}

func (h *hub) takeChangedUsers() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	users := slices.Collect(maps.Keys(h.changedUsers))
	clear(h.changedUsers)
	return users
}

func (h *hub) usersWithReaders() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.readersByUser))
}

// checkUsersForChanges reads the fingerprints of users. For changed fingerprints it counts the notices and
// passes the counts to the readers. It makes at most two queries for readersPerQuery users. After
// an error the next check tries again.
func (h *hub) checkUsersForChanges(ctx context.Context, users []string) {
	defer obs.Recover(ctx, h.log, "unread notices")
	for ids := range slices.Chunk(users, readersPerQuery) {
		if err := h.checkUserBatch(ctx, ids); err != nil {
			if ctx.Err() == nil {
				h.log.DebugContext(ctx, "unread notices not counted", "error", err.Error())
			}
			return
		}
	}
}

func (h *hub) checkUserBatch(ctx context.Context, ids []string) error {
	ctx, cancel := context.WithTimeout(ctx, userBatchTimeout)
	defer cancel()
	fingerprints, err := h.store.readFingerprints(ctx, ids)
	if err != nil {
		return err
	}
	ids = h.usersToRecount(ids, fingerprints)
	if len(ids) == 0 {
		return nil
	}
	counts, err := h.store.countNotices(ctx, ids)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		h.setKnownState(id, lastUserState{fingerprints[id], counts[id].unread})
	}
	return nil
}

// usersToRecount returns the users in ids that have readers and a changed fingerprint. A fingerprint
// has changed if h.statesByUser has no fingerprint of the user, or a fingerprint that differs from
// the one in the argument `fingerprints`.
func (h *hub) usersToRecount(ids []string, fingerprints map[string]noticesFingerprint) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		k, is := h.statesByUser[id]
		return len(h.readersByUser[id]) == 0 || is && k.fingerprint == fingerprints[id]
	})
}

// setKnownState stores the state of a user and passes the count to the user's readers. The caller
// holds the lock.
func (h *hub) setKnownState(userID string, k lastUserState) {
	if len(h.readersByUser[userID]) == 0 {
		return
	}
	h.statesByUser[userID] = k
	for _, r := range h.readersByUser[userID] {
		if r.unreadCount != k.unreadCount {
			r.setUnread(k.unreadCount)
		}
	}
}
