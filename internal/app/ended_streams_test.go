package app_test

import (
	"net/http"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// maxStreamEndTime is how soon streams end after their session. The product checks every
// half second; the rest is for slow machines.
const maxStreamEndTime = time.Second * slowdown

// waysToEnd are the ways in which a session ends, seen from another device of the user.
// stays is true if the session of the other device does not end.
var waysToEnd = map[string]struct {
	end   func(own, other *apptest.Client)
	stays bool
}{
	"a logout": {func(own, _ *apptest.Client) { own.Do("POST", "/auth/logout", nil).Want(200) }, true},
	"another device ends it": {func(own, other *apptest.Client) {
		other.Do("DELETE", "/user/sessions/"+currentSessionID(own), nil).Want(200)
	}, true},
	"another device ends all others": {func(_, other *apptest.Client) { other.Do("POST", "/user/sessions/end-others", nil).Want(200) }, true},
	"a new password": {func(_, other *apptest.Client) {
		other.Do("PUT", "/user/password", map[string]any{"currentPassword": apptest.Password, "newPassword": "another-album-8", "confirmPassword": "another-album-8"}).Want(200)
	}, true},
	"the account is deleted": {func(_, other *apptest.Client) {
		other.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
	}, false},
}

// currentSessionID returns the id of a client's session.
func currentSessionID(c *apptest.Client) string {
	c.T.Helper()
	var list struct {
		Data []struct {
			ID      string
			Current bool
		}
	}
	c.Do("GET", "/user/sessions", nil).Want(200).Into(&list)
	for _, s := range list.Data {
		if s.Current {
			return s.ID
		}
	}
	c.T.Fatalf("no current session in %+v", list)
	return ""
}

// endsWithin reports whether a stream ends within the time.
func endsWithin(s *apptest.Stream, within time.Duration) bool {
	ended := make(chan struct{})
	go func() {
		s.All()
		close(ended)
	}()
	select {
	case <-ended:
		return true
	case <-time.After(within):
		return false
	}
}

// TestStreamsEndWithTheirSession: streams that a session has opened in two processes
// stop delivering soon after it ends in one of them. The stream of another session goes
// on, and the reply is stored. Rule accounts-streams-end.
func TestStreamsEndWithTheirSession(t *testing.T) {
	db := apptest.Postgres(t)
	for name, way := range waysToEnd {
		t.Run(name, func(t *testing.T) {
			p := newProcessPair(t, db, 1)
			own := p.client(0, 0)
			other := *own
			other.Login()
			gate := p.env[0].Model.NewGate()
			p.env[0].Model.SetAnswers(func(llm.Request) []apptest.Step {
				return []apptest.Step{{Text: "Before. "}, {Hold: gate, Text: "After."}}
			})
			var talk struct{ ID string }
			own.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200).Into(&talk)
			kept := other.Send(talk.ID, "Hello", "").Until("Before.")
			attach := func(process int) *apptest.Stream {
				c := p.client(process, 0)
				return c.Stream("GET", "/messages/"+talk.ID+"/stream", nil).Until("Before.")
			}
			here, there := attach(0), attach(1)
			begun := time.Now()
			way.end(own, &other)
			for i, s := range []*apptest.Stream{here, there} {
				if !endsWithin(s, maxStreamEndTime-time.Since(begun)) {
					t.Errorf("process %d still delivers after %v", i, time.Since(begun))
				}
			}
			close(gate)
			if !way.stays {
				return
			}
			if kept.All(); kept.Status != "complete" || kept.Text != "Before. After." {
				t.Errorf("the other session reads %q, %q", kept.Text, kept.Status)
			}
			if resp := own.Open("GET", "/messages/"+talk.ID+"/stream", nil); resp.StatusCode != http.StatusUnauthorized {
				t.Errorf("the ended session reconnects with %d", resp.StatusCode)
			}
		})
	}
}
