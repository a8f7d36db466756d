package accounts

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/accounts/totp"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// twoFactorAccount is an account with two-factor sign-in, and the session that turned it on.
type twoFactorAccount struct {
	User
	actor   core.Actor
	session SignInResult
	secret  string
	codes   []string // recovery codes
}

// beginTwoFactor starts the set-up of two-factor sign-in with goodPassword.
func (b *harness) beginTwoFactor(actor core.Actor) TwoFactorSetup {
	b.t.Helper()
	setup, err := b.BeginTwoFactor(b.t.Context(), Caller{Network: homeNetwork}, actor, goodPassword)
	if err != nil {
		b.t.Fatal(err)
	}
	return setup
}

// confirmTwoFactor enters the code that turns two-factor sign-in on.
func (b *harness) confirmTwoFactor(actor core.Actor, code string) ([]string, error) {
	return b.ConfirmTwoFactor(b.t.Context(), Caller{Network: homeNetwork}, actor, code)
}

// disableTwoFactor turns two-factor sign-in off.
func (b *harness) disableTwoFactor(actor core.Actor, password string) error {
	return b.DisableTwoFactor(b.t.Context(), Caller{Network: homeNetwork}, actor, password)
}

// codeAt returns the code of a secret at the present time plus a number of time steps.
func (b *harness) codeAt(secret string, steps int64) string {
	b.t.Helper()
	code, err := totp.CodeAt(secret, b.clock.Now().Add(time.Duration(steps)*totp.Period))
	if err != nil {
		b.t.Fatal(err)
	}
	return code
}

// wrongCode returns a code that is wrong at the present time step and its neighbours.
func (b *harness) wrongCode(secret string) string {
	for n := 0; ; n++ {
		code := fmt.Sprintf("%06d", n)
		if !slices.Contains([]string{b.codeAt(secret, -1), b.codeAt(secret, 0), b.codeAt(secret, 1)}, code) {
			return code
		}
	}
}

// registerWithTwoFactor registers an account and turns two-factor sign-in on. Then it advances the
// clock, so that the current code of the authenticator app is unused.
func (b *harness) registerWithTwoFactor(email string) twoFactorAccount {
	b.t.Helper()
	g := twoFactorAccount{User: b.register(email), session: b.login(email)}
	g.actor = b.actorOf(g.session)
	g.secret = b.beginTwoFactor(g.actor).Secret
	var err error
	if g.codes, err = b.confirmTwoFactor(g.actor, b.codeAt(g.secret, 0)); err != nil {
		b.t.Fatal(err)
	}
	b.advanceStep()
	return g
}

// advanceStep advances the clock by one time step.
func (b *harness) advanceStep() { b.clock.Advance(totp.Period) }

func (b *harness) isTwoFactorOn(actor core.Actor) bool {
	b.t.Helper()
	u, err := b.Me(b.t.Context(), actor)
	if err != nil {
		b.t.Fatal(err)
	}
	return u.HasTwoFactor
}

// rule accounts-two-factor-setup
func TestTwoFactorNeedsThePassword(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		actor := b.actorOf(b.login(adaEmail))
		begin := func(password string) error {
			_, err := b.BeginTwoFactor(t.Context(), Caller{Network: homeNetwork}, actor, password)
			return err
		}
		for range 2 * failuresPer15Minutes {
			b.beginTwoFactor(actor) // right passwords are not counted
		}
		wantError(t, begin(""), core.Invalid, "password", "Password is required")
		wantError(t, begin(strings.Repeat("x", 31)), core.Invalid, "password", "Password can have at most 30 characters")
		wantError(t, b.disableTwoFactor(actor, ""), core.Invalid, "password", "Password is required")
		for range failuresPer15Minutes - 1 {
			wantError(t, begin("not-the-one-1"), core.Invalid, "password", "Password is incorrect")
		}
		wantError(t, b.disableTwoFactor(actor, "not-the-one-1"), core.Invalid, "password", "Password is incorrect")
		// The wrong passwords above have filled the limit of sign-ins, so even the right password
		// is refused.
		wantError(t, begin(goodPassword), core.Limited, "", errTooManyAttempts.Msg)
		wantError(t, b.disableTwoFactor(actor, goodPassword), core.Limited, "", errTooManyAttempts.Msg)
		wantError(t, b.loginWithWrongPassword(homeNetwork, adaEmail), core.Limited, "", errTooManyAttempts.Msg)
	})
}

