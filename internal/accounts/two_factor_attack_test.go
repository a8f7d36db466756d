package accounts

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/accounts/totp"
	"colloquy/internal/core"
)

// outcomeCounts counts the results of parallel calls with codes.
type outcomeCounts struct{ signedIn, invalid, ended, refused atomic.Int64 }

func (o *outcomeCounts) addOutcome(t *testing.T, err error) {
	switch {
	case err == nil:
		o.signedIn.Add(1)
	case errors.Is(err, errWrongCode):
		o.invalid.Add(1)
	case errors.Is(err, errChallengeEnded):
		o.ended.Add(1)
	case errors.Is(err, errTooManyAttempts):
		o.refused.Add(1)
	default:
		t.Error(err)
	}
}

func (o *outcomeCounts) wantCounts(t *testing.T, signedIn, invalid, ended, refused int64) {
	t.Helper()
	got := [4]int64{o.signedIn.Load(), o.invalid.Load(), o.ended.Load(), o.refused.Load()}
	if got != [4]int64{signedIn, invalid, ended, refused} {
		t.Errorf("signed in, invalid, ended, refused: %v, want %v", got, []int64{signedIn, invalid, ended, refused})
	}
}

// TestParallelCodesDoNotExceedTheTries: of two hundred parallel guesses at one challenge
// in two processes, five are compared. Rule accounts-two-factor-tries.
func TestParallelCodesDoNotExceedTheTries(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		g := b.registerWithTwoFactor(adaEmail)
		token, wrongCode := b.adaChallengeToken(), b.wrongCode(g.secret)
		var o outcomeCounts
		runParallel(parallelCalls, func(i int) {
			code := wrongCode
			if i%2 == 1 {
				code = "zzzz-zzzz"
			}
			_, err := processes[i/2%2].LoginWithCode(t.Context(), Caller{Network: numberedNetwork(i)}, token, code)
			o.addOutcome(t, err)
		})
		o.wantCounts(t, 0, triesPerChallenge, parallelCalls-triesPerChallenge, 0)
		_, err := b.loginWithCode(token, b.codeAt(g.secret, 0))
		wantError(t, err, core.Malformed, "", "Please log in again.")
	})
}

// TestWrongCodesOfOneAccountAreLimited: the service compares at most twenty wrong codes of an
// account in an hour, over all challenges, networks and processes. Meanwhile the owner can sign in from a known
// device or network. Rules accounts-two-factor-tries, limits-owner-signs-in.
func TestWrongCodesOfOneAccountAreLimited(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		g, bo := b.registerWithTwoFactor(adaEmail), b.registerWithTwoFactor("bo@post.example")
		var tokens []string
		for i := range parallelCalls / 4 {
			tokens = append(tokens, b.loginForChallenge(Caller{Network: numberedNetwork(i)}, adaEmail))
		}
		wrongCode := b.wrongCode(g.secret)
		var o outcomeCounts
		runParallel(parallelCalls, func(i int) {
			_, err := processes[i%2].LoginWithCode(t.Context(), Caller{Network: numberedNetwork(i)}, tokens[i/4], wrongCode)
			o.addOutcome(t, err)
		})
		o.wantCounts(t, 0, wrongTwoFactorCodesPerHour, 0, parallelCalls-wrongTwoFactorCodesPerHour)
		awayCaller := Caller{Network: otherNetwork}
		_, err := b.LoginWithCode(t.Context(), awayCaller, b.loginForChallenge(awayCaller, adaEmail), b.codeAt(g.secret, 0))
		wantError(t, err, core.Limited, "", errTooManyAttempts.Msg)
		wait := retryAfter(t, err)
		if _, err := b.LoginWithCode(t.Context(), awayCaller, b.loginForChallenge(awayCaller, "bo@post.example"), b.codeAt(bo.secret, 0)); err != nil {
			t.Errorf("another account: %v", err)
		}
		if _, err := b.loginWithCode(b.adaChallengeToken(), b.codeAt(g.secret, 0)); err != nil {
			t.Errorf("the owner's network: %v", err)
		}
		b.advanceStep()
		awayCaller.DeviceCookie = g.session.DeviceCookie
		if _, err := b.LoginWithCode(t.Context(), awayCaller, b.loginForChallenge(awayCaller, adaEmail), b.codeAt(g.secret, 0)); err != nil {
			t.Errorf("the owner's device: %v", err)
		}
		b.clock.Advance(wait)
		awayCaller.Network, awayCaller.DeviceCookie = numberedNetwork(9999), ""
		if _, err := b.LoginWithCode(t.Context(), awayCaller, b.loginForChallenge(awayCaller, adaEmail), b.codeAt(g.secret, 0)); err != nil {
			t.Errorf("after %v: %v", wait, err)
		}
	})
}

