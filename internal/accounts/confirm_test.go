package accounts

import (
	"errors"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/hostiletest"
	"colloquy/internal/email"
)

// linkPattern matches a link in the text of a mail. Its groups are the action and the token.
var linkPattern = regexp.MustCompile(`https://colloquy\.example/#([a-z-]+)=([A-Za-z0-9_-]{43})\n`)

// lastToken returns the token of the link in the newest mail to an address. The test fails
// if the link is not for the action.
func (b *harness) lastToken(address, action string) string {
	b.t.Helper()
	mails := b.mail.sentTo(address)
	if len(mails) == 0 {
		b.t.Fatalf("no mail to %s", address)
	}
	m := mails[len(mails)-1]
	match := linkPattern.FindStringSubmatch(m.Text)
	if match == nil || match[1] != action {
		b.t.Fatalf("the mail to %s has no link for %s:\n%s", address, action, m.Text)
	}
	if !strings.Contains(m.HTML, "#"+action+"="+match[2]) {
		b.t.Errorf("the HTML has another link:\n%s", m.HTML)
	}
	return match[2]
}

// actorOf returns the actor that the bearer token of a sign-in identifies.
func (b *harness) actorOf(in SignInResult) core.Actor {
	b.t.Helper()
	a, err := b.Authenticate(b.t.Context(), in.Bearer, "")
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

// confirmEmailAsVisitor opens a link that confirms an address, without a session.
func (b *harness) confirmEmailAsVisitor(token string) {
	b.t.Helper()
	if err := b.ConfirmEmail(b.t.Context(), homeNetwork, core.Actor{}, token); err != nil {
		b.t.Fatal(err)
	}
}

// userByID returns the account with an id.
func (b *harness) userByID(id string) User {
	b.t.Helper()
	u, err := b.Me(b.t.Context(), core.Actor{UserID: id})
	if err != nil {
		b.t.Fatal(err)
	}
	return u
}

// rule accounts-verify-mail
func TestRegistrationSendsAMailThatConfirmsTheAddress(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		mails := b.mail.sentTo(adaEmail)
		if len(mails) != 1 || mails[0].Subject != "Confirm your email address" || !mails[0].ExpiresAt.Equal(b.clock.Now().Add(3*day)) {
			t.Fatalf("the mails are %+v", mails)
		}
		if _, err := b.Register(t.Context(), homeNetwork, Registration{"Eve", adaEmail, goodPassword}); !errors.Is(err, errEmailTaken) {
			t.Fatal(err)
		}
		if n := strings.Count(b.dumpTable("mail_links"), "\n"); n != 1 {
			t.Errorf("%d links are stored after a refused registration", n)
		}
		token := b.lastToken(adaEmail, "verify-email")
		if stored := b.dumpTable("mail_links"); strings.Contains(stored, token) || !strings.Contains(stored, tokenHash(token)) {
			t.Errorf("stored is\n%s", stored)
		}
		if b.userByID(u.ID).IsEmailVerified {
			t.Error("confirmed before the link was opened")
		}
		b.confirmEmailAsVisitor(token)
		if !b.userByID(u.ID).IsEmailVerified || !b.actorOf(b.login(adaEmail)).IsVerified {
			t.Error("the link did not confirm the address")
		}
	})
}

// rule accounts-verify-mail
func TestMailsContainNoName(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		withoutToken := func(m email.Message) string {
			return linkPattern.ReplaceAllString(m.Text, "LINK\n") + regexp.MustCompile(`=[A-Za-z0-9_-]{43}`).ReplaceAllString(m.HTML, "=TOKEN") + m.Subject
		}
		b.register(adaEmail)
		want := withoutToken(b.mail.sentTo(adaEmail)[0])
		for i, name := range hostiletest.Texts(t) {
			address := string(rune('a'+i%26)) + strings.Repeat("x", i/26) + "@hostile.example"
			_, err := b.Register(t.Context(), numberedNetwork(i), Registration{name, address, goodPassword})
			if core.KindOf(err) == core.Invalid {
				continue // the name is too long or has no visible character
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := withoutToken(b.mail.sentTo(address)[0]); got != want {
				t.Errorf("the mail for %q is\n%s", name, got)
			}
		}
	})
}