// rules accounts-two-factor-setup, accounts-recovery-codes
func TestTwoFactorIsOnAfterTheFirstCode(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.enableAuditLog()
		u := b.register(adaEmail)
		otherSession, ownSession := b.login(adaEmail), b.login(adaEmail)
		actor := b.actorOf(ownSession)
		firstSetup := b.beginTwoFactor(actor)
		secondSetup := b.beginTwoFactor(actor)
		if b.isTwoFactorOn(actor) || firstSetup.Secret == secondSetup.Secret || !strings.Contains(secondSetup.URL, secondSetup.Secret) || !strings.HasPrefix(secondSetup.QR, "data:image/svg+xml;base64,") {
			t.Errorf("%+v, %+v", firstSetup, secondSetup)
		}
		b.login(adaEmail) // needs no code, because two-factor sign-in is not on yet
		_, err := b.confirmTwoFactor(actor, b.codeAt(firstSetup.Secret, 0))
		wantError(t, err, core.Malformed, "", "Invalid code")
		codes, err := b.confirmTwoFactor(actor, b.codeAt(secondSetup.Secret, 0))
		if err != nil || len(codes) != 10 || !b.isTwoFactorOn(actor) {
			t.Fatalf("%v, %v", codes, err)
		}
		b.wantActor(ownSession.Bearer, ownSession.Cookie, u.ID)
		b.wantActor(otherSession.Bearer, "", "")
		b.wantActor("", otherSession.Cookie, "")
		if n := b.countRows("auth_sessions"); n != 1 {
			t.Errorf("%d sessions are left", n)
		}
		if last := b.auditedEvents()[len(b.auditedEvents())-1]; b.countAudited("two-factor.enabled "+u.ID+" "+u.ID) != 1 {
			t.Errorf("the audit log ends with %s", last)
		}
		mails := b.mail.sentTo(adaEmail)[1:] // without the registration mail
		if len(mails) != 1 || mails[0].Subject != "Two-factor sign-in is on" || strings.Contains(mails[0].Text+mails[0].HTML, secondSetup.Secret) || strings.Contains(mails[0].Text, codes[0]) {
			t.Errorf("the mails are %+v", mails)
		}
		tableDump := b.dumpTable("recovery_codes")
		for _, code := range codes {
			if strings.Contains(tableDump, code) || strings.Contains(tableDump, strings.Replace(code, "-", "", 1)) {
				t.Errorf("the recovery code %s is stored as it is", code)
			}
		}
		if n := b.countRows("recovery_codes"); n != totp.RecoveryCodeCount {
			t.Errorf("%d recovery codes are stored", n)
		}
		_, err = b.BeginTwoFactor(t.Context(), Caller{Network: homeNetwork}, actor, goodPassword)
		wantError(t, err, core.Conflict, "", "Two-factor sign-in is on already.")
		_, err = b.confirmTwoFactor(actor, b.codeAt(secondSetup.Secret, 1))
		wantError(t, err, core.Malformed, "", "Invalid code")
	})
}

// countAudited returns how often the audit log has an event.
func (b *harness) countAudited(event string) (n int) {
	b.t.Helper()
	for _, e := range b.auditedEvents() {
		if e == event {
			n++
		}
	}
	return n
}

// rule accounts-two-factor-setup
func TestConfirmTriesAreLimited(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		actor := b.actorOf(b.login(adaEmail))
		wantInvalid := func(code string) {
			t.Helper()
			_, err := b.confirmTwoFactor(actor, code)
			wantError(t, err, core.Malformed, "", "Invalid code")
		}
		wantInvalid("123456") // there is no pending secret
		secret := b.beginTwoFactor(actor).Secret
		wantInvalid("")
		wantInvalid("0000-0000")
		b.clock.Advance(time.Hour)
		var tried, refused atomic.Int64
		wrongCode := b.wrongCode(secret)
		runParallel(parallelCalls, func(i int) {
			_, err := processes[i%2].ConfirmTwoFactor(t.Context(), Caller{Network: numberedNetwork(i)}, actor, wrongCode)
			switch {
			case errors.Is(err, errWrongCode):
				tried.Add(1)
			case errors.Is(err, errTooManyAttempts):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
		if tried.Load() != 5 || refused.Load() != parallelCalls-5 {
			t.Errorf("%d were tried, %d refused", tried.Load(), refused.Load())
		}
		_, err := b.confirmTwoFactor(actor, b.codeAt(secret, 0))
		wantError(t, err, core.Limited, "", errTooManyAttempts.Msg)
		b.clock.Advance(retryAfter(t, err))
		if _, err := b.confirmTwoFactor(actor, b.codeAt(secret, 0)); err != nil {
			t.Error(err)
		}
	})
}

// TestParallelConfirmsEnableOnce: of parallel calls with the right code, one returns recovery
// codes. The database has the hashes of those codes.
func TestParallelConfirmsEnableOnce(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		u := b.register(adaEmail)
		actor := b.actorOf(b.login(adaEmail))
		processes[1].deps.Mail = b.mail
		secret := b.beginTwoFactor(actor).Secret
		code := b.codeAt(secret, 0)
		var enabled atomic.Int64
		var codes []string
		runParallel(20, func(i int) {
			list, err := processes[i%2].ConfirmTwoFactor(t.Context(), Caller{Network: homeNetwork}, actor, code)
			switch {
			case err == nil:
				enabled.Add(1)
				codes = list
			case !errors.Is(err, errWrongCode) && !errors.Is(err, errTooManyAttempts):
				t.Error(err)
			}
		})
		if enabled.Load() != 1 || b.countRows("recovery_codes") != totp.RecoveryCodeCount {
			t.Fatalf("%d calls enabled it, %d codes are stored", enabled.Load(), b.countRows("recovery_codes"))
		}
		_, plain := totp.ParseCode(codes[0])
		if !strings.Contains(b.dumpTable("recovery_codes"), b.recoveryHash(u.ID, plain)) {
			t.Error("the codes that were answered are not stored")
		}
		if n := len(b.mail.sentTo(adaEmail)[1:]); n != 1 { // without the registration mail
			t.Errorf("%d mails", n)
		}
	})
}