// TestWrongCodesFromKnownDevicesAreLimited: a stolen device cookie does not allow unlimited
// guesses.
func TestWrongCodesFromKnownDevicesAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		var o outcomeCounts
		for i := range 3 * wrongTwoFactorCodesPerHour {
			from := Caller{Network: numberedNetwork(i), DeviceCookie: g.session.DeviceCookie}
			_, err := b.LoginWithCode(t.Context(), from, b.loginForChallenge(from, adaEmail), b.wrongCode(g.secret))
			o.addOutcome(t, err)
		}
		o.wantCounts(t, 0, wrongTwoFactorCodesPerHour, 0, 2*wrongTwoFactorCodesPerHour)
	})
}

// TestRefusedTriesAreNotCounted: an account has used up its wrong codes of the hour. Further tries
// are refused and do not count as tries of their challenge.
func TestRefusedTriesAreNotCounted(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		b.clock.Advance(57 * time.Minute) // near the end of a clock hour: the limit counts by clock hours, so the limit soon has room again
		for range wrongTwoFactorCodesPerHour {
			b.loginWithCode(b.adaChallengeToken(), b.wrongCode(g.secret))
		}
		var err error
		token := b.adaChallengeToken()
		for range 2 * triesPerChallenge {
			_, err = b.loginWithCode(token, b.codeAt(g.secret, 0))
			wantError(t, err, core.Limited, "", errTooManyAttempts.Msg)
		}
		if wait := retryAfter(t, err); wait >= challengeLifetime {
			t.Fatalf("the limit is full for %v, longer than the challenge lives", wait)
		} else {
			b.clock.Advance(wait)
		}
		if _, err := b.loginWithCode(token, b.codeAt(g.secret, 0)); err != nil {
			t.Error(err)
		}
	})
}

func TestRightCodesAreNotCounted(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g := b.registerWithTwoFactor(adaEmail)
		for range 2 * wrongTwoFactorCodesPerHour {
			if _, err := b.loginWithCode(b.adaChallengeToken(), b.codeAt(g.secret, 0)); err != nil {
				t.Fatal(err)
			}
			b.advanceStep()
		}
	})
}

// TestCodeWorksOnceInTwoProcesses: of parallel calls with one code, each with its own
// challenge, one signs in. Rule accounts-two-factor-codes.
func TestCodeWorksOnceInTwoProcesses(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		g := b.registerWithTwoFactor(adaEmail)
		for name, code := range map[string]string{"of the app": b.codeAt(g.secret, 0), "recovery": g.codes[0]} {
			b.clock.Advance(2 * time.Hour)
			if name == "of the app" {
				code = b.codeAt(g.secret, 0)
			}
			tokens := make([]string, 50)
			for i := range tokens {
				tokens[i] = b.adaChallengeToken()
			}
			oldSessionCount := b.countRows("auth_sessions")
			var o outcomeCounts
			runParallel(len(tokens), func(i int) {
				_, err := processes[i%2].LoginWithCode(t.Context(), Caller{Network: homeNetwork}, tokens[i], code)
				o.addOutcome(t, err)
			})
			if n := o.signedIn.Load(); n != 1 || b.countRows("auth_sessions") != oldSessionCount+1 {
				t.Errorf("the code %s signed in %d times", name, n)
			}
		}
	})
}

// TestChallengeStartsOneSession: of parallel calls with one challenge and different right
// codes, one signs in, and the others use up no code.
func TestChallengeStartsOneSession(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		g := b.registerWithTwoFactor(adaEmail)
		token := b.adaChallengeToken()
		var o outcomeCounts
		runParallel(len(g.codes), func(i int) {
			_, err := processes[i%2].LoginWithCode(t.Context(), Caller{Network: homeNetwork}, token, g.codes[i])
			o.addOutcome(t, err)
		})
		o.wantCounts(t, 1, 0, int64(len(g.codes)-1), 0)
		if n := b.countRows("recovery_codes"); n != totp.RecoveryCodeCount-1 {
			t.Errorf("%d codes are left", n)
		}
	})
}
