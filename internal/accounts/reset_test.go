package accounts

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
)

// TestResetByCodeReplacesThePassword follows a reset from the mail to the sign-in with the new password.
// rules accounts-reset-code, accounts-reset-done
func TestResetByCodeReplacesThePassword(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		events := &eventLog{}
		b.deps.Events = events
		u := b.register(adaEmail)
		oldSignIn := b.login(adaEmail)
		otherUser := b.register("bob@post.example")
		bob := b.login("bob@post.example")
		b.execSQL(`INSERT INTO mail_links (token_hash, user_id, purpose, email, created_at, expires_at)
			VALUES ('c', $1, 'change', 'eve@post.example', 0, 9999999999999), ('r', $1, 'revert', 'old@post.example', 0, 9999999999999)`, u.ID)
		b.execSQL(`INSERT INTO login_challenges (token_hash, user_id, password_tag, expires_at) VALUES ('l', $1, 'a', 9999999999999)`, u.ID)

		b.requestReset(" ADA@post.example")
		mail := b.lastMail(adaEmail)
		code, token := codeInMail(mail), tokenInMail(t, mail)
		if mail.Subject != "Reset your password" || code == "" || !mail.ExpiresAt.Equal(b.clock.Now().Add(resetCodeLifetime)) || !strings.Contains(mail.HTML, token) {
			t.Fatalf("the mail is %+v", mail)
		}
		if stored := b.dumpTable("reset_codes") + b.dumpTable("mail_links"); strings.Contains(stored, "|"+code+"|") || strings.Contains(stored, token) {
			t.Errorf("a secret is stored in clear: %s", stored)
		}
		for range 5 {
			b.wantVerifyError("the code is not consumed", nil, homeNetwork, adaEmail, code)
		}
		if err := b.ResetByCode(t.Context(), homeNetwork, adaEmail, code, newPassword); err != nil {
			t.Fatal(err)
		}
		for name, secrets := range map[string][2]string{"bearer": {oldSignIn.Bearer, ""}, "cookie": {"", oldSignIn.Cookie}} {
			if _, err := b.Authenticate(t.Context(), secrets[0], secrets[1]); !errors.Is(err, errBadToken) {
				t.Errorf("the %s after the reset: %v", name, err)
			}
		}
		if _, err := b.Authenticate(t.Context(), bob.Bearer, ""); err != nil {
			t.Errorf("the session of somebody else: %v", err)
		}
		if n := b.selectNumber(`SELECT COUNT(*) FROM auth_sessions WHERE user_id <> $1`, otherUser.ID); n != 0 {
			t.Errorf("the reset left or started %d sessions", n)
		}
		if _, err := b.loginFrom(Caller{Network: homeNetwork}, adaEmail); !errors.Is(err, errWrongPassword) {
			t.Errorf("the old password: %v", err)
		}
		if _, err := b.Login(t.Context(), Caller{Network: homeNetwork}, adaEmail, newPassword); err != nil {
			t.Errorf("the new password: %v", err)
		}
		b.wantVerifyError("the used code", errInvalidCode, homeNetwork, adaEmail, code)
		if err := b.ResetByLink(t.Context(), homeNetwork, token, "stamp-album-8"); !errors.Is(err, errInvalidResetLink) {
			t.Errorf("the link of the same mail: %v", err)
		}
		if n := b.selectNumber(`SELECT COUNT(*) FROM mail_links WHERE user_id = $1 AND purpose <> 'revert'`, u.ID) + b.countRows("login_challenges"); n != 0 {
			t.Errorf("after the reset there are %d links and challenges", n)
		}
		if n := b.selectNumber(`SELECT COUNT(*) FROM mail_links WHERE purpose = 'revert'`) + b.selectNumber(`SELECT COUNT(*) FROM mail_links WHERE user_id = $1`, otherUser.ID); n != 2 {
			t.Errorf("%d links of others or to bring an address back are left, want 2", n)
		}
		if n := b.selectNumber(`SELECT COUNT(*) FROM users WHERE email_verified_at IS NOT NULL`); n != 1 {
			t.Errorf("%d accounts are verified, want 1", n)
		}
		changedPasswordMail := b.lastMail(adaEmail)
		if changedPasswordMail.Subject != "Your password was changed" || !strings.Contains(changedPasswordMail.Text, "1 March 2026 at 09:00 UTC") || strings.Contains(changedPasswordMail.Text, newPassword) {
			t.Errorf("the notice is %+v", changedPasswordMail)
		}
		for _, want := range []string{
			"[password reset requested 192.0.2.1 ada@post.example]", "[password reset 192.0.2.1 " + u.ID + "]", "[password reset failed 192.0.2.1 ada@post.example]",
		} {
			if !slices.Contains(events.events, want) {
				t.Errorf("no event %s in %q", want, events.events)
			}
		}
	})
}

