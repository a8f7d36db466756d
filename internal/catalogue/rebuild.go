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
	// maxRebuildWait is how long a call waits for a rebuild before it uses the old snapshot. A
	// rebuild of a few hundred characters takes milliseconds; of 100,000 it takes more than a
	// second.
	maxRebuildWait = 500 * time.Millisecond
	// rebuildTimeout ends a rebuild whose database query stalls, so that a later call
	// can start another.
	rebuildTimeout = time.Minute
)

// snapshots has the newest snapshot, and the running rebuild, if any.
type snapshots struct {
	newestSnapshot   atomic.Pointer[snapshot]
	maxWait, timeout time.Duration // maxRebuildWait and rebuildTimeout, shorter in tests

	mu             sync.Mutex
	runningRebuild *rebuild
}

// rebuild is one build of a snapshot. snapshot and err are set before done closes.
type rebuild struct {
	done     chan struct{}
	snapshot *snapshot
	err      error
}

// catalogueView is what one call works with: a snapshot, and the version of the catalogue in the
// database. During a rebuild databaseCatalogueVersion is newer than the snapshot.
type catalogueView struct {
	*snapshot
	databaseCatalogueVersion int64
}

// latestView returns the newest snapshot. After a change of the catalogue it waits for a rebuild,
// at most maxRebuildWait. If the rebuild is late or fails, the old snapshot stays in use. Without
// an old snapshot latestView waits until ctx ends, and returns the error of a failed build.
func (s *Service) latestView(ctx context.Context) (catalogueView, error) {
	version, err := s.store.catalogueVersion(ctx)
	if err != nil {
		return catalogueView{}, err
	}
	snap := s.snapshots.newestSnapshot.Load()
	if snap == nil || snap.catalogueVersion != version {
		if snap, err = s.awaitRebuild(ctx, snap, version); err != nil {
			return catalogueView{}, err
		}
	}
	return catalogueView{snap, version}, nil
}

// awaitRebuild waits for a snapshot of the given version or a newer one. If a rebuild fails or
// takes too long, it returns the old snapshot. A rebuild that was running already may give an
// earlier version; then awaitRebuild waits for another.
func (s *Service) awaitRebuild(ctx context.Context, old *snapshot, version int64) (*snapshot, error) {
	var timeout <-chan time.Time // stays nil, and so never fires, if there is no snapshot yet
	if old != nil {
		timeout = time.After(s.snapshots.maxWait)
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
			if old = r.snapshot; old.catalogueVersion >= version {
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
	if s.snapshots.runningRebuild == nil {
		r := &rebuild{done: make(chan struct{})}
		s.snapshots.runningRebuild = r
		obs.Go(ctx, s.deps.Log, "catalogue rebuild", func() { s.runRebuild(context.WithoutCancel(ctx), r) })
	}
	return s.snapshots.runningRebuild
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
		s.snapshots.newestSnapshot.Store(r.snapshot)
	}
	s.snapshots.runningRebuild = nil
	close(r.done)
}

// buildSnapshot reads a snapshot from the database. It converts a panic into an error, so that
// runRebuild always closes done and no caller waits forever.
func (s *Service) buildSnapshot(ctx context.Context) (snap *snapshot, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("catalogue: panic in a rebuild: %s\n%s", obs.PanicText(v), debug.Stack())
		}
	}()
	return s.store.readSnapshot(ctx)
}
