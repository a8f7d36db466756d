package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"colloquy/internal/obs"
)

const (
	// rebuildWait is how long a call waits for a rebuild before it is answered from
	// the old snapshot. The common catalogue builds in milliseconds, so that answers
	// are exact; 100,000 characters take more than a second.
	rebuildWait = 500 * time.Millisecond
	// rebuildTimeout ends a rebuild whose database stalls, so that a later call
	// starts another.
	rebuildTimeout = time.Minute
)

// snapshots holds the newest snapshot and the rebuild that is running, at most
// one.
type snapshots struct {
	newest        atomic.Pointer[snapshot]
	wait, timeout time.Duration // rebuildWait and rebuildTimeout, shorter in tests

	mu      sync.Mutex
	running *rebuild
}

// rebuild is one build of a snapshot. snapshot and err are set when done closes.
type rebuild struct {
	done     chan struct{}
	snapshot *snapshot
	err      error
}

// view is what one call sees: a snapshot, and the version of the database, which
// is ahead of the snapshot during a rebuild.
type view struct {
	*snapshot
	databaseVersion int64
}

// latest returns the newest snapshot. If the catalogue has changed since, it starts
// a rebuild or joins the one that runs, and waits for it: as long as it takes for
// the first snapshot, later at most rebuildWait. A failed rebuild is logged and
// leaves the old snapshot in place.
func (s *Service) latest(ctx context.Context) (view, error) {
	version, err := s.store.version(ctx)
	if err != nil {
		return view{}, err
	}
	snap := s.snapshots.newest.Load()
	if snap == nil || snap.version != version {
		if snap, err = s.awaitRebuild(ctx, snap, version); err != nil {
			return view{}, err
		}
	}
	return view{snap, version}, nil
}

// awaitRebuild returns a snapshot of at least a version, or the old one if that
// fails or takes too long. A rebuild that was running already may have read an
// earlier version; then it waits for one more.
func (s *Service) awaitRebuild(ctx context.Context, old *snapshot, version int64) (*snapshot, error) {
	var timeout <-chan time.Time // never, while there is no snapshot
	if old != nil {
		timeout = time.After(s.snapshots.wait)
	}
	for {
		r := s.joinRebuild(ctx)
		select {
		case <-r.done:
		case <-timeout:
			return old, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if r.err == nil {
			if old = r.snapshot; old.version >= version {
				return old, nil
			}
			continue
		}
		if old != nil {
			return old, nil
		}
		return nil, r.err
	}
}

// joinRebuild returns the running rebuild, or starts one.
func (s *Service) joinRebuild(ctx context.Context) *rebuild {
	s.snapshots.mu.Lock()
	defer s.snapshots.mu.Unlock()
	if s.snapshots.running == nil {
		r := &rebuild{done: make(chan struct{})}
		s.snapshots.running = r
		obs.Go(ctx, s.deps.Log, "catalogue rebuild", func() { s.runRebuild(context.WithoutCancel(ctx), r) })
	}
	return s.snapshots.running
}

func (s *Service) runRebuild(ctx context.Context, r *rebuild) {
	ctx, cancel := context.WithTimeout(ctx, s.snapshots.timeout)
	defer cancel()
	if r.snapshot, r.err = s.buildSnapshot(ctx); r.err != nil {
		cmp.Or(s.deps.Log, slog.Default()).ErrorContext(ctx, "catalogue rebuild failed", "err", r.err)
	}
	s.snapshots.mu.Lock()
	defer s.snapshots.mu.Unlock()
	if r.err == nil {
		s.snapshots.newest.Store(r.snapshot)
	}
	s.snapshots.running = nil
	close(r.done)
}

// buildSnapshot returns a panic as an error, so that the callers of the rebuild
// are not left waiting.
func (s *Service) buildSnapshot(ctx context.Context) (snap *snapshot, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("catalogue: panic in a rebuild: %s\n%s", obs.PanicText(v), debug.Stack())
		}
	}()
	return s.store.readSnapshot(ctx)
}