// rule accounts-reset-link
func TestResetLinkReplacesThePassword(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		reset := func(token, password string) error { return b.ResetByLink(t.Context(), otherNetwork, token, password) }
		_, token := b.requestResetMail()
		oldSignIn := b.login(adaEmail)

		wantError(t, reset("", newPassword), core.Malformed, "", errInvalidResetLink.Msg)
		wantError(t, reset(token+"x", newPassword), core.Malformed, "", errInvalidResetLink.Msg)
		wantError(t, reset(token, "Ada-2026"), core.Invalid, "password", "This password is your name or address. Please choose another.")
		wantError(t, reset(token, ""), core.Invalid, "password", "New password is required")
		b.execSQL(`UPDATE users SET email = 'new@post.example' WHERE id = $1`, u.ID)
		wantError(t, reset(token, newPassword), core.Malformed, "", errInvalidResetLink.Msg)
		b.execSQL(`UPDATE users SET email = $2 WHERE id = $1`, u.ID, adaEmail)
		b.execSQL(`UPDATE mail_links SET purpose = 'verify'`)
		wantError(t, reset(token, newPassword), core.Malformed, "", errInvalidResetLink.Msg)
		b.execSQL(`UPDATE mail_links SET purpose = 'reset'`)

		b.clock.Advance(resetLinkLifetime - time.Millisecond)
		if err := reset(token, newPassword); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Authenticate(t.Context(), oldSignIn.Bearer, ""); !errors.Is(err, errBadToken) {
			t.Errorf("a session from before: %v", err)
		}
		if _, err := b.Login(t.Context(), Caller{Network: homeNetwork}, adaEmail, newPassword); err != nil {
			t.Error(err)
		}
		if err := reset(token, "stamp-album-8"); !errors.Is(err, errInvalidResetLink) {
			t.Errorf("a used link: %v", err)
		}

		_, token = b.requestResetMail()
		b.clock.Advance(resetLinkLifetime)
		if err := reset(token, newPassword); !errors.Is(err, errInvalidResetLink) {
			t.Errorf("an expired link: %v", err)
		}
		if err := b.jobs["accounts.expired-sessions"](t.Context()); err != nil || b.countRows("mail_links")+b.countRows("reset_codes") != 0 {
			t.Errorf("expired rows are left (%v): %s%s", err, b.dumpTable("mail_links"), b.dumpTable("reset_codes"))
		}
	})
}

// rule accounts-reset-fields
func TestResetChecksItsFields(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		for _, c := range []struct {
			err         error
			field, text string
		}{
			{b.RequestReset(ctx, homeNetwork, " "), "email", "Email is required"},
			{b.RequestReset(ctx, homeNetwork, "ada"), "email", "Please enter a valid email address"},
			{b.RequestReset(ctx, homeNetwork, strings.Repeat("e", 90)+"@post.example"), "email", "Email can have at most 100 characters"},
			{b.VerifyCode(ctx, homeNetwork, "", "1234"), "email", "Email is required"},
			{b.VerifyCode(ctx, homeNetwork, adaEmail, " "), "otp", "OTP is required"},
			{b.VerifyCode(ctx, homeNetwork, adaEmail, "12345"), "otp", "Invalid OTP"},
			{b.VerifyCode(ctx, homeNetwork, adaEmail, "12a4"), "otp", "Invalid OTP"},
			{b.VerifyCode(ctx, homeNetwork, adaEmail, "１２３４"), "otp", "Invalid OTP"},
			{b.ResetByCode(ctx, homeNetwork, adaEmail, "1234", ""), "password", "New password is required"},
			{b.ResetByCode(ctx, homeNetwork, adaEmail, "1234", "12345"), "password", "Password must be at least 6 characters long"},
			{b.ResetByCode(ctx, homeNetwork, adaEmail, "1234", strings.Repeat("p", 31)), "password", "Password can have at most 30 characters"},
			{b.ResetByCode(ctx, homeNetwork, adaEmail, "1234", "Password1"), "password", "This password is too common. Please choose another."},
		} {
			wantError(t, c.err, core.Invalid, c.field, c.text)
		}
		if n := b.countRows("limit_counts") + b.countRows("jobs"); n != 0 {
			t.Errorf("calls with invalid fields left %d rows", n)
		}
	})
}

// TestNameIsComparedOnlyAfterTheRightCode: only callers with the right code learn that a password is
// the user's name. The code stays valid.
func TestNameIsComparedOnlyAfterTheRightCode(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		if _, err := b.Register(t.Context(), homeNetwork, Registration{"Augusta", adaEmail, goodPassword}); err != nil {
			t.Fatal(err)
		}
		code, _ := b.requestResetMail()
		reset := func(code string) error {
			return b.ResetByCode(t.Context(), homeNetwork, adaEmail, code, "Augusta1815")
		}
		wantError(t, reset(otherCode(code)), core.Malformed, "", "Invalid OTP")
		for range 5 {
			wantError(t, reset(code), core.Invalid, "password", "This password is your name or address. Please choose another.")
		}
		b.wantVerifyError("the code after it", nil, homeNetwork, adaEmail, code)
	})
}

