package accounts

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// unlimitedGuesses is a Limits without the limits of wrong codes. The tries of each code and each
// account stay limited, and so do reset mails.
type unlimitedGuesses struct{ Limits }

func (l unlimitedGuesses) TakeInTx(ctx context.Context, tx storage.Querier, list ...limits.Limit) (limits.TakenEvent, error) {
	return l.Limits.TakeInTx(ctx, tx, withoutGuessLimits(list)...)
}

func (l unlimitedGuesses) Check(ctx context.Context, list ...limits.Limit) error {
	if list = withoutGuessLimits(list); len(list) == 0 {
		return nil
	}
	return l.Limits.Check(ctx, list...)
}

// withoutGuessLimits returns the limits that do not count wrong codes.
func withoutGuessLimits(list []limits.Limit) []limits.Limit {
	return slices.DeleteFunc(slices.Clone(list), func(l limits.Limit) bool { return strings.HasPrefix(l.Key, "reset-wrong-") })
}

// guessesVariable is the name of the environment variable that sets the number of guesses in
// the second run of TestGuessesAtOneAccount.
const guessesVariable = "COLLOQUY_TEST_GUESSES"

// defaultGuessCount is the number of guesses in the second run of TestGuessesAtOneAccount if
// guessesVariable is not set.
const defaultGuessCount = 30_000 / sequentialAttackDivisor

// TestGuessesAtOneAccount: an attacker guesses the reset code of one account. The attacker uses
// 1,000 networks and requests new codes as often as possible. A guess could win only while the
// current code works, so the test checks the code before each guess. The second run has no limits
// of wrong codes: only the tries of the account stop the attacker.
// rule accounts-reset-tries
func TestGuessesAtOneAccount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.guessAtOneAccount("ada-1@post.example", 2_000)
		b.deps.Limits = unlimitedGuesses{b.deps.Limits}
		b.guessAtOneAccount("ada-2@post.example", configuredGuessCount(t))
	})
}

// configuredGuessCount returns the value of guessesVariable, or defaultGuessCount.
func configuredGuessCount(t *testing.T) int {
	text := os.Getenv(guessesVariable)
	if text == "" {
		return defaultGuessCount
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s is %q", guessesVariable, text)
	}
	return n
}

// guessAtOneAccount registers an account, makes the guesses, and checks how many of them
// could have won.
func (b *harness) guessAtOneAccount(address string, guesses int) {
	b.t.Helper()
	b.clock.Advance(24 * time.Hour) // so that the limits do not count the guesses of the first run
	b.register(address)
	const perMinute, networks = 40, 1000
	code, isCodeValid, winnableCount, mails := "", false, 0, 0
	for i := range guesses {
		if i%perMinute == 0 {
			b.clock.Advance(time.Minute)
			if err := b.RequestReset(b.t.Context(), numberedNetwork(i%networks), address); err == nil {
				b.runJobs()
				code, mails = codeInMail(b.lastMail(address)), mails+1
				isCodeValid = code != ""
			}
		}
		if isCodeValid {
			isCodeValid = b.verifyCode(homeNetwork, address, code) == nil
		}
		if isCodeValid {
			winnableCount++
		}
		guess := fmt.Sprintf("%04d", i%10_000)
		if guess == code {
			guess = otherCode(code) // the test only counts how often a guess could win, so no guess may use the code up
		}
		if err := b.verifyCode(numberedNetwork(i%networks), address, guess); !errors.Is(err, errInvalidCode) {
			b.t.Fatalf("guess %d: %v", i, err)
		}
	}
	b.t.Logf("%d guesses, %d mails, %d guesses could win: %.2f %%", guesses, mails, winnableCount, float64(winnableCount)/100)
	if most := resetTriesPerSignIn; winnableCount > most || mails > most/triesPerResetCode && winnableCount != most {
		b.t.Errorf("%d guesses after %d mails could win, want %d", winnableCount, mails, most)
	}
	if err := b.ResetByLink(b.t.Context(), homeNetwork, tokenInMail(b.t, b.lastMail(address)), newPassword); err != nil {
		b.t.Errorf("the owner's link: %v", err)
	}
}

// TestOneGuessOnEachOfManyAccounts: the attack ends when all accounts together reach the limit of
// wrong codes. By then it has made 1% of its guesses, or 10% under the race detector.
// rule accounts-reset-codes-off
func TestOneGuessOnEachOfManyAccounts(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		const people, networks = 10_000 / sequentialAttackDivisor, 1000
		err := b.deps.DB.Write(t.Context(), func(tx storage.Querier) error {
			for i := range people {
				u := User{ID: fmt.Sprintf("u%d", i), Email: fmt.Sprintf("p%d@post.example", i), Username: "P"}
				if err := b.store.insertUser(t.Context(), tx, u); err != nil {
					return err
				}
				if _, err := b.store.replaceResetCode(t.Context(), tx, u.ID, resetCode{b.resetCodeHash(u, "0001"), core.Millis(b.clock.Now().Add(resetCodeLifetime))}, false); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range people {
			b.verifyCode(numberedNetwork(i%networks), fmt.Sprintf("p%d@post.example", i), "0002")
			if i%200 == 0 { // 10,000 guesses take 50 s, so all of them count in the limit of one minute
				b.clock.Advance(time.Second)
			}
		}
		comparedGuessCount := b.selectNumber(`SELECT SUM(reset_failures) FROM users`)
		t.Logf("%d guesses, %d were compared: %.2f accounts in the mean", people, comparedGuessCount, float64(comparedGuessCount)/people)
		if comparedGuessCount != wrongResetCodesPerMinute {
			t.Errorf("%d guesses were compared, want %d", comparedGuessCount, wrongResetCodesPerMinute)
		}
	})
}

// TestParallelGuessesOfACodeAreLimited: of two hundred parallel guesses in two processes, three are
// compared with the code.
// rule accounts-reset-tries
func TestParallelGuessesOfACodeAreLimited(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		code, _ := b.requestResetMail()
		runParallel(parallelCalls, func(i int) {
			s := processes[i%2]
			var err error
			if i%4 < 2 {
				err = s.VerifyCode(t.Context(), numberedNetwork(i), adaEmail, otherCode(code))
			} else {
				err = s.ResetByCode(t.Context(), numberedNetwork(i), adaEmail, otherCode(code), newPassword)
			}
			if !errors.Is(err, errInvalidCode) {
				t.Error(err)
			}
		})
		if n := b.selectNumber(`SELECT reset_failures FROM users`); n != triesPerResetCode {
			t.Errorf("the code was tried %d times, want %d", n, triesPerResetCode)
		}
	})
}

