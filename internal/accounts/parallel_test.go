package accounts

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// parallelCalls is how many calls most tests make in parallel.
const parallelCalls = 200

// runParallel calls fn n times in parallel.
func runParallel(n int, fn func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { fn(i) })
	}
	wg.Wait()
}

// eachWithTwoProcesses runs fn on each database engine with a harness and two Services on the
// same database. The first is the Service of the harness.
func eachWithTwoProcesses(t *testing.T, fn func(t *testing.T, b *harness, processes []*Service)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		b := newHarness(t, db)
		fn(t, b, []*Service{b.Service, newService(t, db, b.clock, recordedJobs{})})
	})
}

// TestParallelGuessesDoNotExceedALimit: of two hundred parallel guesses in two
// processes, no more passwords are compared than the limit allows.
func TestParallelGuessesDoNotExceedALimit(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		b.register("bob@post.example")
		for name, c := range map[string]struct {
			email   string
			from    func(i int) core.Network
			guesses int64
		}{
			"one network":   {adaEmail, func(int) core.Network { return otherNetwork }, failuresPer15Minutes},
			"many networks": {"bob@post.example", numberedNetwork, failuresPerHour},
		} {
			var tried, refused atomic.Int64
			runParallel(parallelCalls, func(i int) {
				_, err := processes[i%2].Login(t.Context(), Caller{Network: c.from(i)}, c.email, "not-the-one-1")
				switch {
				case errors.Is(err, errWrongPassword):
					tried.Add(1)
				case errors.Is(err, errTooManyAttempts), errors.Is(err, password.ErrBusy):
					refused.Add(1)
				default:
					t.Errorf("%s: %v", name, err)
				}
			})
			if tried.Load() != c.guesses || refused.Load() != parallelCalls-c.guesses {
				t.Errorf("%s: %d were tried and %d refused, want %d tried", name, tried.Load(), refused.Load(), c.guesses)
			}
		}
	})
}

// TestNetworksOfAWiderPrefixShareALimit: wrong passwords from the /64 networks of one /56 count
// together. A /56 has one limit for each account and one limit for all accounts.
func TestNetworksOfAWiderPrefixShareALimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		attemptCount := 0
		for i := range 40 {
			if err := b.loginWithWrongPassword(core.NetworkOf(fmt.Sprintf("2001:db8:1:%x::1", i)), adaEmail); !errors.Is(err, errTooManyAttempts) {
				attemptCount++
			}
		}
		if attemptCount != 4*failuresPer15Minutes {
			t.Errorf("a /56 tried %d times at one account, want %d", attemptCount, 4*failuresPer15Minutes)
		}
		oneNetwork := core.NetworkOf("2001:db8:2:1::1")
		widerPrefix := limits.ByNetwork("sign-in-network", oneNetwork, failuresPerNetwork, time.Hour)[1]
		b.takeFromLimit(widerPrefix, 4*failuresPerNetwork-1)
		if err := b.loginWithWrongPassword(oneNetwork, "nobody@post.example"); errors.Is(err, errTooManyAttempts) {
			t.Errorf("a /56 that failed %d times: %v", 4*failuresPerNetwork-1, err)
		}
		if err := b.loginWithWrongPassword(core.NetworkOf("2001:db8:2:ff::1"), "new@post.example"); !errors.Is(err, errTooManyAttempts) {
			t.Errorf("a /56 that failed %d times: %v", 4*failuresPerNetwork, err)
		}
		if err := b.loginWithWrongPassword(core.NetworkOf("2001:db8:3::1"), "new@post.example"); errors.Is(err, errTooManyAttempts) {
			t.Errorf("another /48: %v", err)
		}
	})
}

// TestAttackDoesNotLockTheOwnerOut: while unknown networks are refused, the owner
// signs in from a known device or network.
// rule limits-owner-signs-in
func TestAttackDoesNotLockTheOwnerOut(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		ownerNetwork := core.NetworkOf("2001:db8:77:1::9")
		ownerSignIn, err := b.loginFrom(Caller{Network: ownerNetwork}, adaEmail)
		if err != nil {
			t.Fatal(err)
		}
		attackedNetwork := numberedNetwork(1)
		for range failuresPer15Minutes {
			wantError(t, b.loginWithWrongPassword(attackedNetwork, adaEmail), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		runParallel(5*100, func(i int) {
			_, err := processes[i%2].Login(t.Context(), Caller{Network: numberedNetwork(i % 100)}, adaEmail, "not-the-one-1")
			if !errors.Is(err, errWrongPassword) && !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		})
		if _, err := b.loginFrom(Caller{Network: otherNetwork}, adaEmail); !errors.Is(err, errTooManyAttempts) {
			t.Fatalf("from a new network: %v, so the attack filled no limit", err)
		}
		for i, s := range processes {
			for name, from := range map[string]Caller{
				"the device elsewhere":            {Network: otherNetwork, DeviceCookie: ownerSignIn.DeviceCookie},
				"the device, where the attack is": {Network: attackedNetwork, DeviceCookie: ownerSignIn.DeviceCookie},
				"the network":                     {Network: ownerNetwork},
				"another /64 of the /56":          {Network: core.NetworkOf("2001:db8:77:2::9")},
			} {
				if _, err := s.Login(t.Context(), from, adaEmail, goodPassword); err != nil {
					t.Errorf("process %d, %s: %v", i, name, err)
				}
			}
		}
	})
}

