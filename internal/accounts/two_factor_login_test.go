package accounts

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/accounts/totp"
	"colloquy/internal/core"
)

// adaChallengeToken signs in as adaEmail from homeNetwork and returns the challenge.
func (b *harness) adaChallengeToken() string {
	b.t.Helper()
	return b.loginForChallenge(Caller{Network: homeNetwork}, adaEmail)
}

// loginForChallenge signs in with goodPassword and returns the challenge.
func (b *harness) loginForChallenge(from Caller, email string) string {
	b.t.Helper()
	signIn, err := b.loginFrom(from, email)
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.Code != "two_factor_required" || len(e.ChallengeToken) < 43 || signIn != (SignInResult{}) {
		b.t.Fatalf("%v, want a challenge", err)
	}
	return e.ChallengeToken
}

// loginWithCode calls LoginWithCode from homeNetwork. token is the token of the challenge.
func (b *harness) loginWithCode(token, code string) (SignInResult, error) {
	return b.LoginWithCode(b.t.Context(), Caller{Network: homeNetwork}, token, code)
}

// rule accounts-two-factor-login
func TestLoginAsksForACode(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.enableAuditLog()
		g := b.registerWithTwoFactor(adaEmail)
		eventsBefore, networks := b.auditedEvents(), b.dumpTable("known_networks")
		_, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail)
		wantError(t, err, core.Unauthenticated, "", "Enter the code from your authenticator app.")
		token := b.loginForChallenge(Caller{Network: otherNetwork}, adaEmail)
		if b.countRows("auth_sessions") != 1 || !slices.Equal(b.auditedEvents(), eventsBefore) || b.dumpTable("known_networks") != networks {
			t.Error("a challenge left more than its row")
		}
		if stored := b.dumpTable("login_challenges"); strings.Contains(stored, token) || !strings.Contains(stored, tokenHash(token)) || strings.Contains(stored, "argon2") {
			t.Errorf("stored is %s", stored)
		}
		signIn, err := b.LoginWithCode(t.Context(), Caller{Network: otherNetwork}, token, b.codeAt(g.secret, 0))
		if err != nil || !signIn.User.HasTwoFactor || !signIn.CookieExpires.After(b.clock.Now()) {
			t.Fatalf("%+v, %v", signIn, err)
		}
		b.wantActor(signIn.Bearer, signIn.Cookie, g.ID)
		if nonce, ok := b.placeRecogniser.nonceOfAccount(signIn.DeviceCookie, g.ID, b.clock.Now()); !ok || nonce == "" {
			t.Error("the device is not known afterwards")
		}
		if got := b.auditedEvents(); len(got) != len(eventsBefore)+1 || b.countAudited("sign-in.new-device "+g.ID+" "+g.ID) != 2 {
			t.Errorf("the audit log is %q", got)
		}
		wantError(t, b.loginWithWrongPassword(homeNetwork, adaEmail), core.Unauthenticated, "password", "Invalid email or password")
	})
}

// TestChallengeIsNeitherFailureNorSuccess: a right password with two-factor sign-in does
// not change the count of wrong passwords. Rule accounts-two-factor-login.
func TestChallengeIsNeitherFailureNorSuccess(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.registerWithTwoFactor(adaEmail)
		for range 3 * failuresPer15Minutes {
			b.adaChallengeToken()
		}
		for range failuresPer15Minutes - 1 {
			wantError(t, b.loginWithWrongPassword(homeNetwork, adaEmail), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		b.adaChallengeToken()
		wantError(t, b.loginWithWrongPassword(homeNetwork, adaEmail), core.Unauthenticated, "", errWrongPassword.Msg)
		_, err := b.loginFrom(Caller{Network: homeNetwork}, adaEmail)
		wantError(t, err, core.Limited, "", errTooManyAttempts.Msg)
	})
}

// TestClockMayDifferByOneStep: the codes of the steps before and after now are right.
// Rule accounts-two-factor-codes.
func TestClockMayDifferByOneStep(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		for steps, ok := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
			b.clock.Advance(time.Hour)
			if _, err := b.loginWithCode(b.adaChallengeToken(), b.codeAt(g.secret, steps)); (err == nil) != ok {
				t.Errorf("%+d steps: %v", steps, err)
			}
		}
	})
}

