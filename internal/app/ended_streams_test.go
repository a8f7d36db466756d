package app_test

import (
	"net/http"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// maxStreamEndTime is how soon streams must end after their session. The service checks every
// half second; the rest allows for slow machines.
const maxStreamEndTime = time.Second * raceSlowdown

// waysToEndSession are the ways to end a session. The parameter own is the client of the session
// that ends. The parameter other is a client of a second session of the user. keepsOtherSession is true if
// the second session goes on.
var waysToEndSession = map[string]struct {
	end               func(own, other *apptest.Client)
	keepsOtherSession bool
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
	streamEnded := make(chan struct{})
	go func() {
		s.ReadAll()
		close(streamEnded)
	}()
	select {
	case <-streamEnded:
		return true
	case <-time.After(within):
		return false
	}
}

// TestStreamsEndWithTheirSession: one session has streams in two processes and ends in one of the
// processes. Soon after, both streams deliver nothing more. The stream of another session goes on,
// and the reply is stored. Rule accounts-streams-end.
func TestStreamsEndWithTheirSession(t *testing.T) {
	db := apptest.Postgres(t)
	for name, way := range waysToEndSession {
		t.Run(name, func(t *testing.T) {
			p := newProcessPair(t, db, 1)
			ownClient := p.client(0, 0)
			otherClient := *ownClient
			otherClient.Login()
			gate := p.envs[0].Model.NewGate()
			p.envs[0].Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
				return []apptest.AnswerStep{{Text: "Before. "}, {Gate: gate, Text: "After."}}
			})
			var conversation struct{ ID string }
			ownClient.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200).Into(&conversation)
			otherStream := otherClient.Send(conversation.ID, "Hello", "").ReadUntil("Before.")
			attachStream := func(process int) *apptest.Stream {
				c := p.client(process, 0)
				return c.OpenStream("GET", "/messages/"+conversation.ID+"/stream", nil).ReadUntil("Before.")
			}
			firstProcessStream, secondProcessStream := attachStream(0), attachStream(1)
			startTime := time.Now()
			way.end(ownClient, &otherClient)
			for i, s := range []*apptest.Stream{firstProcessStream, secondProcessStream} {
				if !endsWithin(s, maxStreamEndTime-time.Since(startTime)) {
					t.Errorf("process %d still delivers after %v", i, time.Since(startTime))
				}
			}
			close(gate)
			if !way.keepsOtherSession {
				return
			}
			if otherStream.ReadAll(); otherStream.Status != "complete" || otherStream.Text != "Before. After." {
				t.Errorf("the other session reads %q, %q", otherStream.Text, otherStream.Status)
			}
			if resp := ownClient.Open("GET", "/messages/"+conversation.ID+"/stream", nil); resp.StatusCode != http.StatusUnauthorized {
				t.Errorf("the ended session reconnects with %d", resp.StatusCode)
			}
		})
	}
}
