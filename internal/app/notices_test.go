package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

const badgeStreamPath = "/user/notifications/stream"

// wantUnread reads the next event of a badge stream.
func wantUnread(t *testing.T, s *apptest.Stream, want int) {
	t.Helper()
	if e, ok := s.Next(); !ok || e.Data != fmt.Sprintf(`{"unread": %d}`, want) {
		t.Errorf("the stream sends %q, %v, want %d", e.Data, ok, want)
	}
}

// TestTwoProcessesStreamTheSameUnreadCount: if one process changes the unread count, the streams of both
// processes send the new count. If a session ends, its streams end in both processes.
// rules notifications-stream, accounts-streams-end
func TestTwoProcessesStreamTheSameUnreadCount(t *testing.T) {
	p := newProcessPair(t, apptest.Postgres(t), 2)
	streams := []*apptest.Stream{p.client(0, 0).OpenStream("GET", badgeStreamPath, nil), p.client(1, 0).OpenStream("GET", badgeStreamPath, nil)}
	want := func(n int) {
		t.Helper()
		for _, s := range streams {
			wantUnread(t, s, n)
		}
	}
	want(0)
	var said struct{ ID string }
	p.client(0, 0).Do("POST", "/profile/20/comments", map[string]any{"comment": "Read from both sides"}).Want(201).Into(&said)
	p.client(1, 1).Do("POST", "/comments/"+said.ID+"/like", nil).Want(200)
	want(1)
	p.client(0, 0).Do("PATCH", "/user/notifications/mark-all-read", nil).Want(200)
	want(0)
	startTime := time.Now()
	p.client(0, 0).Do("POST", "/auth/logout", nil).Want(200)
	for i, s := range streams {
		if !endsWithin(s, maxStreamEndTime-time.Since(startTime)) {
			t.Errorf("process %d still delivers after %v", i, time.Since(startTime))
		}
	}
}

// TestOneClickStopsTheMailsOfAGroup: mail programs post a form to the List-Unsubscribe address in a mail's
// header. The post stops the mail of the group, even if it comes from another site. A GET changes
// nothing.
// rules notifications-unsubscribe, notifications-mail
func TestOneClickStopsTheMailsOfAGroup(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		executeSQL(t, e, "UPDATE users SET email_verified_at = 1")
		ada.Do("PUT", "/user/preferences", preferencesBody(true)).Want(200)
		mailCount := len(e.WaitForMails(ada.Email, 1)) // waits for the registration mail, which a job sends
		commentID, _ := postComment(e, ada, "A comment", "")
		bo.Do("POST", "/comments/"+commentID+"/like", nil).Want(200)
		m := e.WaitForMails(ada.Email, mailCount+1)[mailCount]
		address, _, found := strings.Cut(strings.TrimPrefix(m.Header.Get("List-Unsubscribe"), "<"), ">")
		_, path, isAPI := strings.Cut(address, "/api")
		if !found || !isAPI || m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
			t.Fatalf("the headers are %q", m.Header)
		}
		token := strings.TrimPrefix(path, "/unsubscribe/")
		if !strings.Contains(m.Text, "/#unsubscribe="+token) {
			t.Errorf("the mail has no link for people: %s", m.Text)
		}
		visitor := e.NewVisitor()
		visitor.Do("GET", path, nil).Want(http.StatusMethodNotAllowed)
		isMailOn := func() bool {
			return strings.Contains(ada.Do("GET", "/user/preferences", nil).Want(200).Body, `"mail":{"character_updates":true,"interactions":true,`)
		}
		if !isMailOn() {
			t.Fatal("a look at the address has stopped the mail")
		}
		for range 2 {
			a := visitor.Do("POST", path, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site").Want(200)
			if !strings.Contains(a.Body, `"group":"interactions"`) || isMailOn() {
				t.Errorf("the mail goes on: %s", a.Body)
			}
		}
		if a := visitor.Do("POST", path+"A", nil); a.Status != http.StatusNotFound || a.ErrorCode() != "unsubscribe_link_unknown" {
			t.Errorf("a forged link answers %d %s", a.Status, a.Body)
		}
		otherCommentID, _ := postComment(e, ada, "Another comment", "")
		bo.Do("POST", "/comments/"+otherCommentID+"/like", nil).Want(200)
		time.Sleep(1500 * time.Millisecond) // longer than the queue waits between two polls
		if n := len(e.Outbox(ada.Email)); n != mailCount+1 {
			t.Errorf("%d mails, want %d", n, mailCount+1)
		}
	})
}

// preferencesBody returns a body with all notices on, and all mail on or off.
func preferencesBody(mail bool) string {
	return fmt.Sprintf(`{"notifications":{"character_updates":true,"interactions":true,"promotions":true,"newsletter":true},
		"mail":{"character_updates":%v,"interactions":%[1]v,"promotions":%[1]v,"newsletter":%[1]v}}`, mail)
}
