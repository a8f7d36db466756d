package accounts

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/accounts/names"
	"colloquy/internal/core"
)

const newEmail = "ada.new@post.example"

// requestEmailChange requests another address for an account and returns the account.
func (b *harness) requestEmailChange(actor core.Actor, address string) User {
	b.t.Helper()
	u, err := b.UpdateProfile(b.t.Context(), actor, Profile{"Ada", address, nil})
	if err != nil {
		b.t.Fatal(err)
	}
	return u
}

// rule accounts-profile-name
func TestProfileChangesTheName(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		longName := strings.Repeat("a", names.MaxLength)
		u, err := b.Register(t.Context(), homeNetwork, Registration{longName, adaEmail, goodPassword})
		if err != nil {
			t.Fatal(err)
		}
		me := b.actorOf(b.login(adaEmail))
		for _, c := range []struct{ name, want, fault string }{
			{longName, longName, ""},
			{" Ada\u200b  Byron ", "Ada Byron", ""},
			{strings.Repeat("é", maxUsernameLength), strings.Repeat("é", maxUsernameLength), ""},
			{strings.Repeat("é", maxUsernameLength+1), "", "Name can have at most 30 characters"},
			{longName, "", "Name can have at most 30 characters"},
			{" \u200b", "", "Name is required"},
			{"Colloquy", "", "This name could be taken for our staff. Please choose another."},
		} {
			got, err := b.UpdateProfile(t.Context(), me, Profile{c.name, adaEmail, nil})
			if c.fault != "" {
				wantError(t, err, core.Invalid, "username", c.fault)
			} else if err != nil || got.Username != c.want || b.userByID(u.ID).Username != c.want {
				t.Errorf("%q: %+v, %v", c.name, got, err)
			}
		}
		_, err = b.UpdateProfile(t.Context(), me, Profile{"Ada", "ada", nil})
		wantError(t, err, core.Invalid, "email", "Please enter a valid email address")
		if _, err = b.UpdateProfile(t.Context(), me, Profile{"Ada", " ADA@post.example", nil}); err != nil || b.userByID(u.ID).PendingEmail != "" || b.userByID(u.ID).Email != adaEmail {
			t.Errorf("another spelling of the address: %+v, %v", b.userByID(u.ID), err)
		}
	})
}

// rules accounts-change-email, accounts-change-confirm
func TestNewAddressWaitsForItsConfirmation(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		mySession, otherSession := b.login(adaEmail), b.login(adaEmail)
		if got := b.requestEmailChange(b.actorOf(mySession), " first@post.example "); got.Email != adaEmail || got.PendingEmail != "first@post.example" {
			t.Errorf("asked: %+v", got)
		}
		firstToken := b.lastToken("first@post.example", "verify-email")
		b.requestEmailChange(b.actorOf(mySession), newEmail)
		if err := b.ConfirmEmail(t.Context(), homeNetwork, core.Actor{}, firstToken); !errors.Is(err, errInvalidLink) {
			t.Errorf("a replaced change: %v", err)
		}
		b.requestEmailChange(b.actorOf(mySession), adaEmail) // the address is unchanged, so the pending change stays
		if in := b.login(adaEmail); in.User.PendingEmail != newEmail || in.User.IsEmailVerified {
			t.Errorf("signed in as %+v", in.User)
		}
		token := b.lastToken(newEmail, "verify-email")
		confirm := func(actor core.Actor) error { return b.ConfirmEmail(t.Context(), homeNetwork, actor, token) }
		me := b.actorOf(mySession)
		if err := confirm(me); err != nil {
			t.Fatal(err)
		}
		if got := b.userByID(u.ID); got.Email != newEmail || !got.IsEmailVerified || got.PendingEmail != "" {
			t.Errorf("confirmed: %+v", got)
		}
		b.wantActor(mySession.Bearer, "", u.ID)
		b.wantActor(otherSession.Bearer, "", "")
		b.wantActor("", otherSession.Cookie, "")
		if err := confirm(me); err != nil {
			t.Errorf("the link again: %v", err)
		}
		if _, err := b.loginFrom(Caller{Network: homeNetwork}, adaEmail); !errors.Is(err, errUnknownUser) {
			t.Errorf("the old address signs in: %v", err)
		}
		b.login(newEmail)
	})
}

// rule accounts-change-email
func TestOldSessionMayNotChangeTheAddress(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		in := b.login(adaEmail)
		b.clock.Advance(24 * time.Hour)
		b.requestEmailChange(b.actorOf(in), newEmail)
		b.clock.Advance(time.Millisecond)
		_, err := b.UpdateProfile(t.Context(), b.actorOf(in), Profile{"Eve", "other@post.example", nil})
		if e, ok := errors.AsType[*core.Error](err); !ok || e.Kind != core.Forbidden || e.Code != "sign_in_again" || e.Msg != "Please log in again to change your email." {
			t.Errorf("got %v", err)
		}
		if got := b.login(adaEmail).User; got.Username != "Ada" || got.PendingEmail != newEmail {
			t.Errorf("a refused change left %+v", got)
		}
		if _, err := b.UpdateProfile(t.Context(), b.actorOf(in), Profile{"Ada B", adaEmail, nil}); err != nil {
			t.Errorf("the name alone: %v", err)
		}
		b.clock.Advance(3 * day)
		if got := b.login(adaEmail).User; got.PendingEmail != "" {
			t.Errorf("%s is still pending", got.PendingEmail)
		}
	})
}

