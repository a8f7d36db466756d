package accounts

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"colloquy/internal/core"
)

func (b *harness) changePassword(actor core.Actor, current, next, confirm string) error {
	return b.ChangePassword(b.t.Context(), Caller{Network: homeNetwork}, actor, PasswordChange{current, next, confirm})
}

// rule accounts-password-change
func TestPasswordChangeEndsOtherSessions(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		bob := b.register("bob@post.example")
		mySession, otherSession, bobSession := b.login(adaEmail), b.login(adaEmail), b.login("bob@post.example")
		l, _ := newLink(u.ID, linkReset, adaEmail, b.clock.Now(), day)
		b.insertLink(l)
		b.requestEmailChange(b.actorOf(otherSession), newEmail)
		b.execSQL(`INSERT INTO reset_codes (user_id, code_hash, expires_at) VALUES ($1, 'x', 1)`, u.ID)
		if err := b.changePassword(b.actorOf(mySession), goodPassword, newPassword, newPassword); err != nil {
			t.Fatal(err)
		}
		b.wantActor(mySession.Bearer, mySession.Cookie, u.ID)
		b.wantActor(otherSession.Bearer, "", "")
		b.wantActor("", otherSession.Cookie, "")
		b.wantActor(bobSession.Bearer, "", bob.ID)
		if links := b.dumpTable("mail_links"); strings.Contains(links, "|reset|") || strings.Contains(links, "|change|") || !strings.Contains(links, u.ID+"|verify|") || b.countRows("reset_codes") != 0 {
			t.Errorf("left are\n%s%s", links, b.dumpTable("reset_codes"))
		}
		mails := b.mail.sentTo(adaEmail)
		if last := mails[len(mails)-1]; last.Subject != "Your password was changed" || strings.Contains(last.Text+last.HTML, newPassword) {
			t.Errorf("the notice is %+v", last)
		}
		if _, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail); !errors.Is(err, errWrongPassword) {
			t.Errorf("the old password: %v", err)
		}
		if _, err := b.Login(t.Context(), Caller{Network: otherNetwork}, adaEmail, newPassword); err != nil {
			t.Errorf("the new password: %v", err)
		}
	})
}

// rule accounts-password-change
func TestPasswordChangeChecksEveryField(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		me := b.actorOf(b.login(adaEmail))
		for _, c := range []struct{ current, next, confirm, want string }{
			{"", "", "", "map[confirmPassword:Please confirm your password currentPassword:Current password is required newPassword:Password is required]"},
			{goodPassword, "12345", "12345", "map[newPassword:Password must be at least 6 characters long]"},
			{goodPassword, strings.Repeat("é", 31), strings.Repeat("é", 31), "map[newPassword:Password can have at most 30 characters]"},
			{goodPassword, "Password1", "Password1", "map[newPassword:This password is too common. Please choose another.]"},
			{goodPassword, adaEmail, adaEmail, "map[newPassword:This password is your name or address. Please choose another.]"},
			{goodPassword, newPassword, newPassword + " ", "map[confirmPassword:Passwords do not match]"},
			{newPassword, newPassword, newPassword, "map[currentPassword:Current password is incorrect]"},
		} {
			err := b.changePassword(me, c.current, c.next, c.confirm)
			e, ok := errors.AsType[*core.Error](err)
			if !ok || e.Kind != core.Invalid || fmt.Sprint(e.TextByField) != c.want {
				t.Errorf("%+v: %v", c, err)
			}
		}
		b.login(adaEmail)
		if n := len(b.mail.sentTo(adaEmail)); n != 1 {
			t.Errorf("%d mails", n)
		}
	})
}

