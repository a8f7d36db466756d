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

// discussed posts a comment with n replies, three at a time with the same time, and
// returns it with the texts of the replies, oldest first.
func (b *harness) discussed(n int) (Comment, []string) {
	b.t.Helper()
	top := b.post(ada, keeper, "Discussed", "")
	texts := make([]string, n)
	for i := range n {
		texts[i] = fmt.Sprint("Reply ", i)
		b.exec(`INSERT INTO comments (id, character_id, user_id, parent_id, body, created_at) VALUES ($1, 1, 'user-bo', $2, $3, $4)`,
			fmt.Sprintf("%s-%04d", top.ID, i), top.ID, texts[i], i/3)
	}
	b.exec(`UPDATE comments SET reply_count = $2 WHERE id = $1`, top.ID, n)
	return top, texts
}

func (b *harness) replies(actor core.Actor, id string, limit int, before string) RepliesPage {
	b.t.Helper()
	p, err := b.Replies(b.t.Context(), actor, id, limit, before)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

// The pages of the replies, from the cursor of the list on, are all replies once.
// rule comments-earlier-replies
func TestEarlierRepliesFollowTheList(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		top, all := b.discussed(130)
		listed := b.page(visitor, 10, "").Comments[0]
		got := commentTexts(listed.Replies)
		if newest := b.replies(visitor, top.ID, maxReplies, ""); !slices.Equal(commentTexts(newest.Replies), got) || newest.Earlier != listed.EarlierReplies {
			t.Errorf("without a cursor came %v, the list has %v", commentTexts(newest.Replies), got)
		}
		for before := listed.EarlierReplies; before != ""; {
			p := b.replies(visitor, top.ID, maxReplies, before)
			got, before = slices.Concat(commentTexts(p.Replies), got), p.Earlier
		}
		if !slices.Equal(got, all) {
			t.Errorf("came %v", got)
		}
	})
}

// rule comments-earlier-replies
func TestEarlierRepliesInPagesOfAnySize(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		top, all := b.discussed(20)
		for _, limit := range []int{1, 2, 7, 19, 20, 21} {
			var got []string
			pages := 0
			for before := ""; pages == 0 || before != ""; pages++ {
				p := b.replies(visitor, top.ID, limit, before)
				if len(p.Replies) > limit || p.Earlier != "" && len(p.Replies) != limit {
					t.Fatalf("a page of %d has %d replies", limit, len(p.Replies))
				}
				got, before = slices.Concat(commentTexts(p.Replies), got), p.Earlier
			}
			if !slices.Equal(got, all) || pages != (len(all)+limit-1)/limit {
				t.Errorf("in %d pages of %d came %v", pages, limit, got)
			}
		}
		for limit, want := range map[int]int{-1 << 60: 1, 0: 1, 1 << 60: 20} {
			if p := b.replies(visitor, top.ID, limit, ""); len(p.Replies) != want {
				t.Errorf("limit %d answers %d", limit, len(p.Replies))
			}
		}
	})
}

// New and deleted replies between two pages neither repeat nor drop others.
func TestEarlierRepliesWhileOthersWrite(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		top, all := b.discussed(12)
		first := b.replies(visitor, top.ID, 5, "")
		b.delete(bo, first.Replies[0].ID)
		b.post(cy, keeper, "Late", top.ID)
		second := b.replies(visitor, top.ID, 7, first.Earlier)
		if got := slices.Concat(commentTexts(second.Replies), commentTexts(first.Replies)); !slices.Equal(got, all) || second.Earlier != "" {
			t.Errorf("came %v", got)
		}
	})
}