// TestEarlierCodesEndWithALaterOne: the code of the next time step is used. Afterwards the codes of
// the present step and the previous step do not work. Rule accounts-two-factor-codes.
func TestEarlierCodesEndWithALaterOne(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		actor := b.actorOf(b.login(adaEmail))
		secret := b.beginTwoFactor(actor).Secret
		firstCode := b.codeAt(secret, 0)
		if _, err := b.confirmTwoFactor(actor, firstCode); err != nil {
			t.Fatal(err)
		}
		_, err := b.loginWithCode(b.adaChallengeToken(), firstCode) // the code that turned two-factor sign-in on
		wantError(t, err, core.Malformed, "", "Invalid code")
		if _, err := b.loginWithCode(b.adaChallengeToken(), b.codeAt(secret, 1)); err != nil {
			t.Fatal(err)
		}
		for steps := range int64(3) {
			_, err := b.loginWithCode(b.adaChallengeToken(), b.codeAt(secret, steps-1))
			wantError(t, err, core.Malformed, "", "Invalid code")
		}
		b.clock.Advance(2 * totp.Period)
		if _, err := b.loginWithCode(b.adaChallengeToken(), b.codeAt(secret, 0)); err != nil {
			t.Error(err)
		}
	})
}

// rule accounts-two-factor-tries
func TestEndedChallengesAreRefused(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		wantEnded := func(name, token string) {
			t.Helper()
			b.advanceStep()
			_, err := b.loginWithCode(token, b.codeAt(g.secret, 1))
			if e, _ := errors.AsType[*core.Error](err); e == nil || e.Code != "challenge_ended" {
				t.Errorf("%s: %v", name, err)
			}
			wantError(t, err, core.Malformed, "", "Please log in again.")
		}
		usedToken := b.adaChallengeToken()
		if _, err := b.loginWithCode(usedToken, b.codeAt(g.secret, 0)); err != nil {
			t.Fatal(err)
		}
		wantEnded("used", usedToken)
		wantEnded("unknown", "unknown")
		wantEnded("empty", "")
		wantEnded("its hash", tokenHash(b.adaChallengeToken()))
		triedToken := b.adaChallengeToken()
		for i, code := range []string{b.wrongCode(g.secret), "", "aaaa-aaaa", strings.Repeat("9", 1000), "1"} {
			_, err := b.loginWithCode(triedToken, code)
			if !errors.Is(err, errWrongCode) {
				t.Errorf("try %d: %v", i, err)
			}
		}
		wantEnded("tried five times", triedToken)
		freshToken, expiredToken := b.adaChallengeToken(), b.adaChallengeToken()
		b.clock.Advance(challengeLifetime - time.Millisecond)
		if _, err := b.loginWithCode(freshToken, b.codeAt(g.secret, 0)); err != nil {
			t.Errorf("just before the end: %v", err)
		}
		b.clock.Advance(time.Millisecond)
		wantEnded("ten minutes old", expiredToken)
		if err := b.jobs["accounts.expired-sessions"](t.Context()); err != nil || strings.Contains(b.dumpTable("login_challenges"), tokenHash(expiredToken)) {
			t.Errorf("an expired challenge is kept: %v", err)
		}
		deletedToken := b.adaChallengeToken()
		b.execSQL(`DELETE FROM users WHERE id = $1`, g.ID)
		wantEnded("of a deleted account", deletedToken)
	})
}

// TestNewPasswordEndsChallenges: a challenge that began with the old password starts no session. A
// sign-in with the new password needs a code, too. Rule accounts-two-factor-reset.
func TestNewPasswordEndsChallenges(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		token := b.adaChallengeToken()
		b.execSQL(`UPDATE users SET password_hash = $1 WHERE id = $2`, b.hasher.Hash("another-album-8"), g.ID)
		_, err := b.loginWithCode(token, b.codeAt(g.secret, 0))
		wantError(t, err, core.Malformed, "", "Please log in again.")
		_, err = b.Login(t.Context(), Caller{Network: homeNetwork}, adaEmail, "another-album-8")
		e, _ := errors.AsType[*core.Error](err)
		if !errors.Is(err, errTwoFactorRequired) {
			t.Fatalf("the new password: %v", err)
		}
		// The refused call above did not use up the code.
		if _, err := b.loginWithCode(e.ChallengeToken, b.codeAt(g.secret, 0)); err != nil {
			t.Error(err)
		}
	})
}