// TestGuessesOfTheCurrentPasswordAreLimited: an open session guesses the current password in two
// processes at once. The limit of wrong passwords at sign-in also stops these guesses.
// rule accounts-password-current
func TestGuessesOfTheCurrentPasswordAreLimited(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		me := b.actorOf(b.login(adaEmail))
		var tried atomic.Int64
		runParallel(100, func(i int) {
			err := processes[i%2].ChangePassword(t.Context(), Caller{Network: otherNetwork}, me, PasswordChange{fmt.Sprint("guess-", i), newPassword, newPassword})
			if errors.Is(err, errWrongCurrentPassword) {
				tried.Add(1)
			} else if !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		})
		if tried.Load() != failuresPer15Minutes {
			t.Errorf("%d guesses, want %d", tried.Load(), failuresPer15Minutes)
		}
		if _, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail); !errors.Is(err, errTooManyAttempts) {
			t.Errorf("a sign-in from there: %v", err)
		}
		if err := b.changePassword(me, goodPassword, newPassword, newPassword); err != nil {
			t.Errorf("the owner at home: %v", err)
		}
	})
}

// TestOneOfParallelPasswordChangesWins: of parallel changes one succeeds. The others get
// errWrongCurrentPassword.
// rule accounts-password-change
func TestOneOfParallelPasswordChangesWins(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		u := b.register(adaEmail)
		var sessions [4]SignInResult
		for i := range sessions {
			sessions[i] = b.login(adaEmail)
		}
		var actors [4]core.Actor
		for i := range actors {
			actors[i] = b.actorOf(sessions[i])
		}
		var winCount, lastWinner atomic.Int64
		runParallel(len(actors), func(i int) {
			nextPassword := fmt.Sprint(newPassword, i)
			err := processes[i%2].ChangePassword(t.Context(), Caller{Network: numberedNetwork(i)}, actors[i], PasswordChange{goodPassword, nextPassword, nextPassword})
			if err == nil {
				winCount.Add(1)
				lastWinner.Store(int64(i))
			} else if !errors.Is(err, errWrongCurrentPassword) {
				t.Error(err)
			}
		})
		if winCount.Load() != 1 || b.countRows("auth_sessions") != 1 {
			t.Errorf("%d won, %d sessions", winCount.Load(), b.countRows("auth_sessions"))
		}
		b.wantActor(sessions[lastWinner.Load()].Bearer, "", u.ID)
		if _, err := b.Login(t.Context(), Caller{Network: homeNetwork}, adaEmail, fmt.Sprint(newPassword, lastWinner.Load())); err != nil {
			t.Error(err)
		}
	})
}

// TestFailedPasswordChangeIsNotCounted: a change that fails with an error of the server does
// not count as a wrong password.
// rule accounts-password-current
func TestFailedPasswordChangeIsNotCounted(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		me := b.actorOf(b.login(adaEmail))
		b.execSQL(`ALTER TABLE reset_codes RENAME TO reset_codes_away`)
		for range 2 * failuresPer15Minutes {
			if err := b.changePassword(me, goodPassword, newPassword, newPassword); core.KindOf(err) != core.Internal {
				t.Fatal(err)
			}
		}
		b.execSQL(`ALTER TABLE reset_codes_away RENAME TO reset_codes`)
		if err := b.changePassword(me, goodPassword, newPassword, newPassword); err != nil {
			t.Error(err)
		}
	})
}

// TestSignInWithTheOldPasswordLosesTheRace: a sign-in that compared the old password
// before the change stores no session after the change.
// rule accounts-password-change
func TestSignInWithTheOldPasswordLosesTheRace(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		mySession := b.login(adaEmail)
		a, err := b.newAttempt(t.Context(), Caller{Network: otherNetwork}, adaEmail)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.comparePassword(t.Context(), &a, goodPassword); err != nil {
			t.Fatal(err)
		}
		if err := b.changePassword(b.actorOf(mySession), goodPassword, newPassword, newPassword); err != nil {
			t.Fatal(err)
		}
		if _, err := b.signIn(t.Context(), a, "", nil); !errors.Is(err, errHashChanged) || b.countRows("auth_sessions") != 1 {
			t.Errorf("%v, %d sessions", err, b.countRows("auth_sessions"))
		}
	})
}