// rule accounts-verify-link
func TestVerifyLinkWorksOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		otherUser := b.register("bob@post.example")
		token := b.lastToken(adaEmail, "verify-email")
		confirm := func(actor core.Actor) error { return b.ConfirmEmail(t.Context(), homeNetwork, actor, token) }
		b.confirmEmailAsVisitor(token)
		for name, actor := range map[string]core.Actor{"a visitor": {}, "another user": {UserID: otherUser.ID}} {
			if err := confirm(actor); !errors.Is(err, errInvalidLink) {
				t.Errorf("%s uses the link again: %v", name, err)
			}
		}
		if err := confirm(core.Actor{UserID: u.ID}); err != nil {
			t.Errorf("its user uses the link again: %v", err)
		}
		wantError(t, confirm(core.Actor{}), core.Malformed, "", "This link does not work any more. Please ask for a new mail.")
		for _, bad := range []string{"", "x", token + "x", tokenHash(token), strings.Repeat("x", 4000)} {
			if err := b.ConfirmEmail(t.Context(), homeNetwork, core.Actor{UserID: u.ID}, bad); !errors.Is(err, errInvalidLink) {
				t.Errorf("%.20q: %v", bad, err)
			}
		}
	})
}

// rule accounts-verify-link
func TestVerifyLinkExpires(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		token := b.lastToken(adaEmail, "verify-email")
		b.clock.Advance(3 * day)
		if err := b.ConfirmEmail(t.Context(), homeNetwork, core.Actor{UserID: u.ID}, token); !errors.Is(err, errInvalidLink) {
			t.Errorf("an expired link: %v", err)
		}
		if err := b.deleteExpiredSignInData(t.Context()); err != nil || b.countRows("mail_links") != 0 {
			t.Errorf("the expired link stays: %v\n%s", err, b.dumpTable("mail_links"))
		}
	})
}

// TestParallelConfirmationsUseALinkOnce: of a hundred calls in two processes, one confirms
// the address.
// rule accounts-verify-link
func TestParallelConfirmationsUseALinkOnce(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		u := b.register(adaEmail)
		token := b.lastToken(adaEmail, "verify-email")
		var done atomic.Int64
		runParallel(100, func(i int) {
			err := processes[i%2].ConfirmEmail(t.Context(), homeNetwork, core.Actor{}, token)
			if err == nil {
				done.Add(1)
			} else if !errors.Is(err, errInvalidLink) {
				t.Error(err)
			}
		})
		if done.Load() != 1 || !b.userByID(u.ID).IsEmailVerified {
			t.Errorf("%d calls confirmed the address", done.Load())
		}
	})
}

// rule accounts-verify-resend
func TestVerifyMailIsResentWithPauses(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		me := core.Actor{UserID: u.ID}
		firstToken := b.lastToken(adaEmail, "verify-email")
		b.clock.Advance(time.Second)
		for range resendsPerDay {
			if err := b.ResendVerifyMail(t.Context(), me); err != nil {
				t.Fatal(err)
			}
			b.clock.Advance(time.Second)
			if wait := retryAfter(t, b.ResendVerifyMail(t.Context(), me)); wait != 59*time.Second {
				t.Errorf("the next mail in %v", wait)
			}
			b.clock.Advance(59 * time.Second)
		}
		err := b.ResendVerifyMail(t.Context(), me)
		if e, ok := errors.AsType[*core.Error](err); !ok || e.Kind != core.Limited || e.RetryAfter < time.Hour {
			t.Errorf("the sixth mail of a day: %v", err)
		}
		if n := len(b.mail.sentTo(adaEmail)); n != 1+resendsPerDay {
			t.Errorf("%d mails", n)
		}
		b.confirmEmailAsVisitor(firstToken) // the links of all mails work until one is used
		if err := b.ConfirmEmail(t.Context(), homeNetwork, core.Actor{}, b.lastToken(adaEmail, "verify-email")); !errors.Is(err, errInvalidLink) {
			t.Errorf("another link after the confirmation: %v", err)
		}
		b.clock.Advance(2 * day)
		if err := b.ResendVerifyMail(t.Context(), me); err != nil || len(b.mail.sentTo(adaEmail)) != 1+resendsPerDay {
			t.Errorf("a confirmed account: %v, %d mails", err, len(b.mail.sentTo(adaEmail)))
		}
	})
}

// TestParallelResendsDoNotExceedTheLimit: of fifty parallel calls in two processes,
// one sends a mail.
// rule accounts-verify-resend
func TestParallelResendsDoNotExceedTheLimit(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		u := b.register(adaEmail)
		b.clock.Advance(time.Second)
		var sent atomic.Int64
		runParallel(50, func(i int) {
			err := processes[i%2].ResendVerifyMail(t.Context(), core.Actor{UserID: u.ID})
			if err == nil {
				sent.Add(1)
			} else if !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		})
		if n := strings.Count(b.dumpTable("mail_links"), "\n"); sent.Load() != 1 || n != 2 {
			t.Errorf("%d mails were sent, %d links are stored", sent.Load(), n)
		}
	})
}
