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
		unverified := ada
		unverified.Verified = false
		for _, d := range []Draft{{Text: "Hello"}, {Text: "Hello", ParentID: c.ID}, {Text: ""}, {Text: "Hello", ParentID: "nothing"}} {
			for _, on := range []string{keeperSlug, "1", "nobody"} {
				_, err := b.PostComment(t.Context(), unverified, on, d)
				wantError(t, err, core.E(core.Forbidden, "email_unverified", "Confirm your email address to comment."))
			}
		}
		for name, err := range map[string]error{
			"like a comment": errorOf(b.LikeComment(t.Context(), unverified, c.ID, truePtr())),
			"like":           errorOf(b.Like(t.Context(), unverified, keeperSlug, truePtr())),
			"follow":         errorOf(b.Follow(t.Context(), unverified, keeperSlug, truePtr())),
			"report":         errorOf(b.ReportComment(t.Context(), unverified, c.ID, "Not kind")),
			"delete":         b.DeleteComment(t.Context(), unverified, ownComment.ID),
		} {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		b.checkCounts()
	})
}

// errorOf returns the error of a call that returns a value and an error.
func errorOf[T any](_ T, err error) error { return err }