// TestStaleHashIsReplacedBeforeTheChallenge: a sign-in replaces a password hash with an outdated
// cost before it stores the challenge. The challenge stores the tag of the new hash, so the code is
// accepted.
func TestStaleHashIsReplacedBeforeTheChallenge(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		oldHash := password.NewHasher(96).Hash(goodPassword)
		b.execSQL(`UPDATE users SET password_hash = $1 WHERE id = $2`, oldHash, g.ID)
		token := b.adaChallengeToken()
		if _, err := b.loginWithCode(token, b.codeAt(g.secret, 0)); err != nil || strings.Contains(b.dumpTable("users"), "m=96") {
			t.Error(err)
		}
	})
}

// TestSignInDuringActivationNeedsACode: a sign-in that compared the password before
// two-factor sign-in was turned on gets a challenge, too.
func TestSignInDuringActivationNeedsACode(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		actor := b.actorOf(b.login(adaEmail))
		a, err := b.newAttempt(t.Context(), Caller{Network: homeNetwork}, adaEmail)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.comparePassword(t.Context(), &a, goodPassword); err != nil {
			t.Fatal(err)
		}
		if _, err := b.confirmTwoFactor(actor, b.codeAt(b.beginTwoFactor(actor).Secret, 0)); err != nil {
			t.Fatal(err)
		}
		if _, err := b.signIn(t.Context(), a, "", nil); !errors.Is(err, errTwoFactorRequired) || b.countRows("auth_sessions") != 1 {
			t.Errorf("%v, %d sessions", err, b.countRows("auth_sessions"))
		}
	})
}

// TestChallengeSurvivesARestart: another process accepts the code of a challenge.
func TestChallengeSurvivesARestart(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		for _, code := range []string{b.codeAt(g.secret, 0), g.codes[3]} {
			token := b.adaChallengeToken()
			restartedService := newService(t, b.deps.DB, b.clock, recordedJobs{})
			if signIn, err := restartedService.LoginWithCode(t.Context(), Caller{Network: otherNetwork}, token, code); err != nil || signIn.User.ID != g.ID {
				t.Error(err)
			}
		}
	})
}

// rule accounts-recovery-codes
func TestRecoveryCodesWorkOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.enableAuditLog()
		g, bo := b.registerWithTwoFactor(adaEmail), b.registerWithTwoFactor("bo@post.example")
		for i, code := range g.codes {
			enteredCode := []string{code, strings.ToUpper(code), " " + strings.Replace(code, "-", " ", 1)}[i%3]
			if _, err := b.loginWithCode(b.adaChallengeToken(), enteredCode); err != nil {
				t.Errorf("code %d: %v", i, err)
			}
			_, err := b.loginWithCode(b.adaChallengeToken(), code)
			wantError(t, err, core.Malformed, "", "Invalid code")
		}
		_, err := b.loginWithCode(b.adaChallengeToken(), bo.codes[0])
		wantError(t, err, core.Malformed, "", "Invalid code")
		if n := b.countAudited("two-factor.recovery-code " + g.ID + " " + g.ID); n != totp.RecoveryCodeCount {
			t.Errorf("%d events", n)
		}
		if n := b.countRows("recovery_codes"); n != totp.RecoveryCodeCount {
			t.Errorf("%d codes are left, want those of the other account", n)
		}
		b.advanceStep()
		if _, err := b.loginWithCode(b.adaChallengeToken(), b.codeAt(g.secret, 0)); err != nil {
			t.Errorf("a code of the app afterwards: %v", err)
		}
	})
}

