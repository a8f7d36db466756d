package social

import (
	"testing"

	"colloquy/internal/core"
)

// TestUnverifiedUsersMayNotComment: a comment and a reply are refused whatever their
// text, all else is allowed.
// rule accounts-verified
func TestUnverifiedUsersMayNotComment(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.post(bo, keeper, "A fine talk", "")
		own := b.post(ada, keeper, "Mine, from before", "")
		unverified := ada
		unverified.Verified = false
		for _, d := range []Draft{{Text: "Hello"}, {Text: "Hello", ParentID: c.ID}, {Text: ""}, {Text: "Hello", ParentID: "nothing"}} {
			for _, on := range []string{keeper, "1", "nobody"} {
				_, err := b.Post(t.Context(), unverified, on, d)
				wantError(t, err, core.E(core.Forbidden, "email_unverified", "Confirm your email address to comment."))
			}
		}
		for name, err := range map[string]error{
			"like a comment": errorOf(b.LikeComment(t.Context(), unverified, c.ID, truePtr())),
			"like":           errorOf(b.Like(t.Context(), unverified, keeper, truePtr())),
			"follow":         errorOf(b.Follow(t.Context(), unverified, keeper, truePtr())),
			"report":         errorOf(b.Report(t.Context(), unverified, c.ID, "Not kind")),
			"delete":         b.Delete(t.Context(), unverified, own.ID),
		} {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		b.wantCounts()
	})
}

// errorOf returns the error of a call that returns a value beside it.
func errorOf[T any](_ T, err error) error { return err }
