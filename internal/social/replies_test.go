package social

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage/dbtest"
)

// insertCommentWithReplies posts a comment and inserts n replies. Groups of three successive
// replies have the same time. It returns the comment and the texts of the replies, oldest first.
func (b *harness) insertCommentWithReplies(n int) (Comment, []string) {
	b.t.Helper()
	topComment := b.postComment(ada, keeperSlug, "Discussed", "")
	texts := make([]string, n)
	for i := range n {
		texts[i] = fmt.Sprint("Reply ", i)
		b.execSQL(`INSERT INTO comments (id, character_id, user_id, parent_id, body, created_at) VALUES ($1, 1, 'user-bo', $2, $3, $4)`,
			fmt.Sprintf("%s-%04d", topComment.ID, i), topComment.ID, texts[i], i/3)
	}
	b.execSQL(`UPDATE comments SET reply_count = $2 WHERE id = $1`, topComment.ID, n)
	return topComment, texts
}

func (b *harness) repliesPage(actor core.Actor, id string, limit int, before string) RepliesPage {
	b.t.Helper()
	p, err := b.Replies(b.t.Context(), actor, id, limit, before)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

// A comment in the list has its newest replies. The pages of earlier replies have all others,
// each exactly once.
// rule comments-earlier-replies
func TestEarlierRepliesCompleteTheList(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment, allReplies := b.insertCommentWithReplies(130)
		listedComment := b.commentsPage(visitor, 10, "").Comments[0]
		got := commentTexts(listedComment.Replies)
		if newest := b.repliesPage(visitor, topComment.ID, maxReplies, ""); !slices.Equal(commentTexts(newest.Replies), got) || newest.EarlierCursor != listedComment.EarlierRepliesCursor {
			t.Errorf("without a cursor came %v, the list has %v", commentTexts(newest.Replies), got)
		}
		for before := listedComment.EarlierRepliesCursor; before != ""; {
			p := b.repliesPage(visitor, topComment.ID, maxReplies, before)
			got, before = slices.Concat(commentTexts(p.Replies), got), p.EarlierCursor
		}
		if !slices.Equal(got, allReplies) {
			t.Errorf("came %v", got)
		}
	})
}

// rule comments-earlier-replies
func TestEarlierRepliesAreCompleteAtAnyPageSize(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment, allReplies := b.insertCommentWithReplies(20)
		for _, limit := range []int{1, 2, 7, 19, 20, 21} {
			var got []string
			pages := 0
			for before := ""; pages == 0 || before != ""; pages++ {
				p := b.repliesPage(visitor, topComment.ID, limit, before)
				if len(p.Replies) > limit || p.EarlierCursor != "" && len(p.Replies) != limit {
					t.Fatalf("a page of %d has %d replies", limit, len(p.Replies))
				}
				got, before = slices.Concat(commentTexts(p.Replies), got), p.EarlierCursor
			}
			if !slices.Equal(got, allReplies) || pages != (len(allReplies)+limit-1)/limit {
				t.Errorf("in %d pages of %d came %v", pages, limit, got)
			}
		}
		for limit, want := range map[int]int{-1 << 60: 1, 0: 1, 1 << 60: 20} {
			if p := b.repliesPage(visitor, topComment.ID, limit, ""); len(p.Replies) != want {
				t.Errorf("limit %d answers %d", limit, len(p.Replies))
			}
		}
	})
}

// If replies are posted or deleted between the requests of two pages, no other reply is repeated
// or missing.
func TestEarlierRepliesAreStableWhileOthersWrite(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment, all := b.insertCommentWithReplies(12)
		first := b.repliesPage(visitor, topComment.ID, 5, "")
		b.deleteComment(bo, first.Replies[0].ID)
		b.postComment(cy, keeperSlug, "Late", topComment.ID)
		second := b.repliesPage(visitor, topComment.ID, 7, first.EarlierCursor)
		if got := slices.Concat(commentTexts(second.Replies), commentTexts(first.Replies)); !slices.Equal(got, all) || second.EarlierCursor != "" {
			t.Errorf("came %v", got)
		}
	})
}