// rules accounts-reset-code, accounts-reset-tries
func TestCodeEndsByExpiryWrongTriesOrNewerMail(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		firstCode, _ := b.requestResetMail()
		b.clock.Advance(resetMailGap)
		secondCode, _ := b.requestResetMail()
		if firstCode != secondCode {
			b.wantVerifyError("the code of an older mail", errInvalidCode, homeNetwork, adaEmail, firstCode)
		}
		b.clock.Advance(resetCodeLifetime - time.Millisecond)
		b.wantVerifyError("at the end of its life", nil, homeNetwork, adaEmail, secondCode)
		b.clock.Advance(time.Millisecond)
		b.wantVerifyError("an expired code", errInvalidCode, homeNetwork, adaEmail, secondCode)
		b.wantVerifyError("an unknown address", errInvalidCode, homeNetwork, "nobody@post.example", secondCode)

		code, _ := b.requestResetMail()
		b.wantVerifyError("the first wrong try", errInvalidCode, otherNetwork, adaEmail, otherCode(code))
		b.wantVerifyError("the right code in between", nil, homeNetwork, adaEmail, code)
		if err := b.ResetByCode(t.Context(), otherNetwork, adaEmail, otherCode(code), newPassword); !errors.Is(err, errInvalidCode) {
			t.Error(err)
		}
		b.wantVerifyError("the third wrong try", errInvalidCode, otherNetwork, adaEmail, otherCode(code))
		b.wantVerifyError("the code after three wrong tries", errInvalidCode, homeNetwork, adaEmail, code)
		if err := b.ResetByCode(t.Context(), homeNetwork, adaEmail, code, newPassword); !errors.Is(err, errInvalidCode) {
			t.Errorf("a reset after three wrong tries: %v", err)
		}
		if b.login(adaEmail); t.Failed() {
			t.Error("the old password does not work any more")
		}
	})
}

// TestCodeIsInvalidAfterTheAddressChanged: a code that was sent to the old address is
// invalid for both addresses.
func TestCodeIsInvalidAfterTheAddressChanged(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		code, _ := b.requestResetMail()
		b.execSQL(`UPDATE users SET email = 'new@post.example', email_key = 'new@post.example' WHERE id = $1`, u.ID)
		b.wantVerifyError("the new address", errInvalidCode, homeNetwork, "new@post.example", code)
		b.wantVerifyError("the old address", errInvalidCode, homeNetwork, adaEmail, code)
	})
}

// TestTenWrongTriesLeaveTheLink: after ten wrong tries a reset mail has only a link, until
// the owner signs in.
// rule accounts-reset-tries
func TestTenWrongTriesLeaveTheLink(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		code := ""
		for i := range resetTriesPerSignIn {
			if i%triesPerResetCode == 0 {
				b.clock.Advance(6 * time.Hour)
				code, _ = b.requestResetMail()
			}
			b.wantVerifyError("a wrong try", errInvalidCode, numberedNetwork(i), adaEmail, otherCode(code))
		}
		b.wantVerifyError("the right code after ten wrong ones", errInvalidCode, homeNetwork, adaEmail, code)
		b.clock.Advance(6 * time.Hour)
		noCode, token := b.requestResetMail()
		if noCode != "" || token == "" || b.countRows("reset_codes") != 0 {
			t.Errorf("the mail has the code %q, there are codes: %s", noCode, b.dumpTable("reset_codes"))
		}
		if text := b.lastMail(adaEmail).Text; !strings.Contains(text, "no code") || !strings.Contains(text, "24 hours") {
			t.Errorf("the mail is %q", text)
		}
		b.login(adaEmail)
		b.clock.Advance(6 * time.Hour)
		if code, _ = b.requestResetMail(); code == "" {
			t.Error("after a sign-in the mail has no code")
		}
		b.wantVerifyError("the code after a sign-in", nil, homeNetwork, adaEmail, code)
		if err := b.ResetByLink(t.Context(), homeNetwork, token, newPassword); err != nil {
			t.Errorf("the link of the mail without a code: %v", err)
		}
	})
}

// TestResetMailWaitsNoLongerThanItsCode: a job that runs after its code has expired sends no
// mail.
func TestResetMailWaitsNoLongerThanItsCode(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		if err := b.RequestReset(t.Context(), homeNetwork, adaEmail); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(resetCodeLifetime)
		b.runJobs()
		const confirmation = 1 // the mail that register sends
		if n := len(b.mail.sentTo(adaEmail)) - confirmation + b.countRows("jobs"); n != 0 {
			t.Errorf("%d mails or jobs are left", n)
		}
	})
}