// A comment with exactly as many replies as a page has no cursor.
func TestNoCursorWithoutEarlierReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		top, _ := b.discussed(maxReplies)
		if c := b.page(visitor, 10, "").Comments[0]; len(c.Replies) != maxReplies || c.EarlierReplies != "" {
			t.Errorf("%d replies, cursor %q", len(c.Replies), c.EarlierReplies)
		}
		b.post(cy, keeper, "One more", top.ID)
		if c := b.page(visitor, 10, "").Comments[0]; len(c.Replies) != maxReplies || c.EarlierReplies == "" {
			t.Errorf("%d replies, cursor %q", len(c.Replies), c.EarlierReplies)
		}
	})
}

// The replies to a deleted comment remain. Replies to a hidden character's comment, to a
// reply and to nothing are not found.
func TestWhoseRepliesAreShown(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		top := b.post(ada, keeper, "A comment", "")
		reply := b.post(bo, keeper, "A reply", top.ID)
		b.delete(ada, top.ID)
		p := b.replies(bo, top.ID, 50, "")
		if len(p.Replies) != 1 || !p.Replies[0].Own || p.Replies[0].Liked || p.Replies[0].Author.Name != "Bo" {
			t.Errorf("%+v", p)
		}
		if _, err := b.LikeComment(t.Context(), ada, reply.ID, truePtr()); err != nil {
			t.Fatal(err)
		}
		if p := b.replies(ada, top.ID, 50, ""); !p.Replies[0].Liked || p.Replies[0].LikeCount != 1 || p.Replies[0].Own {
			t.Errorf("%+v", p)
		}
		if p := b.replies(visitor, b.post(ada, keeper, "Alone", "").ID, 50, ""); len(p.Replies) != 0 || p.Earlier != "" {
			t.Errorf("%+v", p)
		}
		for _, id := range []string{reply.ID, "nothing", ""} {
			_, err := b.Replies(t.Context(), ada, id, 50, "")
			wantError(t, err, errNoComment)
		}
		b.characters.hide(keeper)
		_, err := b.Replies(t.Context(), bo, top.ID, 50, "")
		wantError(t, err, errNoComment)
	})
}

// rule api-cursors
func TestAlteredCursorsOfRepliesAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		top, _ := b.discussed(3)
		b.time.Advance(sameTextInterval)
		other, _ := b.discussed(3)
		good := b.replies(visitor, top.ID, 1, "").Earlier
		bad := []string{"x", "null", "0", good + "A", good[1:], good[:len(good)-1], strings.ToLower(good), strings.Repeat("A", 10_000), "🎭",
			core.Cursor(pageKey{1, 5, top.ID}), core.Cursor([]int{1}), core.Cursor(repliesKey{}), core.Cursor(repliesKey{top.ID, 5, "x\x00"}),
			b.replies(visitor, other.ID, 1, "").Earlier, b.page(visitor, 1, "").Last}
		for _, text := range bad {
			_, err := b.Replies(t.Context(), visitor, top.ID, 10, text)
			wantError(t, err, errBadCursor)
		}
	})
}

func TestPeopleAreReadOncePerPageOfReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		top, _ := b.discussed(30)
		for _, limit := range []int{1, 30} {
			b.people.asked = 0
			b.replies(bo, top.ID, limit, "")
			if b.people.asked != 1 {
				t.Errorf("a page of %d asks %d times who people are", limit, b.people.asked)
			}
		}
	})
}

// A page of replies makes as many queries for 50 replies by several people as for one.
// rule comments-earlier-replies
func TestRepliesMakeAConstantNumberOfQueries(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		queries := dbtest.Count(b.store.db.Reader())
		b.store.db = queries
		counts := map[int]int{}
		for _, n := range []int{1, 50} {
			top, _ := b.discussed(n)
			b.time.Advance(time.Hour)
			queries.Take()
			if p := b.replies(ada, top.ID, maxReplies, ""); len(p.Replies) != n {
				t.Fatalf("%d replies, want %d", len(p.Replies), n)
			}
			counts[n] = queries.Take()
		}
		if counts[1] != counts[50] || counts[50] > 4 {
			t.Errorf("queries by number of replies: %v", counts)
		}
	})
}
