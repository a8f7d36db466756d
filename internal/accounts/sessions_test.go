package accounts

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
)

const firefoxOnLinux = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0 secret-build"

// rule accounts-sessions-list
func TestSessionsAreListed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		b.register("bob@post.example")
		b.login("bob@post.example")
		endedSignIn := b.login(adaEmail)
		b.execSQL(`UPDATE auth_sessions SET expires_at = 1 WHERE bearer_hash = $1`, tokenHash(endedSignIn.Bearer))
		firstSignIn, err := b.loginFrom(Caller{Network: homeNetwork, UserAgent: firefoxOnLinux}, adaEmail)
		if err != nil {
			t.Fatal(err)
		}
		start := b.clock.Now()
		b.clock.Advance(2 * time.Hour)
		me := b.actorOf(b.login(adaEmail))
		b.clock.Advance(2 * time.Hour)
		b.wantActor(firstSignIn.Bearer, "", u.ID) // moves the session to the top of the list
		list, err := b.Sessions(t.Context(), me)
		if err != nil || len(list) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		if k := list[0]; k.Browser != "Firefox" || k.OperatingSystem != "Linux" || !k.CreatedAt.Equal(start) || !k.LastSeenAt.Equal(b.clock.Now()) || k.ID != b.actorOf(firstSignIn).SessionID {
			t.Errorf("the session that was used last is %+v", k)
		}
		if k := list[1]; k.Browser != "" || k.OperatingSystem != "" || k.ID != me.SessionID {
			t.Errorf("the other is %+v", k)
		}
		if strings.Contains(b.dumpTable("auth_sessions"), "secret-build") {
			t.Error("the User-Agent header is stored")
		}
	})
}

// rule accounts-sessions-end
func TestUsersEndTheirOwnSessions(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		u := b.register(adaEmail)
		bob := b.register("bob@post.example")
		var in [3]SignInResult
		for i := range in {
			in[i] = b.login(adaEmail)
		}
		bobSession := b.login("bob@post.example")
		me := b.actorOf(in[0])
		for _, id := range []string{b.actorOf(bobSession).SessionID, "nothing", ""} {
			wantError(t, b.EndSession(t.Context(), homeNetwork, me, id), core.NotFound, "", "This session does not exist.")
		}
		if err := b.EndSession(t.Context(), homeNetwork, me, b.actorOf(in[1]).SessionID); err != nil {
			t.Fatal(err)
		}
		wantSessionRefused := func(k SignInResult) {
			t.Helper()
			for i, s := range processes {
				for _, secrets := range [][2]string{{k.Bearer, ""}, {"", k.Cookie}} {
					if _, err := s.Authenticate(t.Context(), secrets[0], secrets[1]); !errors.Is(err, errBadToken) {
						t.Errorf("process %d: an ended session: %v", i, err)
					}
				}
			}
		}
		wantSessionRefused(in[1])
		b.wantActor(in[2].Bearer, "", u.ID)
		if err := processes[1].EndOtherSessions(t.Context(), homeNetwork, me); err != nil {
			t.Fatal(err)
		}
		wantSessionRefused(in[2])
		b.wantActor(in[0].Bearer, in[0].Cookie, u.ID)
		b.wantActor(bobSession.Bearer, "", bob.ID)
	})
}

// TestParallelEndOthersLeaveAtMostOneSession: ten sessions call EndOtherSessions in parallel,
// and at most one of them remains.
// rule accounts-sessions-end
func TestParallelEndOthersLeaveAtMostOneSession(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		var actors [10]core.Actor
		for i := range actors {
			actors[i] = b.actorOf(b.login(adaEmail))
		}
		var failed atomic.Int64
		runParallel(len(actors), func(i int) {
			if err := processes[i%2].EndOtherSessions(t.Context(), homeNetwork, actors[i]); err != nil {
				failed.Add(1)
			}
		})
		if n := b.countRows("auth_sessions"); n > 1 || failed.Load() != 0 {
			t.Errorf("%d sessions remain, %d calls failed", n, failed.Load())
		}
	})
}
