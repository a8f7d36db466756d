package accounts

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
)

// TestResetMailLimitsHideAccounts: the limits of reset mails are the same for addresses with and without
// an account, and do not depend on the network.
// rule accounts-reset-mails
func TestResetMailLimitsHideAccounts(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		resultsByAddress := map[string][]string{}
		for _, address := range []string{adaEmail, "nobody@post.example"} {
			b.clock.Set(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC))
			n := 0
			requestResetAfter := func(wait time.Duration) {
				t.Helper()
				b.clock.Advance(wait)
				n++
				err := b.RequestReset(t.Context(), numberedNetwork(n), strings.ToUpper(address[:1])+address[1:])
				switch {
				case err == nil:
					resultsByAddress[address] = append(resultsByAddress[address], "sent")
					b.runJobs()
				case errors.Is(err, errTooManyAttempts):
					resultsByAddress[address] = append(resultsByAddress[address], "wait "+err.(*core.Error).RetryAfter.String())
				default:
					t.Error(err)
				}
			}
			requestResetAfter(0)
			requestResetAfter(29 * time.Second)
			requestResetAfter(time.Second)
			requestResetAfter(30 * time.Second)
			requestResetAfter(30 * time.Second) // would be the fourth mail in an hour
			requestResetAfter(3 * time.Hour)
			requestResetAfter(time.Hour)
			requestResetAfter(time.Hour) // would be the sixth mail in a day
		}
		want := []string{"sent", "wait 1s", "sent", "sent"}
		if got := resultsByAddress[adaEmail]; !slices.Equal(got[:4], want) || !strings.HasPrefix(got[4], "wait ") || got[5] != "sent" || got[6] != "sent" || !strings.HasPrefix(got[7], "wait ") {
			t.Errorf("a known address: %q", got)
		}
		if !slices.Equal(resultsByAddress[adaEmail], resultsByAddress["nobody@post.example"]) {
			t.Errorf("an unknown address: %q, a known one %q", resultsByAddress["nobody@post.example"], resultsByAddress[adaEmail])
		}
		const confirmation = 1 // the mail that register sends
		if n := len(b.mail.sentTo(adaEmail)) - confirmation; n != 5 || len(b.mail.sentMails) != 5+confirmation {
			t.Errorf("%d mails to the account, %d in all, want 5", n, len(b.mail.sentMails)-confirmation)
		}
	})
}

func TestResetMailsOfANetworkAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		acceptedCount := 0
		for i := range 30 {
			if err := b.RequestReset(t.Context(), otherNetwork, fmt.Sprintf("p%d@post.example", i)); err == nil {
				acceptedCount++
			} else if retryAfter(t, err); !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		}
		if err := b.RequestReset(t.Context(), homeNetwork, "other@post.example"); err != nil || acceptedCount != resetMailsPerNetwork {
			t.Errorf("%d mails, want %d; another network: %v", acceptedCount, resetMailsPerNetwork, err)
		}
	})
}

// TestParallelRequestsSendOneMail: of parallel requests in two processes for one address,
// one enqueues a mail.
func TestParallelRequestsSendOneMail(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		runParallel(parallelCalls, func(i int) {
			if err := processes[i%2].RequestReset(t.Context(), numberedNetwork(i), adaEmail); err != nil && !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		})
		if n := b.countRows("jobs"); n != 1 {
			t.Errorf("%d mails, want 1", n)
		}
	})
}

// TestWrongCodesOfANetworkAreLimited: after ten wrong codes from a network, each further code from it is
// refused. Right codes are not counted.
// rule accounts-reset-tries
func TestWrongCodesOfANetworkAreLimited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		code, _ := b.requestResetMail()
		for range 20 {
			b.wantVerifyError("the right code", nil, otherNetwork, adaEmail, code)
		}
		for i := range wrongResetCodesPerNetwork {
			b.wantVerifyError("a wrong code", errInvalidCode, otherNetwork, fmt.Sprintf("p%d@post.example", i), "0000")
		}
		err := b.verifyCode(otherNetwork, adaEmail, code)
		if retryAfter(t, err); !errors.Is(err, errTooManyAttempts) {
			t.Errorf("the eleventh try: %v", err)
		}
		b.wantVerifyError("another network", nil, homeNetwork, adaEmail, code)
	})
}

// TestSlowWrongCodesSwitchCodesOff: wrong codes come slowly and never fill the limit of a minute.
// They fill the limit of an hour, which switches codes off.
// rule accounts-reset-codes-off
func TestSlowWrongCodesSwitchCodesOff(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		for i := range wrongResetCodesPerHour {
			if i%10 == 0 {
				b.clock.Advance(time.Minute)
			}
			b.wantVerifyError("a wrong code", errInvalidCode, numberedNetwork(i), fmt.Sprintf("p%d@post.example", i), "0000")
		}
		b.wantVerifyError("the next", errInvalidCode, homeNetwork, adaEmail, "0000")
		if code, _ := b.requestResetMail(); code != "" {
			t.Error("codes are not off")
		}
	})
}

// TestManyWrongCodesSwitchCodesOff: after too many wrong codes, no code of any account works for
// one hour. During this hour only a link can reset a password.
// rule accounts-reset-codes-off
func TestManyWrongCodesSwitchCodesOff(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		events := &eventLog{}
		b.deps.Events = events
		b.register(adaEmail)
		code, token := b.requestResetMail()
		for i := range wrongResetCodesPerMinute {
			b.wantVerifyError("a wrong code", errInvalidCode, numberedNetwork(i), fmt.Sprintf("p%d@post.example", i), "0000")
		}
		for i, s := range processes {
			if err := s.VerifyCode(t.Context(), homeNetwork, adaEmail, code); !errors.Is(err, errInvalidCode) {
				t.Errorf("process %d, the right code: %v", i, err)
			}
		}
		if n := slices.Index(events.events, "[reset codes off  ]"); n < 0 {
			t.Errorf("no event in %q", events.events)
		}
		b.clock.Advance(5 * time.Minute)
		b.wantVerifyError("five minutes later", errInvalidCode, homeNetwork, adaEmail, code)
		if none, _ := b.requestResetMail(); none != "" {
			t.Error("a mail has a code while codes are off")
		}
		if err := b.ResetByLink(t.Context(), homeNetwork, token, newPassword); err != nil {
			t.Errorf("a link while codes are off: %v", err)
		}
		b.clock.Advance(resetCodesDisabledDuration)
		code, _ = b.requestResetMail()
		b.wantVerifyError("an hour later", nil, homeNetwork, adaEmail, code)
	})
}
