package social

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
)

func commentTexts(list []Comment) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Body
	}
	return out
}

// postComments posts n comments of different users. Groups of three successive comments have the
// same time. It returns their texts, newest first.
func (b *harness) postComments(n int) []string {
	b.t.Helper()
	for i := range n {
		actor := b.people.addPerson(fmt.Sprint("talker-", i))
		if i%3 == 0 {
			b.clock.Advance(time.Second)
		}
		if _, err := b.PostComment(b.t.Context(), actor, keeperSlug, CommentDraft{Text: fmt.Sprint("Comment ", i)}); err != nil {
			b.t.Fatal(err)
		}
	}
	p := b.commentsPage(visitor, maxPageSize, "")
	if len(p.Comments) != n || p.HasMore || p.NextCursor != "" {
		b.t.Fatalf("%d comments of %d, more: %v", len(p.Comments), n, p.HasMore)
	}
	return commentTexts(p.Comments)
}

// readAllPages returns the texts of all comments on the character keeperSlug. A page has at most
// limit comments. After each page except the last, readAllPages calls the function in the argument
// `between`.
func (b *harness) readAllPages(limit int, between func()) []string {
	b.t.Helper()
	var out []string
	for after, pages := "", 0; ; pages++ {
		p := b.commentsPage(visitor, limit, after)
		out = append(out, commentTexts(p.Comments)...)
		if p.HasMore != (p.NextCursor != "") || p.HasMore && len(p.Comments) != limit || pages > 100 {
			b.t.Fatalf("page %d of %d comments says more: %v, last %q", pages, len(p.Comments), p.HasMore, p.NextCursor)
		}
		if after = p.NextCursor; after == "" {
			return out
		}
		between()
	}
}

// rule comments-order
func TestPagesFollowEachOther(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		texts := b.postComments(23)
		if !slices.IsSortedFunc(b.commentsPage(visitor, 50, "").Comments, func(x, y Comment) int { return y.CreatedAt.Compare(x.CreatedAt) }) {
			t.Error("the newest is not first")
		}
		for _, limit := range []int{1, 2, 7, 22, 23, 24} {
			if got := b.readAllPages(limit, func() {}); !slices.Equal(got, texts) {
				t.Errorf("in pages of %d came %v, want %v", limit, got, texts)
			}
		}
	})
}

// If comments are posted or deleted between the requests of two pages, no other comment is
// repeated or missing.
func TestPagesAreStableWhileOthersWrite(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		texts := b.postComments(20)
		last := b.commentsPage(visitor, 7, "").Comments[6]
		n := 0
		got := b.readAllPages(7, func() {
			if n++; n == 1 {
				b.deleteComment(core.Actor{UserID: last.UserID}, last.ID)
			}
			b.postComment(b.people.addPerson(fmt.Sprint("late-", n)), keeperSlug, fmt.Sprint("Late ", n), "")
		})
		if !slices.Equal(got, texts) {
			t.Errorf("came %v, want %v", got, texts)
		}
	})
}

func TestPageLimitIsClamped(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for i := range 55 {
			b.execSQL(`INSERT INTO comments (id, character_id, user_id, body, created_at) VALUES ($1, 1, 'user-bo', 'Hello', $2)`, fmt.Sprintf("c%03d", i), i)
		}
		for limit, want := range map[int]int{-1 << 60: 1, 0: 1, 1: 1, 50: 50, 51: 50, 1 << 60: 50} {
			if p := b.commentsPage(visitor, limit, ""); len(p.Comments) != want || !p.HasMore {
				t.Errorf("limit %d answers %d, more: %v", limit, len(p.Comments), p.HasMore)
			}
		}
	})
}

// rule api-cursors
func TestAlteredCursorsAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.postComments(3)
		validCursor := b.commentsPage(visitor, 1, "").NextCursor
		alteredCursors := []string{"x", "null", "0", validCursor + "A", validCursor[1:], validCursor[:len(validCursor)-1], strings.ToLower(validCursor), strings.Repeat("A", 10_000), "🎭",
			core.FormatCursor(commentsPageKey{2, 5, "x"}), core.FormatCursor([]int{1}), core.FormatCursor(commentsPageKey{}), core.FormatCursor(commentsPageKey{1, 5, "x\x00"})}
		for i := range validCursor {
			if c := validCursor[:i] + string("AB"[(validCursor[i]%2+1)%2]) + validCursor[i+1:]; c != validCursor {
				alteredCursors = append(alteredCursors, c)
			}
		}
		for _, text := range alteredCursors {
			_, err := b.Comments(t.Context(), visitor, keeperSlug, 10, text)
			wantError(t, err, errBadCursor)
		}
		_, err := b.Comments(t.Context(), visitor, bakerSlug, 10, validCursor)
		wantError(t, err, errBadCursor)
	})
}

