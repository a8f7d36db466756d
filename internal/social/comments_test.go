package social

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
)

func TestPostedCommentIsListed(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.postComment(ada, keeperSlug, "  Two lines\r\nof praise\t🐝\n ", "")
		if c.Body != "Two lines\nof praise\t🐝" || c.Author.Name != "Ada" || c.Author.Avatar != "/a.webp" || !c.IsOwn || c.ParentID != "" || !c.CreatedAt.Equal(b.clock.Now()) {
			t.Errorf("posted %+v", c)
		}
		r := b.postComment(bo, "1", "I agree", c.ID)
		if r.ParentID != c.ID {
			t.Errorf("replied %+v", r)
		}
		listedComments := b.commentsPage(bo, 10, "").Comments
		if len(listedComments) != 1 || listedComments[0].Body != c.Body || listedComments[0].IsOwn || listedComments[0].Author.Name != "Ada" || listedComments[0].ReplyCount != 1 {
			t.Fatalf("seen %+v", listedComments)
		}
		if got := listedComments[0].Replies; len(got) != 1 || got[0].Body != "I agree" || !got[0].IsOwn || got[0].ParentID != c.ID {
			t.Errorf("replies %+v", got)
		}
		b.checkStoredCounts()
	})
}

// rule comments-length
func TestInvalidTextsAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		emptyErr, longErr, unprintableErr := core.InvalidFieldsError("comment", emptyCommentText), core.InvalidFieldsError("comment", longCommentText), core.InvalidFieldsError("comment", unprintableCommentText)
		for text, want := range map[string]*core.Error{
			"": emptyErr, " \t\r\n\u00a0\u3000": emptyErr, "\u200b\u200d\u2060\ufe0f\u00ad": emptyErr,
			strings.Repeat("x", 1001): longErr, strings.Repeat("🐝", 1001): longErr,
			"a\x01b": unprintableErr, "a\x1b[31mred": unprintableErr, "a\u0085b": unprintableErr, "bell\x07": unprintableErr, "\x7f": unprintableErr,
		} {
			_, err := b.PostComment(t.Context(), ada, keeperSlug, CommentDraft{Text: text})
			wantError(t, err, want)
		}
		for _, text := range []string{strings.Repeat("🐝", 1000), " " + strings.Repeat("y", 1000) + " ", "<script>alert(1)</script>", "'; DROP TABLE comments; --", "%_%", "👩‍🔬", "שלום"} {
			b.clock.Advance(time.Hour)
			if c := b.postComment(ada, keeperSlug, text, ""); c.Body != strings.TrimSpace(text) {
				t.Errorf("%.40q became %.40q", text, c.Body)
			}
		}
	})
}

// rule comments-one-level
func TestInvalidParentsAreNotFound(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		topComment := b.postComment(ada, keeperSlug, "A comment", "")
		reply := b.postComment(bo, keeperSlug, "A reply", topComment.ID)
		otherPageComment := b.postComment(ada, bakerSlug, "On another profile", "")
		deletedComment, deletedParent := b.postComment(ada, keeperSlug, "Soon gone", ""), b.postComment(ada, keeperSlug, "Soon a place", "")
		b.postComment(bo, keeperSlug, "Kept below it", deletedParent.ID)
		b.deleteComment(ada, deletedComment.ID)
		b.deleteComment(ada, deletedParent.ID)
		for what, id := range map[string]string{
			"a reply": reply.ID, "another profile's": otherPageComment.ID, "a deleted one": deletedComment.ID, "a place": deletedParent.ID, "nothing": "nobody", "no id": "' OR 1=1 --",
		} {
			b.clock.Advance(time.Hour)
			if _, err := b.PostComment(t.Context(), cy, keeperSlug, CommentDraft{"Hello?", id}); core.KindOf(err) != core.NotFound {
				t.Errorf("%s took a reply: %v", what, err)
			}
		}
		if n := b.statsOf(visitor, 1).Comments; n != 3 {
			t.Errorf("%d comments, want 3", n)
		}
		b.checkStoredCounts()
	})
}

// rule comments-repeated
func TestSameTextWithinTenMinutesIsRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		first := b.postComment(ada, keeperSlug, "Buy honey!", "")
		for _, again := range []CommentDraft{{Text: "Buy honey!"}, {Text: " Buy honey!\n"}, {Text: "Buy honey!", ParentID: first.ID}} {
			for _, where := range []string{keeperSlug, bakerSlug} {
				b.clock.Advance(20 * time.Second)
				_, err := b.PostComment(ctx, ada, where, again)
				wantError(t, err, errRepeatedComment)
			}
		}
		b.postComment(ada, keeperSlug, "Buy honey", "")
		b.postComment(bo, keeperSlug, "Buy honey!", "")
		b.clock.Advance(10 * time.Minute)
		b.postComment(ada, keeperSlug, "Buy honey!", "")
		b.checkStoredCounts()
	})
}