// A comment with exactly as many replies as a page has no cursor.
func TestNoCursorWithoutEarlierReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment, _ := b.insertCommentWithReplies(maxReplies)
		if c := b.commentsPage(visitor, 10, "").Comments[0]; len(c.Replies) != maxReplies || c.EarlierRepliesCursor != "" {
			t.Errorf("%d replies, cursor %q", len(c.Replies), c.EarlierRepliesCursor)
		}
		b.postComment(cy, keeperSlug, "One more", topComment.ID)
		if c := b.commentsPage(visitor, 10, "").Comments[0]; len(c.Replies) != maxReplies || c.EarlierRepliesCursor == "" {
			t.Errorf("%d replies, cursor %q", len(c.Replies), c.EarlierRepliesCursor)
		}
	})
}

// The replies to a deleted comment remain. Replies returns errNoComment for the id of a reply, for
// an unknown id, and for a comment on a hidden character.
func TestOnlyShownTopCommentsHaveReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment := b.postComment(ada, keeperSlug, "A comment", "")
		reply := b.postComment(bo, keeperSlug, "A reply", topComment.ID)
		b.deleteComment(ada, topComment.ID)
		p := b.repliesPage(bo, topComment.ID, 50, "")
		if len(p.Replies) != 1 || !p.Replies[0].IsOwn || p.Replies[0].Liked || p.Replies[0].Author.Name != "Bo" {
			t.Errorf("%+v", p)
		}
		if _, err := b.LikeComment(t.Context(), ada, reply.ID, truePtr()); err != nil {
			t.Fatal(err)
		}
		if p := b.repliesPage(ada, topComment.ID, 50, ""); !p.Replies[0].Liked || p.Replies[0].LikeCount != 1 || p.Replies[0].IsOwn {
			t.Errorf("%+v", p)
		}
		if p := b.repliesPage(visitor, b.postComment(ada, keeperSlug, "Alone", "").ID, 50, ""); len(p.Replies) != 0 || p.EarlierCursor != "" {
			t.Errorf("%+v", p)
		}
		for _, id := range []string{reply.ID, "nothing", ""} {
			_, err := b.Replies(t.Context(), ada, id, 50, "")
			wantError(t, err, errNoComment)
		}
		b.characters.hideCharacter(keeperSlug)
		_, err := b.Replies(t.Context(), bo, topComment.ID, 50, "")
		wantError(t, err, errNoComment)
	})
}

// rule api-cursors
func TestAlteredCursorsOfRepliesAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment, _ := b.insertCommentWithReplies(3)
		b.clock.Advance(sameTextInterval)
		other, _ := b.insertCommentWithReplies(3)
		validCursor := b.repliesPage(visitor, topComment.ID, 1, "").EarlierCursor
		alteredCursors := []string{"x", "null", "0", validCursor + "A", validCursor[1:], validCursor[:len(validCursor)-1], strings.ToLower(validCursor), strings.Repeat("A", 10_000), "🎭",
			core.FormatCursor(commentsPageKey{1, 5, topComment.ID}), core.FormatCursor([]int{1}), core.FormatCursor(repliesPageKey{}), core.FormatCursor(repliesPageKey{topComment.ID, 5, "x\x00"}),
			b.repliesPage(visitor, other.ID, 1, "").EarlierCursor, b.commentsPage(visitor, 1, "").NextCursor}
		for _, text := range alteredCursors {
			_, err := b.Replies(t.Context(), visitor, topComment.ID, 10, text)
			wantError(t, err, errBadCursor)
		}
	})
}

func TestPeopleAreReadOncePerPageOfReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment, _ := b.insertCommentWithReplies(30)
		for _, limit := range []int{1, 30} {
			b.people.callCount = 0
			b.repliesPage(bo, topComment.ID, limit, "")
			if b.people.callCount != 1 {
				t.Errorf("a page of %d asks %d times who people are", limit, b.people.callCount)
			}
		}
	})
}

// A page of replies makes as many queries for 50 replies by several people as for one.
// rule comments-earlier-replies
func TestRepliesMakeAConstantNumberOfQueries(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		queries := dbtest.CountQueries(b.store.db.Reader())
		b.store.db = queries
		queryCountByReplies := map[int]int{}
		for _, n := range []int{1, 50} {
			topComment, _ := b.insertCommentWithReplies(n)
			b.clock.Advance(time.Hour)
			queries.TakeCount()
			if p := b.repliesPage(ada, topComment.ID, maxReplies, ""); len(p.Replies) != n {
				t.Fatalf("%d replies, want %d", len(p.Replies), n)
			}
			queryCountByReplies[n] = queries.TakeCount()
		}
		if queryCountByReplies[1] != queryCountByReplies[50] || queryCountByReplies[50] > 4 {
			t.Errorf("queries by number of replies: %v", queryCountByReplies)
		}
	})
}