// TestKnownDeviceHasAGuessLimit: a stolen device cookie does not allow unlimited guesses.
// rule limits-guesses-place
func TestKnownDeviceHasAGuessLimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		device := b.login(adaEmail).DeviceCookie
		checkedPasswordCount := 0
		for i := range 50 {
			_, err := b.Login(t.Context(), Caller{Network: numberedNetwork(i), DeviceCookie: device}, adaEmail, "not-the-one-1")
			if errors.Is(err, errWrongPassword) {
				checkedPasswordCount++
			}
		}
		if checkedPasswordCount != failuresPer15Minutes {
			t.Errorf("%d guesses, want %d", checkedPasswordCount, failuresPer15Minutes)
		}
	})
}

// TestRegistrationsOfTakenAddressesDoNotBlockOthers: parallel failed registrations count only
// towards the limits of their networks. The limit of all registrations has room for one more
// account, and Bob's registration fills it. It would be refused if a failed registration counted in
// that limit.
func TestRegistrationsOfTakenAddressesDoNotBlockOthers(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		b.takeFromLimit(registrationLimit, registrationsPerHour-2) // Ada's registration is counted too
		const networks, perNetwork = 10, 2 * revealingAnswersPerHour
		var takenCount, refusedCount atomic.Int64
		runParallel(50, func(worker int) {
			for i := range networks * perNetwork / 50 {
				_, err := b.Register(t.Context(), numberedNetwork(1+(worker+i)%networks), Registration{"Eve", adaEmail, goodPassword})
				switch {
				case errors.Is(err, errEmailTaken):
					takenCount.Add(1)
				case errors.Is(err, errTooManyAttempts):
					refusedCount.Add(1)
				default:
					t.Error(err)
				}
			}
		})
		if takenCount.Load() != networks*revealingAnswersPerHour || takenCount.Load()+refusedCount.Load() != networks*perNetwork {
			t.Errorf("%d answers revealed that the address is taken, %d were refused", takenCount.Load(), refusedCount.Load())
		}
		if _, err := b.Register(t.Context(), otherNetwork, Registration{"Bob", "bob@post.example", goodPassword}); err != nil {
			t.Errorf("a new address from another network: %v", err)
		}
		if _, err := b.Register(t.Context(), otherNetwork, Registration{"Cy", "cy@post.example", goodPassword}); !errors.Is(err, errTooManyAttempts) {
			t.Errorf("a registration beyond the limit: %v, so a counted failure would not have been noticed", err)
		}
	})
}

// TestSignInAndRegistrationShareTheRevealLimit: two hundred parallel calls in two processes,
// half of them registrations, do not exceed the limit.
// rule limits-reveals
func TestSignInAndRegistrationShareTheRevealLimit(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		var revealedCount atomic.Int64
		runParallel(parallelCalls, func(i int) {
			s := processes[i%2]
			if i%4 < 2 {
				_, err := s.Register(t.Context(), otherNetwork, Registration{"Eve", adaEmail, goodPassword})
				if errors.Is(err, errEmailTaken) {
					revealedCount.Add(1)
				} else if !errors.Is(err, errTooManyAttempts) && !errors.Is(err, password.ErrBusy) {
					t.Error(err)
				}
				return
			}
			_, err := s.Login(t.Context(), Caller{Network: otherNetwork}, fmt.Sprintf("nobody%d@post.example", i), goodPassword)
			if errors.Is(err, errUnknownUser) {
				revealedCount.Add(1)
			} else if !errors.Is(err, errWrongPassword) && !errors.Is(err, errTooManyAttempts) && !errors.Is(err, password.ErrBusy) {
				t.Error(err)
			}
		})
		if revealedCount.Load() != revealingAnswersPerHour {
			t.Errorf("%d answers revealed an address, want %d", revealedCount.Load(), revealingAnswersPerHour)
		}
	})
}

// TestParallelRegistrationsDoNotExceedTheLimit: fifty parallel registrations create only as
// many accounts as the limit allows.
func TestParallelRegistrationsDoNotExceedTheLimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.takeFromLimit(registrationLimit, registrationsPerHour-5)
		var createdCount atomic.Int64
		runParallel(50, func(i int) {
			_, err := b.Register(t.Context(), numberedNetwork(i), Registration{"Eve", fmt.Sprintf("eve%d@post.example", i), goodPassword})
			if err == nil {
				createdCount.Add(1)
			} else if !errors.Is(err, errTooManyAttempts) {
				t.Error(err)
			}
		})
		if n := b.countRows("users"); createdCount.Load() != 5 || n != 5 {
			t.Errorf("%d accounts were made, %d rows are there, want 5", createdCount.Load(), n)
		}
	})
}
