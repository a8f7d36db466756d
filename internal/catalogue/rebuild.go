package catalogue

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"colloquy/internal/obs"
)

const (
	// usualCast is how many characters an index may have for calls to wait until a
	// newer one is built: it takes a tenth of a second, and answers are exact.
	usualCast = 10_000
	// patience is how long calls wait in a larger catalogue, while there is an older
	// index; what was hidden meanwhile is left out when its row is read.
	patience = 300 * time.Millisecond
	// longestBuild ends a build that the database leaves waiting, so that the next
	// call begins another: 300,000 characters take some seconds.
	longestBuild = time.Minute
)

// snapshots keeps the newest index and sees to it that one is built at a time.
type snapshots struct {
	newest atomic.Pointer[snapshot]
	usual  int           // usualCast, less in tests
	most   time.Duration // longestBuild, less in tests

	mu     sync.Mutex
	build  *build    // under way; nil for none
	rested time.Time // when the next build may begin
}

// build is one building of the index. index and err are set when done closes.
type build struct {
	done     chan struct{}
	snapshot *snapshot
	err      error
}

// index returns the index of the catalogue as it is, or, when that takes long,
// as it was a moment ago.
func (s *Service) snapshot(ctx context.Context) (*snapshot, error) {
	version, err := s.store.version(ctx)
	if err != nil {
		return nil, err
	}
	x := s.snapshots.newest.Load()
	if x != nil && x.version == version {
		return x, nil
	}
	return s.newer(ctx, x, version)
}

// newer waits for an index of a version. One that was being built already may
// be of an earlier version: the one after it is not.
func (s *Service) newer(ctx context.Context, x *snapshot, version int64) (*snapshot, error) {
	var enough <-chan time.Time
	large := x != nil && x.index.Size() > s.snapshots.usual
	if large {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		enough = timer.C
	}
	for range 2 {
		b := s.building(ctx, large)
		if b == nil {
			return x.outdated(), nil
		}
		select {
		case <-b.done:
		case <-enough:
			return x.outdated(), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if b.err != nil {
			return nil, b.err
		}
		if x = b.snapshot; x.version == version {
			return x, nil
		}
	}
	return x.outdated(), nil
}

// outdated is the index without the rows it keeps, which may have changed.
func (x *snapshot) outdated() *snapshot {
	old := *x
	old.cards = nil
	return &old
}

// building joins the build under way or begins one. It returns nil when the
// last one took so long that the machine needs a rest, and one can do without.
func (s *Service) building(ctx context.Context, optional bool) *build {
	s.snapshots.mu.Lock()
	defer s.snapshots.mu.Unlock()
	if s.snapshots.build == nil {
		if optional && time.Now().Before(s.snapshots.rested) {
			return nil
		}
		s.snapshots.build = &build{done: make(chan struct{})}
		b := s.snapshots.build
		obs.Go(ctx, s.deps.Log, "catalogue index", func() { s.make(context.WithoutCancel(ctx), b) })
	}
	return s.snapshots.build
}

// make builds an index. One that took longer than a call waits is followed by a
// rest as long, so that a stream of edits does not keep a processor busy.
func (s *Service) make(ctx context.Context, b *build) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(ctx, s.snapshots.most)
	defer cancel()
	b.snapshot, b.err = s.readIndex(ctx)
	took := time.Since(begun)
	s.snapshots.mu.Lock()
	defer s.snapshots.mu.Unlock()
	if b.err == nil {
		s.snapshots.newest.Store(b.snapshot)
	}
	if took > patience {
		s.snapshots.rested = time.Now().Add(took)
	}
	s.snapshots.build = nil
	close(b.done)
}

// readIndex reads the index. Nobody above it would catch a panic, which must not
// end the process.
func (s *Service) readIndex(ctx context.Context) (x *snapshot, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("catalogue: panic while building the index: %s\n%s", obs.PanicText(v), debug.Stack())
		}
	}()
	return s.store.snapshot(ctx)
}