// TestSecretThatWasReplacedIsNotEnabled: a confirmation of a secret that was replaced or
// deleted meanwhile turns nothing on.
func TestSecretThatWasReplacedIsNotEnabled(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		actor := b.actorOf(b.login(adaEmail))
		oldSecret := b.beginTwoFactor(actor).Secret
		b.beginTwoFactor(actor)
		enable := func() error {
			return b.deps.DB.Write(t.Context(), func(tx storage.Querier) error {
				return b.store.enableTwoFactor(t.Context(), tx, u.ID, oldSecret, 1, b.clock.Now())
			})
		}
		wantError(t, enable(), core.Malformed, "", "Invalid code")
		if err := b.disableTwoFactor(actor, goodPassword); err != nil {
			t.Fatal(err)
		}
		wantError(t, enable(), core.Malformed, "", "Invalid code")
	})
}

// rule accounts-two-factor-off
func TestPasswordTurnsTwoFactorOff(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.enableAuditLog()
		g := b.registerWithTwoFactor(adaEmail)
		token := b.adaChallengeToken()
		wantError(t, b.disableTwoFactor(g.actor, "not-the-one-1"), core.Invalid, "password", "Password is incorrect")
		if !b.isTwoFactorOn(g.actor) {
			t.Error("a wrong password turned it off")
		}
		for range 2 {
			if err := b.disableTwoFactor(g.actor, goodPassword); err != nil {
				t.Fatal(err)
			}
		}
		if rows := b.dumpTable("two_factor") + b.dumpTable("recovery_codes") + b.dumpTable("login_challenges"); rows != "" || b.isTwoFactorOn(g.actor) {
			t.Errorf("left is %s", rows)
		}
		b.wantActor(g.session.Bearer, "", g.ID)
		_, err := b.loginWithCode(token, g.codes[0])
		wantError(t, err, core.Malformed, "", "Please log in again.")
		b.login(adaEmail)
		if n := b.countAudited("two-factor.disabled " + g.ID + " " + g.ID); n != 1 {
			t.Errorf("%d events", n)
		}
		mails := b.mail.sentTo(adaEmail)[1:] // without the registration mail
		if len(mails) != 2 || mails[1].Subject != "Two-factor sign-in is off" {
			t.Errorf("the mails are %+v", mails)
		}
		// Two-factor sign-in can be turned on again, with a new secret.
		newSecret := b.beginTwoFactor(g.actor).Secret
		if _, err := b.confirmTwoFactor(g.actor, b.codeAt(newSecret, 0)); err != nil || newSecret == g.secret {
			t.Error(err)
		}
	})
}

// TestTwoFactorIsNotChangedWithoutItsEvent: if the audit log cannot be written, nothing
// is turned on or off. Rule accounts-audit.
func TestTwoFactorIsNotChangedWithoutItsEvent(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.enableAuditLog()
		g := b.registerWithTwoFactor(adaEmail)
		b.register("bo@post.example")
		bo := b.actorOf(b.login("bo@post.example"))
		pendingSecret := b.beginTwoFactor(bo).Secret
		token := b.adaChallengeToken()
		b.execSQL(`ALTER TABLE audit RENAME TO audit_away`)
		if _, err := b.confirmTwoFactor(bo, b.codeAt(pendingSecret, 0)); core.KindOf(err) != core.Internal {
			t.Error(err)
		}
		if err := b.disableTwoFactor(g.actor, goodPassword); core.KindOf(err) != core.Internal {
			t.Error(err)
		}
		if _, err := b.loginWithCode(token, g.codes[0]); core.KindOf(err) != core.Internal {
			t.Error(err)
		}
		b.execSQL(`ALTER TABLE audit_away RENAME TO audit`)
		if b.isTwoFactorOn(bo) || !b.isTwoFactorOn(g.actor) {
			t.Error("something was changed without its event")
		}
		if _, err := b.loginWithCode(token, g.codes[0]); err != nil {
			t.Errorf("the recovery code afterwards: %v", err)
		}
	})
}