// Each comment has its newest fifty replies, oldest first, and the count of all
// replies.
// rule comments-order
func TestPageHasTheNewestFiftyReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment, otherComment := b.postComment(ada, keeperSlug, "Many replies", ""), b.postComment(ada, keeperSlug, "One reply", "")
		for i := range 60 {
			b.execSQL(`INSERT INTO comments (id, character_id, user_id, parent_id, body, created_at) VALUES ($1, 1, 'user-bo', $2, $3, $4)`,
				fmt.Sprintf("r%03d", i), topComment.ID, fmt.Sprint("Reply ", i), i)
		}
		b.execSQL(`UPDATE comments SET reply_count = 60 WHERE id = $1`, topComment.ID)
		b.postComment(bo, keeperSlug, "The only one", otherComment.ID)
		b.postComment(ada, keeperSlug, "None", "")
		list := b.commentsPage(visitor, 10, "").Comments
		if got := commentTexts(list); !slices.Equal(got, []string{"None", "One reply", "Many replies"}) {
			t.Fatalf("got %v", got)
		}
		got := commentTexts(list[2].Replies)
		if len(list[0].Replies) != 0 || !slices.Equal(commentTexts(list[1].Replies), []string{"The only one"}) || len(got) != maxReplies || list[2].ReplyCount != 60 {
			t.Fatalf("%d, %v, %d of %d replies", len(list[0].Replies), list[1].Replies, len(got), list[2].ReplyCount)
		}
		if got[0] != "Reply 10" || got[49] != "Reply 59" {
			t.Errorf("from %q to %q", got[0], got[49])
		}
	})
}

// A page of fifty comments has at most five hundred replies, below the comments to which they
// reply.
func TestFullPageHasAtMostFiveHundredReplies(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for i := range maxPageSize {
			topCommentID := fmt.Sprintf("c%03d", i)
			b.execSQL(`INSERT INTO comments (id, character_id, user_id, body, reply_count, created_at) VALUES ($1, 1, 'user-bo', $1, 12, $2)`, topCommentID, i)
			for j := range 12 {
				b.execSQL(`INSERT INTO comments (id, character_id, user_id, parent_id, body, created_at) VALUES ($1, 1, 'user-bo', $2, 'Hello', $3)`, fmt.Sprintf("%s-%02d", topCommentID, j), topCommentID, 1000-i)
			}
		}
		for limit, repliesEach := range map[int]int{maxPageSize: 10, 10: 12} {
			for _, c := range b.commentsPage(bo, limit, "").Comments {
				if n := len(c.Replies); n != repliesEach || c.Replies[0].ID != fmt.Sprintf("%s-%02d", c.ID, 12-repliesEach) || c.Replies[n-1].ID != c.ID+"-11" || !c.Replies[n-1].IsOwn || c.ReplyCount != 12 {
					t.Errorf("in a page of %d, %s has %+v", limit, c.ID, c.Replies)
				}
			}
		}
	})
}

func TestPeopleAreReadOncePerPage(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.postComments(12)
		for _, c := range b.commentsPage(visitor, 12, "").Comments {
			b.postComment(ada, keeperSlug, "To "+c.Body, c.ID)
		}
		for _, limit := range []int{1, 12} {
			b.people.callCount = 0
			b.commentsPage(bo, limit, "")
			if b.people.callCount != 1 {
				t.Errorf("a page of %d asks %d times who people are", limit, b.people.callCount)
			}
		}
	})
}

// rule comments-deleted-user
func TestDeletedAuthorsHaveNoNameOrAvatar(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.postComment(cy, keeperSlug, "I was here", "")
		delete(b.people.people, cy.UserID)
		got := toCommentsJSON(b.commentsPage(ada, 10, "").Comments)[0]
		if got.Comment != "I was here" || got.User.Name != "Deleted user" || got.User.Avatar != nil || got.IsDeleted {
			t.Errorf("%+v", got)
		}
	})
}
