package app_test

import (
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
)

// TestForeignListsAndNoticesAnswerLikeMissingOnes: a call with a collection or notice of
// another user answers as one with a missing collection or notice.
// rule access-foreign-is-missing
func TestForeignListsAndNoticesAnswerLikeMissingOnes(t *testing.T) {
	runWithFixtureOnEachEngine(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			code, own := "collection_not_found", c.collectionID
			if takesNoticeID(row) {
				code, own = "notification_not_found", c.noticeID
			} else if !takesCollectionID(row) {
				continue
			}
			body := sampleBody(t, row)
			want := withoutRequestID(c.doAfterAMinute(c.owner, row.Method, fillPath(row, "nothing", ""), body))
			for _, client := range []*apptest.Client{c.otherUser, c.admin} {
				for _, id := range []string{own, "nothing", c.owner.UserID, c.shareToken, "0", "-1"} {
					a := c.doAfterAMinute(client, row.Method, fillPath(row, id, ""), body)
					if p := wantProblem(t, a); withoutRequestID(a) != want || p.Code != code {
						t.Errorf("%s answers %s, a missing one %s", a.MethodAndPath, withoutRequestID(a), want)
					}
				}
			}
		}
	})
}