// rule accounts-change-email
func TestEmailChangesAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		changeAddress := func(account, address string) error {
			_, err := b.UpdateProfile(t.Context(), b.actorOf(b.login(account)), Profile{"Ada", address, nil})
			return err
		}
		b.register(adaEmail)
		for i := range emailChangesPerAccount {
			if err := changeAddress(adaEmail, fmt.Sprintf("new%d@post.example", i)); err != nil {
				t.Fatal(err)
			}
		}
		if err := changeAddress(adaEmail, newEmail); !errors.Is(err, errTooManyAttempts) {
			t.Errorf("the sixth change of an account: %v", err)
		}
		for i := range emailChangesPerAddress {
			account := fmt.Sprintf("p%d@post.example", i)
			b.register(account)
			if err := changeAddress(account, newEmail); err != nil {
				t.Fatal(err)
			}
		}
		b.register("last@post.example")
		wantLimited(t, changeAddress("last@post.example", strings.ToUpper(newEmail)))
		if n := len(b.mail.sentTo(newEmail)); n != emailChangesPerAddress {
			t.Errorf("%d mails to one address", n)
		}
	})
}

// wantLimited checks that err is the error of a full limit, with a waiting time.
func wantLimited(t *testing.T, err error) {
	t.Helper()
	if e, ok := errors.AsType[*core.Error](err); !ok || e.Kind != core.Limited || e.RetryAfter <= 0 {
		t.Errorf("got %v", err)
	}
}

// rule accounts-change-hidden
func TestChangeToATakenAddressRevealsNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		b.register("Bob@post.example")
		me := b.actorOf(b.login(adaEmail))
		b.clock.Advance(time.Second)
		freeAnswer, takenAnswer := b.requestEmailChange(me, "free@post.example"), b.requestEmailChange(me, "bob@post.example")
		freeAnswer.PendingEmail, takenAnswer.PendingEmail = strings.Replace(freeAnswer.PendingEmail, "free", "", 1), strings.Replace(takenAnswer.PendingEmail, "bob", "", 1)
		if freeAnswer != takenAnswer {
			t.Errorf("answers %+v and %+v", freeAnswer, takenAnswer)
		}
		mails := b.mail.sentTo("Bob@post.example")
		lastMail := mails[len(mails)-1]
		if len(mails) != 2 || lastMail.Subject != "Somebody tried to use your email address" || strings.Contains(lastMail.Text+lastMail.HTML, "href") || strings.Contains(lastMail.Text, "Ada") {
			t.Errorf("the mails are %+v", mails)
		}
		if n := len(b.mail.sentTo("bob@post.example")); n != 0 {
			t.Errorf("%d mails to the new spelling", n)
		}
		if got := b.userByID(u.ID); got.Email != adaEmail || got.PendingEmail != "bob@post.example" {
			t.Errorf("the account is %+v", got)
		}
	})
}

// TestOneOfParallelChangesToAnAddressWins: fifty accounts confirm the same free address in
// two processes, while another account registers it. One of the 51 calls succeeds.
// rule accounts-change-confirm
func TestOneOfParallelChangesToAnAddressWins(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		tokens := make([]string, 50)
		for i := range tokens {
			u, err := b.Register(t.Context(), numberedNetwork(i), Registration{"Ada", fmt.Sprintf("p%d@post.example", i), goodPassword})
			if err != nil {
				t.Fatal(err)
			}
			l, token := newLink(u.ID, linkAddressChange, newEmail, b.clock.Now(), verifyLinkLifetime)
			b.insertLink(l)
			tokens[i] = token
		}
		var winCount atomic.Int64
		runParallel(len(tokens)+1, func(i int) {
			var err error
			if i == len(tokens) {
				_, err = b.Register(t.Context(), otherNetwork, Registration{"Eve", newEmail, goodPassword})
			} else {
				err = processes[i%2].ConfirmEmail(t.Context(), homeNetwork, core.Actor{}, tokens[i])
			}
			if err == nil {
				winCount.Add(1)
			} else {
				wantError(t, err, core.Conflict, "email", "Email already exists")
			}
		})
		if winCount.Load() != 1 {
			t.Errorf("%d won", winCount.Load())
		}
	})
}

// TestOneOfParallelOpeningsChangesTheAddress: of a hundred calls with one link, one changes
// the address. The others get errInvalidLink.
// rule accounts-change-confirm
func TestOneOfParallelOpeningsChangesTheAddress(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		b.requestEmailChange(b.actorOf(b.login(adaEmail)), newEmail)
		token := b.lastToken(newEmail, "verify-email")
		var winCount atomic.Int64
		runParallel(100, func(i int) {
			err := processes[i%2].ConfirmEmail(t.Context(), homeNetwork, core.Actor{}, token)
			if err == nil {
				winCount.Add(1)
			} else if !errors.Is(err, errInvalidLink) {
				t.Error(err)
			}
		})
		if winCount.Load() != 1 || strings.Count(b.dumpTable("mail_links"), "|"+linkRevert+"|") != 1 {
			t.Errorf("%d won, the links are\n%s", winCount.Load(), b.dumpTable("mail_links"))
		}
	})
}
