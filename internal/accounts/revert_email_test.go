package accounts

import (
	"errors"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// insertLink stores a mail link.
func (b *harness) insertLink(l mailLink) {
	b.t.Helper()
	err := b.deps.DB.Write(b.t.Context(), func(tx storage.Querier) error { return b.store.insertLink(b.t.Context(), tx, l) })
	if err != nil {
		b.t.Fatal(err)
	}
}

// changeAddress advances the clock by a minute, changes the address of an account and
// confirms it. It returns the token that brings the old address back.
func (b *harness) changeAddress(from, to string) (revertToken string) {
	b.t.Helper()
	b.clock.Advance(time.Minute)
	b.requestEmailChange(b.actorOf(b.login(from)), to)
	b.confirmEmailAsVisitor(b.lastToken(to, "verify-email"))
	return b.lastToken(from, "revert-email")
}

// rule accounts-revert-email
func TestRevertLinkRestoresTheOldAddress(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		token := b.changeAddress(adaEmail, newEmail)
		mails := b.mail.sentTo(adaEmail)
		if last := mails[len(mails)-1]; last.Subject != "Your email address was changed" || !last.ExpiresAt.Equal(b.clock.Now().Add(7*day)) {
			t.Errorf("the notice is %+v", last)
		}
		in := b.login(newEmail)
		b.requestEmailChange(b.actorOf(in), "third@post.example")
		pendingToken := b.lastToken("third@post.example", "verify-email")
		if err := b.ConfirmEmail(t.Context(), homeNetwork, core.Actor{UserID: u.ID}, token); !errors.Is(err, errInvalidLink) {
			t.Errorf("the link confirms something: %v", err)
		}
		if err := b.RevertEmail(t.Context(), homeNetwork, token); err != nil {
			t.Fatal(err)
		}
		if got := b.userByID(u.ID); got.Email != adaEmail || !got.IsEmailVerified || got.PendingEmail != "" {
			t.Errorf("reverted to %+v", got)
		}
		b.wantActor(in.Bearer, "", "")
		b.wantActor("", in.Cookie, "")
		if err := b.ConfirmEmail(t.Context(), homeNetwork, core.Actor{}, pendingToken); !errors.Is(err, errInvalidLink) {
			t.Errorf("the pending change: %v", err)
		}
		if err := b.RevertEmail(t.Context(), homeNetwork, token); !errors.Is(err, errInvalidLink) {
			t.Errorf("the link again: %v", err)
		}
		b.login(adaEmail)
	})
}

// rule accounts-revert-email
func TestRevertLinkExpires(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		token := b.changeAddress(adaEmail, newEmail)
		b.clock.Advance(7 * day)
		if err := b.RevertEmail(t.Context(), homeNetwork, token); !errors.Is(err, errInvalidLink) || b.userByID(u.ID).Email != newEmail {
			t.Errorf("an expired link: %v", err)
		}
		b.register(adaEmail) // the address is free again
	})
}

// TestAttackerCannotKeepAnAccount: an attacker with a session changes the address twice. The
// attacker also tries to get the first address for another account, and reverts to the second
// address. The owner's link still brings back the first address.
// rule accounts-revert-email
func TestAttackerCannotKeepAnAccount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		ownerToken := b.changeAddress(adaEmail, "eve@post.example")
		attackerToken := b.changeAddress("eve@post.example", "eve2@post.example")
		for _, address := range []string{adaEmail, "ADA@post.example"} {
			_, err := b.Register(t.Context(), homeNetwork, Registration{"Eve", address, goodPassword})
			wantError(t, err, core.Conflict, "email", "Email already exists")
		}
		otherUser := b.register("mallory@post.example")
		b.requestEmailChange(b.actorOf(b.login("mallory@post.example")), adaEmail)
		if mails := b.mail.sentTo(adaEmail); mails[len(mails)-1].Subject != "Somebody tried to use your email address" {
			t.Errorf("the last mail is %+v", mails[len(mails)-1])
		}
		l, token := newLink(otherUser.ID, linkAddressChange, adaEmail, b.clock.Now(), verifyLinkLifetime)
		b.insertLink(l)
		if err := b.ConfirmEmail(t.Context(), homeNetwork, core.Actor{}, token); !errors.Is(err, errEmailTaken) {
			t.Errorf("another account changes to the address: %v", err)
		}
		if err := b.RevertEmail(t.Context(), homeNetwork, attackerToken); err != nil {
			t.Fatal(err)
		}
		if err := b.RevertEmail(t.Context(), homeNetwork, ownerToken); err != nil || b.userByID(u.ID).Email != adaEmail {
			t.Errorf("the owner's link: %v, %+v", err, b.userByID(u.ID))
		}
	})
}

// TestOwnersLinkEndsTheAttackersLink: after the owner's link was used, the link of the
// attacker's later change does not work.
// rule accounts-revert-email
func TestOwnersLinkEndsTheAttackersLink(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		ownerToken := b.changeAddress(adaEmail, "eve@post.example")
		attackerToken := b.changeAddress("eve@post.example", "eve2@post.example")
		if err := b.RevertEmail(t.Context(), homeNetwork, ownerToken); err != nil {
			t.Fatal(err)
		}
		if err := b.RevertEmail(t.Context(), homeNetwork, attackerToken); !errors.Is(err, errInvalidLink) || b.userByID(u.ID).Email != adaEmail {
			t.Errorf("the attacker's link: %v, %+v", err, b.userByID(u.ID))
		}
	})
}
