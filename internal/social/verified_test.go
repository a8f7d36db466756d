package social

import (
	"testing"

	"colloquy/internal/core"
)

// The comments and replies of an unverified user are refused whatever their text. All other
// calls are allowed.
// rule accounts-verified
func TestUnverifiedUsersMayNotComment(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.postComment(bo, keeperSlug, "A fine talk", "")
		ownComment := b.postComment(ada, keeperSlug, "Mine, from before", "")
		unverifiedAda := ada
		unverifiedAda.IsVerified = false
		for _, d := range []CommentDraft{{Text: "Hello"}, {Text: "Hello", ParentID: c.ID}, {Text: ""}, {Text: "Hello", ParentID: "nothing"}} {
			for _, on := range []string{keeperSlug, "1", "nobody"} {
				_, err := b.PostComment(t.Context(), unverifiedAda, on, d)
				wantError(t, err, core.E(core.Forbidden, "email_unverified", "Confirm your email address to comment."))
			}
		}
		for name, err := range map[string]error{
			"like a comment": errorOf(b.LikeComment(t.Context(), unverifiedAda, c.ID, truePtr())),
			"like":           errorOf(b.Like(t.Context(), unverifiedAda, keeperSlug, truePtr())),
			"follow":         errorOf(b.Follow(t.Context(), unverifiedAda, keeperSlug, truePtr())),
			"report":         errorOf(b.ReportComment(t.Context(), unverifiedAda, c.ID, "Not kind")),
			"delete":         b.DeleteComment(t.Context(), unverifiedAda, ownComment.ID),
		} {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		b.checkStoredCounts()
	})
}

// errorOf returns the error of a call that returns a value and an error.
func errorOf[T any](_ T, err error) error { return err }