// countRefusals posts n different comments at the given interval, and returns how many the
// limits refused.
func (b *harness) countRefusals(actor core.Actor, n int, interval time.Duration) (refused int) {
	b.t.Helper()
	for i := range n {
		b.clock.Advance(interval)
		_, err := b.PostComment(b.t.Context(), actor, keeperSlug, CommentDraft{Text: fmt.Sprint("Number ", i, b.clock.Now())})
		if err == nil {
			continue
		}
		refused++
		wantError(b.t, err, errRateLimited)
	}
	return refused
}

// rule comments-rate
func TestCommentsAboveLimitsAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.clock.Advance(b.clock.Now().Truncate(time.Hour).Add(time.Hour).Sub(b.clock.Now()))
		if n := b.countRefusals(ada, 8, time.Second); n != 3 {
			t.Errorf("%d of 8 within a minute were refused, want 3", n)
		}
		b.clock.Advance(2 * time.Hour)
		if n := b.countRefusals(bo, 70, 40*time.Second); n < 8 || n > 12 {
			t.Errorf("%d of 70 within 47 minutes were refused, want 10", n)
		}
	})
}

// rule comments-rate
func TestNewAccountsHaveALowerCommentLimit(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.clock.Advance(b.clock.Now().Truncate(time.Hour).Add(time.Hour).Sub(b.clock.Now()))
		b.people.people[cy.UserID] = Person{Name: "Cy", RegisteredAt: b.clock.Now()}
		if n := b.countRefusals(cy, 12, 2*time.Minute); n != 2 {
			t.Errorf("%d of 12 of a new account were refused, want 2", n)
		}
		b.clock.Advance(24 * time.Hour)
		if n := b.countRefusals(cy, 12, 2*time.Minute); n != 0 {
			t.Errorf("%d of 12 were refused a day later", n)
		}
	})
}

// rule comments-delete-own
func TestOwnCommentIsDeleted(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		childlessComment := b.postComment(ada, keeperSlug, "Alone", "")
		topComment := b.postComment(ada, keeperSlug, "With replies", "")
		bosReply, cysReply := b.postComment(bo, keeperSlug, "One", topComment.ID), b.postComment(cy, keeperSlug, "Two", topComment.ID)
		b.LikeComment(ctx, bo, topComment.ID, nil)
		b.LikeComment(ctx, bo, childlessComment.ID, nil)
		for _, id := range []string{childlessComment.ID, bosReply.ID, "nobody", ""} {
			wantError(t, b.DeleteComment(ctx, cy, id), errNoComment)
		}
		b.deleteComment(ada, childlessComment.ID)
		wantError(t, b.DeleteComment(ctx, ada, childlessComment.ID), errNoComment)
		b.deleteComment(ada, topComment.ID)
		wantError(t, b.DeleteComment(ctx, ada, topComment.ID), errNoComment)

		list := b.commentsPage(ada, 10, "").Comments
		if len(list) != 1 || !list[0].IsDeleted || list[0].Body != "" || list[0].Author != (Person{}) || list[0].IsOwn || list[0].LikeCount != 0 || len(list[0].Replies) != 2 {
			t.Errorf("left: %+v", list)
		}
		if n := b.selectNumber(`SELECT count(*) FROM comments WHERE user_id = $1`, ada.UserID); n != 0 {
			t.Errorf("%d rows still name the author", n)
		}
		if n := b.statsOf(visitor, 1).Comments; n != 2 {
			t.Errorf("%d comments are counted, want 2", n)
		}
		b.checkStoredCounts()

		b.deleteComment(bo, bosReply.ID)
		if list := b.commentsPage(ada, 10, "").Comments; len(list) != 1 || list[0].ReplyCount != 1 {
			t.Errorf("after one reply went: %+v", list)
		}
		b.deleteComment(cy, cysReply.ID)
		if n := b.selectNumber(`SELECT count(*) FROM comments`); n != 0 {
			t.Errorf("%d rows are left of nothing", n)
		}
		b.checkStoredCounts()
	})
}

