package social

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
)

// After concurrent comments, replies, likes and deletions every stored count equals the number
// of the rows that it counts.
func TestCountsMatchRowsAfterConcurrentCalls(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		topComment := b.postComment(ada, keeperSlug, "Let us talk", "")
		var people [parallelClients]core.Actor
		for i := range people {
			people[i] = b.people.addPerson(fmt.Sprint("talker-", i))
		}
		inParallel(func(i int) {
			actor := people[i]
			ownComment, err := b.PostComment(ctx, actor, keeperSlug, CommentDraft{Text: fmt.Sprint("Comment ", i)})
			if err != nil {
				t.Errorf("comment %d: %v", i, err)
			}
			reply, err := b.PostComment(ctx, actor, keeperSlug, CommentDraft{fmt.Sprint("Reply ", i), topComment.ID})
			if err != nil {
				t.Errorf("reply %d: %v", i, err)
			}
			for _, id := range []string{topComment.ID, ownComment.ID} {
				if _, err := b.LikeComment(ctx, actor, id, nil); err != nil {
					t.Errorf("heart %d: %v", i, err)
				}
			}
			for _, id := range []string{ownComment.ID, reply.ID}[:i%3] {
				if err := b.DeleteComment(ctx, actor, id); err != nil {
					t.Errorf("deletion %d: %v", i, err)
				}
			}
		})
		b.checkStoredCounts()
		// A third of the clients delete nothing, a third delete their comment, and a third
		// delete their comment and their reply.
		if n := b.statsOf(visitor, 1).Comments; n != 1+2*parallelClients-33-2*33 {
			t.Errorf("%d comments are left", n)
		}
		if n := b.notices.countActorsTold(ada.UserID); n != parallelClients {
			t.Errorf("told of %d people of %d", n, parallelClients)
		}
	})
}

// Replies, likes and deletions that run concurrently with the deletion of their comment
// either succeed completely or fail.
func TestConcurrentDeleteLeavesNoHalfDoneAct(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		topComment := b.postComment(ada, keeperSlug, "Soon gone", "")
		var people [parallelClients]core.Actor
		for i := range people {
			people[i] = b.people.addPerson(fmt.Sprint("talker-", i))
		}
		var deleted atomic.Int32
		inParallel(func(i int) {
			var err error
			switch i % 4 {
			case 0:
				_, err = b.PostComment(ctx, people[i], keeperSlug, CommentDraft{fmt.Sprint("Reply ", i), topComment.ID})
			case 1:
				_, err = b.LikeComment(ctx, people[i], topComment.ID, truePtr())
			case 2:
				_, err = b.ReportComment(ctx, people[i], topComment.ID, "Rude")
			case 3:
				if err = b.DeleteComment(ctx, ada, topComment.ID); err == nil {
					deleted.Add(1)
				}
			}
			if err != nil && core.KindOf(err) != core.NotFound {
				t.Errorf("call %d: %v", i, err)
			}
		})
		if deleted.Load() != 1 {
			t.Errorf("it was deleted %d times", deleted.Load())
		}
		b.checkStoredCounts()
		_, err := b.LikeComment(ctx, bo, topComment.ID, nil)
		wantError(t, err, errNoComment)
	})
}

func TestSameTextPostedConcurrentlyIsOneComment(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		var posted, refused atomic.Int32
		inParallel(func(int) {
			_, err := b.PostComment(t.Context(), ada, keeperSlug, CommentDraft{Text: "Buy honey!"})
			switch core.KindOf(err) {
			case core.Conflict, core.Limited:
				refused.Add(1)
			default:
				posted.Add(1)
			}
		})
		if posted.Load() != 1 || refused.Load() != parallelClients-1 || b.statsOf(visitor, 1).Comments != 1 {
			t.Errorf("%d posted, %d refused", posted.Load(), refused.Load())
		}
	})
}

func TestOneTicketForAHundredReports(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.postComment(ada, keeperSlug, "Rude words", "")
		var tickets [parallelClients]string
		inParallel(func(i int) {
			var err error
			if tickets[i], err = b.ReportComment(t.Context(), bo, c.ID, "Rude"); err != nil {
				t.Error(err)
			}
		})
		for _, ticket := range tickets {
			if ticket != tickets[0] || ticket == "" {
				t.Fatalf("tickets %q and %q", ticket, tickets[0])
			}
		}
	})
}

// A reader who loads all pages while others post gets each comment that existed at the
// start exactly once.
func TestReadersDuringPostsMissNothing(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		texts := b.postComments(30)
		inParallel(func(i int) {
			if i%2 == 0 {
				actor := b.people.addPerson(fmt.Sprint("late-", i))
				b.clock.Advance(time.Millisecond)
				if _, err := b.PostComment(t.Context(), actor, keeperSlug, CommentDraft{Text: fmt.Sprint("Late ", i)}); err != nil {
					t.Error(err)
				}
				return
			}
			countByText := map[string]int{}
			for _, text := range b.readAllPages(1+i%9, func() {}) {
				countByText[text]++
			}
			for _, text := range texts {
				if countByText[text] != 1 {
					t.Errorf("%q was met %d times", text, countByText[text])
				}
			}
		})
	})
}