// TestParallelResetsHaveOneWinner: of one hundred parallel calls with the right code, one resets
// the password. The same holds for one hundred calls with the right link.
// rule accounts-reset-done
func TestParallelResetsHaveOneWinner(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		raceResets := func(name string, refusal error, reset func(s *Service, i int, password string) error) {
			t.Helper()
			var winCount atomic.Int64
			var winnerPassword atomic.Value
			runParallel(100, func(i int) {
				password := fmt.Sprintf("penny-black-%d", i)
				switch err := reset(processes[i%2], i, password); {
				case err == nil:
					winCount.Add(1)
					winnerPassword.Store(password)
				case !errors.Is(err, refusal):
					t.Errorf("%s: %v", name, err)
				}
			})
			if winCount.Load() != 1 {
				t.Fatalf("%s: %d calls won, want 1", name, winCount.Load())
			}
			if _, err := b.Login(t.Context(), Caller{Network: homeNetwork}, adaEmail, winnerPassword.Load().(string)); err != nil {
				t.Errorf("%s: the winner's password: %v", name, err)
			}
		}
		code, _ := b.requestResetMail()
		raceResets("code", errInvalidCode, func(s *Service, i int, password string) error {
			return s.ResetByCode(t.Context(), numberedNetwork(i), adaEmail, code, password)
		})
		b.clock.Advance(time.Hour)
		_, token := b.requestResetMail()
		raceResets("link", errInvalidResetLink, func(s *Service, i int, password string) error {
			return s.ResetByLink(t.Context(), numberedNetwork(i), token, password)
		})
	})
}

// TestNoSessionOutlivesAReset: sign-ins with the old password that run while the password
// is replaced leave no session.
// rule accounts-reset-done
func TestNoSessionOutlivesAReset(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		device := b.login(adaEmail).DeviceCookie
		_, token := b.requestResetMail()
		runParallel(41, func(i int) {
			if i == 20 {
				if err := b.ResetByLink(t.Context(), otherNetwork, token, newPassword); err != nil {
					t.Error(err)
				}
				return
			}
			_, err := processes[i%2].Login(t.Context(), Caller{Network: homeNetwork, DeviceCookie: device}, adaEmail, goodPassword)
			if err != nil && !errors.Is(err, errWrongPassword) && !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		})
		if n := b.countRows("auth_sessions"); n != 0 {
			t.Errorf("%d sessions of the old password are left", n)
		}
	})
}

// TestUnknownAddressesAreNotRevealed: a known and an unknown address leave the same rows
// and take the same time, and the unknown one gets no mail.
// rule accounts-reset-silent
func TestUnknownAddressesAreNotRevealed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		const rounds = 60
		var requestTimes, verifyTimes [2][]time.Duration
		for i := range rounds {
			b.register(fmt.Sprintf("p%d@post.example", i))
			b.clock.Advance(time.Hour)
		}
		for i := range rounds {
			b.clock.Advance(time.Hour)
			b.verifyCode(homeNetwork, "nobody@post.example", "0000") // creates the row of the limit that all addresses share
			rowCounts, jobCounts := [2]int{}, [2]int{}
			for n, address := range []string{fmt.Sprintf("p%d@post.example", i), fmt.Sprintf("q%d@post.example", i)} {
				oldLimitRowCount := b.countRows("limit_counts")
				start := time.Now()
				if err := b.RequestReset(t.Context(), numberedNetwork(2*i+n), address); err != nil {
					t.Fatal(err)
				}
				requestTimes[n] = append(requestTimes[n], time.Since(start))
				jobCounts[n] = b.countRows("jobs")
				b.runJobs()
				start = time.Now()
				b.verifyCode(numberedNetwork(2*i+n), address, "0000")
				verifyTimes[n] = append(verifyTimes[n], time.Since(start))
				rowCounts[n] = b.countRows("limit_counts") - oldLimitRowCount
			}
			if rowCounts[0] != rowCounts[1] || jobCounts != [2]int{1, 1} {
				t.Fatalf("a known address left %d rows and %d jobs, an unknown one %d and %d", rowCounts[0], jobCounts[0], rowCounts[1], jobCounts[1])
			}
		}
		for name, times := range map[string][2][]time.Duration{"forgot-password": requestTimes, "verify-otp": verifyTimes} {
			knownMedian, unknownMedian := median(times[0]), median(times[1])
			t.Logf("%s: known %v, unknown %v", name, knownMedian, unknownMedian)
			if ratio := float64(knownMedian) / float64(unknownMedian); ratio < 0.5 || ratio > 2 {
				t.Errorf("%s takes %v for a known address, %v for an unknown one", name, knownMedian, unknownMedian)
			}
		}
		for _, m := range b.mail.sentMails {
			if strings.HasPrefix(m.To, "q") {
				t.Errorf("a mail to %s", m.To)
			}
		}
	})
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