func TestLikeOfACommentToggles(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		c := b.postComment(ada, keeperSlug, "A comment", "")
		for i, step := range []struct {
			actor core.Actor
			want  *bool
			out   ToggleResult
		}{{bo, nil, ToggleResult{true, 1}}, {cy, truePtr(), ToggleResult{true, 2}}, {bo, truePtr(), ToggleResult{true, 2}}, {ada, nil, ToggleResult{true, 3}}, {bo, nil, ToggleResult{false, 2}}, {bo, falsePtr(), ToggleResult{false, 2}}} {
			got, err := b.LikeComment(ctx, step.actor, c.ID, step.want)
			if err != nil || got != step.out {
				t.Errorf("step %d: %+v, %v, want %+v", i, got, err, step.out)
			}
		}
		for actor, want := range map[core.Actor]bool{ada: true, bo: false, cy: true, visitor: false} {
			if got := b.commentsPage(actor, 10, "").Comments[0]; got.Liked != want || got.LikeCount != 2 {
				t.Errorf("%s sees %+v", actor.Name, got)
			}
		}
		b.checkStoredCounts()
		deletedParent := b.postComment(ada, keeperSlug, "A place", "")
		b.postComment(bo, keeperSlug, "Below", deletedParent.ID)
		b.deleteComment(ada, deletedParent.ID)
		for _, id := range []string{deletedParent.ID, "nobody", ""} {
			_, err := b.LikeComment(ctx, bo, id, truePtr())
			wantError(t, err, errNoComment)
		}
		b.characters.hideCharacter(keeperSlug)
		_, err := b.LikeComment(ctx, bo, c.ID, nil)
		wantError(t, err, errNoComment)
		_, err = b.ReportComment(ctx, bo, c.ID, "Rude")
		wantError(t, err, errNoComment)
		b.deleteComment(ada, c.ID) // users can delete their own comments even if the character is hidden
		b.checkStoredCounts()
	})
}

// rules comments-length, comments-report
func TestReportHasOneTicketPerUser(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		c := b.postComment(ada, keeperSlug, "Rude words", "")
		first, err := b.ReportComment(ctx, bo, c.ID, "  This is rude.\n")
		if err != nil || len(first) != 10 || !strings.HasPrefix(first, "R-") {
			t.Fatalf("%q, %v", first, err)
		}
		if again, err := b.ReportComment(ctx, bo, c.ID, "Still rude"); err != nil || again != first {
			t.Errorf("again: %q, %v, want %q", again, err, first)
		}
		if other, err := b.ReportComment(ctx, cy, c.ID, "Rude"); err != nil || other == first {
			t.Errorf("somebody else's: %q, %v", other, err)
		}
		_, err = b.ReportComment(ctx, ada, c.ID, "Mine")
		wantError(t, err, errOwnComment)
		_, err = b.ReportComment(ctx, bo, "nobody", "Rude")
		wantError(t, err, errNoComment)
		for reason, text := range map[string]string{"": emptyReasonText, " \n": emptyReasonText, strings.Repeat("🐝", 501): longReasonText, "a\x00": unprintableReasonText} {
			_, err = b.ReportComment(ctx, bo, c.ID, reason)
			wantError(t, err, core.InvalidFieldsError("reason", text))
		}
		if n := b.selectNumber(`SELECT count(*) FROM reports WHERE body = 'Rude words' AND author_id = $1 AND reason <> 'Still rude'`, ada.UserID); n != 2 {
			t.Errorf("%d reports are stored, want 2", n)
		}
		b.deleteComment(ada, c.ID)
		if n := b.selectNumber(`SELECT count(*) FROM reports`); n != 2 {
			t.Errorf("%d reports outlive the comment, want 2", n)
		}
	})
}

// The limit of reports applies to all processes together. After it is reached, a
// repeated report still returns its ticket.
func TestReportsAboveLimitAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for i := range reportsPerHour + 1 {
			b.execSQL(`INSERT INTO comments (id, character_id, user_id, body, created_at) VALUES ($1, 1, 'user-ada', 'Hello', 1)`, fmt.Sprint("c", i))
		}
		tickets := map[string]bool{}
		for i := range reportsPerHour {
			ticket, err := b.ReportComment(t.Context(), bo, fmt.Sprint("c", i), "Rude")
			if err != nil {
				t.Fatal(err)
			}
			tickets[ticket] = true
		}
		commentIDOverLimit := fmt.Sprint("c", reportsPerHour)
		if _, err := b.ReportComment(t.Context(), bo, commentIDOverLimit, "Rude"); core.KindOf(err) != core.Limited {
			t.Errorf("one more answers %v", err)
		}
		if ticket, err := b.ReportComment(t.Context(), bo, "c0", "Rude"); err != nil || !tickets[ticket] {
			t.Errorf("an old one answers %q, %v", ticket, err)
		}
		if _, err := b.ReportComment(t.Context(), cy, commentIDOverLimit, "Rude"); err != nil {
			t.Errorf("somebody else's answers %v", err)
		}
		b.clock.Advance(2 * time.Hour)
		if _, err := b.ReportComment(t.Context(), bo, commentIDOverLimit, "Rude"); err != nil {
			t.Errorf("two hours later answers %v", err)
		}
	})
}