// TestServerErrorsUseUpNoCode: after an error of the server the same code works, and
// nothing counts as a wrong code.
func TestServerErrorsUseUpNoCode(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		code := b.codeAt(g.secret, 0)
		b.execSQL(`ALTER TABLE auth_sessions RENAME TO auth_sessions_away`)
		for i := range 2 * wrongTwoFactorCodesPerHour {
			if _, err := b.loginWithCode(b.adaChallengeToken(), []string{code, g.codes[0]}[i%2]); core.KindOf(err) != core.Internal {
				t.Fatalf("%v, want an internal error", err)
			}
		}
		b.execSQL(`ALTER TABLE auth_sessions_away RENAME TO auth_sessions`)
		for _, code := range []string{code, g.codes[0]} {
			if _, err := b.loginWithCode(b.adaChallengeToken(), code); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestTwoFactorEventsAreRecorded(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		events := &eventLog{}
		b.deps.Events = events
		g := b.registerWithTwoFactor(adaEmail)
		token := b.adaChallengeToken()
		b.loginWithCode(token, b.wrongCode(g.secret))
		b.loginWithCode(token, b.codeAt(g.secret, 0))
		if err := b.disableTwoFactor(g.actor, goodPassword); err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, name := range []string{"two-factor sign-in on", "sign-in code required", "sign-in code failed", "signed in", "two-factor sign-in off"} {
			want = append(want, fmt.Sprint([]string{name, homeNetwork.String(), g.ID}))
		}
		if got := events.events[2:]; !slices.Equal(got, want) {
			t.Errorf("events\n%q, want\n%q", got, want)
		}
	})
}

// TestChallengeKeepsTheCountOfResetCodes: the right password alone does not clear the count of
// wrong reset codes; the code of the second factor does. Rule accounts-reset-tries.
func TestChallengeKeepsTheCountOfResetCodes(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		b.execSQL(`UPDATE users SET reset_failures = 7 WHERE id = $1`, g.ID)
		token := b.adaChallengeToken()
		if n := b.selectNumber(`SELECT reset_failures FROM users`); n != 7 {
			t.Errorf("after the password %d wrong codes are counted", n)
		}
		if _, err := b.loginWithCode(token, b.codeAt(g.secret, 0)); err != nil {
			t.Fatal(err)
		}
		if n := b.selectNumber(`SELECT reset_failures FROM users`); n != 0 {
			t.Errorf("after the code %d wrong codes are counted", n)
		}
	})
}

// TestPasswordChangeFailsRunningTwoFactorCalls: a call that has read the old password hash
// starts no session and turns nothing off. Rule accounts-two-factor-reset.
func TestPasswordChangeFailsRunningTwoFactorCalls(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		c, err := b.store.findOpenChallenge(t.Context(), tokenHash(b.adaChallengeToken()), b.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		a, err := b.challengedAttempt(t.Context(), Caller{Network: homeNetwork}, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		b.execSQL(`UPDATE users SET password_hash = $1 WHERE id = $2`, b.hasher.Hash(newPassword), g.ID)
		_, err = b.signInWithCode(t.Context(), a, c, b.codeAt(g.secret, 0))
		wantError(t, err, core.Malformed, "", "Please log in again.")
		if _, err := b.turnOffTwoFactor(t.Context(), a.user); !errors.Is(err, errHashChanged) || !b.isTwoFactorOn(g.actor) || b.countRows("auth_sessions") != 1 {
			t.Errorf("%v, %d sessions", err, b.countRows("auth_sessions"))
		}
	})
}

// TestLoginWithCodeStartsTheSameSessionAsLogin: like Login, LoginWithCode stores the browser and
// the system in the session. Its result has the pending address of the user. Rules
// accounts-two-factor-login, accounts-sessions-list.
func TestLoginWithCodeStartsTheSameSessionAsLogin(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		b.requestEmailChange(g.actor, newEmail)
		in, err := b.LoginWithCode(t.Context(), Caller{Network: homeNetwork, UserAgent: firefoxOnLinux}, b.adaChallengeToken(), b.codeAt(g.secret, 0))
		if err != nil {
			t.Fatal(err)
		}
		list, err := b.Sessions(t.Context(), b.actorOf(in))
		if err != nil || len(list) != 2 || !slices.ContainsFunc(list, func(k Session) bool { return k.Browser == "Firefox" && k.OperatingSystem == "Linux" }) {
			t.Errorf("the sessions are %+v, %v", list, err)
		}
		if in.User.PendingEmail != newEmail || !in.User.HasTwoFactor {
			t.Errorf("signed in as %+v", in.User)
		}
	})
}
