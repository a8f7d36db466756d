package social

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
)

type toggleFunc func(context.Context, core.Actor, string, *bool) (ToggleResult, error)

func (b *harness) toggleFuncs() map[string]toggleFunc {
	return map[string]toggleFunc{"like": b.Like, "follow": b.Follow}
}

// rule marks-stated-wish
func TestLikeAndFollowToggle(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for name, call := range b.toggleFuncs() {
			for i, step := range []struct {
				actor core.Actor
				want  *bool
				out   ToggleResult
			}{
				{ada, nil, ToggleResult{true, 1}}, {bo, nil, ToggleResult{true, 2}}, {ada, nil, ToggleResult{false, 1}}, {ada, falsePtr(), ToggleResult{false, 1}},
				{ada, truePtr(), ToggleResult{true, 2}}, {ada, truePtr(), ToggleResult{true, 2}}, {bo, falsePtr(), ToggleResult{false, 1}}, {ada, nil, ToggleResult{false, 0}}, {ada, falsePtr(), ToggleResult{false, 0}},
				{ada, nil, ToggleResult{true, 1}},
			} {
				got, err := call(t.Context(), step.actor, keeperSlug, step.want)
				if err != nil || got != step.out {
					t.Errorf("%s, step %d: %+v, %v, want %+v", name, i, got, err, step.out)
				}
			}
		}
		b.checkStoredCounts()
	})
}

func TestHiddenAndUnknownCharactersAreNotFound(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for _, ref := range []string{ghostSlug, "3", "nobody", "", "999"} {
			for _, call := range b.toggleFuncs() {
				_, err := call(t.Context(), ada, ref, nil)
				wantError(t, err, errNoCharacter)
			}
			_, err := b.Comments(t.Context(), ada, ref, 10, "")
			wantError(t, err, errNoCharacter)
			_, err = b.PostComment(t.Context(), ada, ref, CommentDraft{Text: "Hello"})
			wantError(t, err, errNoCharacter)
			_, err = b.Activity(t.Context(), visitor, ref, 10)
			wantError(t, err, errNoCharacter)
		}
		for _, table := range []string{"character_likes", "character_follows", "social_counts", "comments"} {
			if n := b.selectNumber(`SELECT count(*) FROM ` + table); n != 0 {
				t.Errorf("%s has %d rows", table, n)
			}
		}
	})
}

func TestStatsHaveCountsAndOwnMarks(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		b.Like(ctx, ada, keeperSlug, nil)
		b.Like(ctx, bo, keeperSlug, nil)
		b.Follow(ctx, bo, keeperSlug, nil)
		b.Follow(ctx, ada, bakerSlug, nil)
		c := b.postComment(ada, bakerSlug, "Fine bread", "")
		b.postComment(bo, bakerSlug, "Indeed", c.ID)
		for _, want := range []struct {
			actor string
			ask   []int
			said  string
		}{
			{ada.UserID, []int{1, 2, 3}, "map[1:{2 1 0 true false} 2:{0 1 2 false true}]"},
			{bo.UserID, []int{1}, "map[1:{2 1 0 true true}]"},
			{"", []int{1, 2}, "map[1:{2 1 0 false false} 2:{0 1 2 false false}]"},
			{ada.UserID, nil, "map[]"}, {ada.UserID, []int{77}, "map[]"},
		} {
			got, err := b.Stats(ctx, want.actor, want.ask)
			if err != nil || fmt.Sprint(got) != want.said {
				t.Errorf("%q asks for %v: %v, %v, want %s", want.actor, want.ask, got, err, want.said)
			}
		}
	})
}

// parallelClients is the number of concurrent clients in tests.
const parallelClients = 100

// inParallel calls fn for all clients concurrently.
func inParallel(fn func(i int)) {
	var wg sync.WaitGroup
	for i := range parallelClients {
		wg.Go(func() { fn(i) })
	}
	wg.Wait()
}

// rule marks-counts-equal-rows
func TestConcurrentTogglesAreAllCounted(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		for name, call := range b.toggleFuncs() {
			inParallel(func(i int) {
				for range 3 { // on, off, on
					if _, err := call(ctx, core.Actor{UserID: fmt.Sprint("user-", i)}, keeperSlug, nil); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			})
			b.checkStoredCounts()
		}
		if n := b.statsOf(visitor, 1); n.Likes != parallelClients || n.Followers != parallelClients {
			t.Errorf("%+v after %d people", n, parallelClients)
		}
	})
}

// A hundred concurrent calls with a wanted state have the effect of one call. Without a wanted
// state each call toggles, so an even number of calls has no effect.
// rule marks-counts-equal-rows
func TestOnePersonTogglesConcurrently(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		for name, call := range b.toggleFuncs() {
			for _, round := range []struct {
				want *bool
				on   bool
			}{{truePtr(), true}, {nil, true}, {falsePtr(), false}, {nil, false}} {
				b.clock.Advance(2 * time.Minute)
				inParallel(func(int) {
					if _, err := call(ctx, ada, bakerSlug, round.want); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				})
				b.checkStoredCounts()
				n := b.statsOf(ada, 2)
				if name == "like" && n.Liked != round.on || name == "follow" && n.Following != round.on {
					t.Errorf("%s after %v: %+v", name, round.want, n)
				}
			}
		}
	})
}
