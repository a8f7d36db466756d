package app_test

import (
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
)

// TestForeignResourcesAnswerLikeMissingOnes: a call with a conversation of another user
// has the same response as one with a missing conversation, even for an administrator.
// rule access-foreign-is-missing
func TestForeignResourcesAnswerLikeMissingOnes(t *testing.T) {
	eachFixture(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			if !isConversation(row) {
				continue
			}
			body := sampleBody(t, row)
			want := withoutRequestID(c.doAfterAMinute(c.owner, row.Method, fillPath(row, c.missing, ""), body))
			for _, client := range []*apptest.Client{c.other, c.admin} {
				for _, id := range []string{c.conversation, c.missing, "nobody_20", client.UserID + "_999", client.UserID + "_x", c.owner.UserID + "_", "_20", "_"} {
					a := c.doAfterAMinute(client, row.Method, fillPath(row, id, ""), body)
					if p := wantProblem(t, a); withoutRequestID(a) != want || p.Code != "conversation_not_found" {
						t.Errorf("%s answers %s, a missing one %s", a.Call, withoutRequestID(a), want)
					}
				}
			}
		}
	})
}

// TestForeignListsAndNoticesAnswerLikeMissingOnes is the same for collections and notices
// of users.
// rule access-foreign-is-missing
func TestForeignListsAndNoticesAnswerLikeMissingOnes(t *testing.T) {
	eachFixture(t, func(t *testing.T, c *fixture) {
		for _, row := range app.Routes {
			code, own := "collection_not_found", c.collection
			if isNotice(row) {
				code, own = "notification_not_found", c.notice
			} else if !isCollection(row) {
				continue
			}
			body := sampleBody(t, row)
			want := withoutRequestID(c.doAfterAMinute(c.owner, row.Method, fillPath(row, "nothing", ""), body))
			for _, client := range []*apptest.Client{c.other, c.admin} {
				for _, id := range []string{own, "nothing", c.owner.UserID, c.share, "0", "-1"} {
					a := c.doAfterAMinute(client, row.Method, fillPath(row, id, ""), body)
					if p := wantProblem(t, a); withoutRequestID(a) != want || p.Code != code {
						t.Errorf("%s answers %s, a missing one %s", a.Call, withoutRequestID(a), want)
					}
				}
			}
		}
	})
}
