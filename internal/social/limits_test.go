package social

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// One user makes two hundred concurrent calls, half of them in a second process. Exactly as many
// succeed as the limit allows.
func TestLimitsHoldForConcurrentCalls(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		b := newHarness(t, db)
		services := []*Service{b.Service, newHarness(t, db).Service}
		for i := range 200 {
			b.execSQL(`INSERT INTO comments (id, character_id, user_id, body, created_at) VALUES ($1, 1, 'user-ada', 'Hello', 1)`, fmt.Sprint("c", i))
		}
		for name, c := range map[string]struct {
			most int
			call func(s *Service, i int) error
		}{
			"comments": {commentsPerMinute, func(s *Service, i int) error {
				_, err := s.PostComment(t.Context(), bo, keeperSlug, CommentDraft{Text: fmt.Sprint("Comment ", i)})
				return err
			}},
			"reports": {reportsPerHour, func(s *Service, i int) error {
				_, err := s.ReportComment(t.Context(), bo, fmt.Sprint("c", i), "Rude")
				return err
			}},
			"toggles": {likeAndFollowTogglesPerMinute, func(s *Service, i int) error {
				_, err := s.LikeComment(t.Context(), cy, fmt.Sprint("c", i), truePtr())
				return err
			}},
		} {
			var taken atomic.Int64
			var wg sync.WaitGroup
			for i := range 200 {
				wg.Go(func() {
					err := c.call(services[i%2], i)
					switch {
					case err == nil:
						taken.Add(1)
					case core.KindOf(err) != core.Limited || !hasRetryAfter(err):
						t.Errorf("%s: %v", name, err)
					}
				})
			}
			wg.Wait()
			if taken.Load() != int64(c.most) {
				t.Errorf("%d %s were taken, want %d", taken.Load(), name, c.most)
			}
		}
	})
}

func hasRetryAfter(err error) bool {
	e, ok := errors.AsType[*core.Error](err)
	return ok && e.RetryAfter > 0
}
