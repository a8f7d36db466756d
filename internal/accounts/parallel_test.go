package accounts

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

const parallelCalls = 200

// runParallel makes n calls of fn at once.
func runParallel(n int, fn func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { fn(i) })
	}
	wg.Wait()
}

// eachWithTwoProcesses is each with a second Service on the same database.
func eachWithTwoProcesses(t *testing.T, fn func(t *testing.T, b *harness, processes []*Service)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		b := newHarness(t, db)
		fn(t, b, []*Service{b.Service, newService(t, db, b.time, upkeep{})})
	})
}

// TestParallelGuessesDoNotExceedALimit: of two hundred parallel guesses in two
// processes, as many are compared as of two hundred in sequence.
func TestParallelGuessesDoNotExceedALimit(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(ada)
		b.register("bob@post.example")
		for name, c := range map[string]struct {
			email string
			from  func(i int) core.Network
			most  int64
		}{
			"one network":   {ada, func(int) core.Network { return elsewhere }, failuresPerQuarter},
			"many networks": {"bob@post.example", net, failuresPerHour},
		} {
			var tried, refused atomic.Int64
			runParallel(parallelCalls, func(i int) {
				_, err := processes[i%2].Login(t.Context(), Caller{Network: c.from(i)}, c.email, "not-the-one-1")
				switch {
				case errors.Is(err, errWrongPassword):
					tried.Add(1)
				case errors.Is(err, errTooMany), errors.Is(err, errBusy):
					refused.Add(1)
				default:
					t.Errorf("%s: %v", name, err)
				}
			})
			if tried.Load() != c.most || refused.Load() != parallelCalls-c.most {
				t.Errorf("%s: %d were tried and %d refused, want %d tried", name, tried.Load(), refused.Load(), c.most)
			}
		}
	})
}

// TestWidePrefixesHaveLimits: the /64 networks of a /56 share a limit for one
// account and a limit for all accounts.
func TestWidePrefixesHaveLimits(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		tried := 0
		for i := range 40 {
			if err := b.tryLogin(core.NetworkOf(fmt.Sprintf("2001:db8:1:%x::1", i)), ada); !errors.Is(err, errTooMany) {
				tried++
			}
		}
		if tried != 4*failuresPerQuarter {
			t.Errorf("a /56 tried %d times at one account, want %d", tried, 4*failuresPerQuarter)
		}
		one := core.NetworkOf("2001:db8:2:1::1")
		prefix := limits.ByNetwork("sign-in-network", one, failuresByNetwork, time.Hour)[1]
		b.fill(prefix, 4*failuresByNetwork-1)
		if err := b.tryLogin(one, "nobody@post.example"); errors.Is(err, errTooMany) {
			t.Errorf("a /56 that failed %d times: %v", 4*failuresByNetwork-1, err)
		}
		if err := b.tryLogin(core.NetworkOf("2001:db8:2:ff::1"), "new@post.example"); !errors.Is(err, errTooMany) {
			t.Errorf("a /56 that failed %d times: %v", 4*failuresByNetwork, err)
		}
		if err := b.tryLogin(core.NetworkOf("2001:db8:3::1"), "new@post.example"); errors.Is(err, errTooMany) {
			t.Errorf("another /48: %v", err)
		}
	})
}

// TestAttackDoesNotLockTheOwnerOut: while unknown networks are refused, the owner
// signs in from a known device or network.
// rule limits-owner-signs-in
func TestAttackDoesNotLockTheOwnerOut(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(ada)
		home := core.NetworkOf("2001:db8:77:1::9")
		first, err := b.loginFrom(Caller{Network: home}, ada)
		if err != nil {
			t.Fatal(err)
		}
		attacked := net(1)
		for range failuresPerQuarter {
			wantError(t, b.tryLogin(attacked, ada), core.Unauthenticated, "", errWrongPassword.Msg)
		}
		runParallel(5*100, func(i int) {
			_, err := processes[i%2].Login(t.Context(), Caller{Network: net(i % 100)}, ada, "not-the-one-1")
			if !errors.Is(err, errWrongPassword) && !errors.Is(err, errTooMany) {
				t.Error(err)
			}
		})
		if _, err := b.loginFrom(Caller{Network: elsewhere}, ada); !errors.Is(err, errTooMany) {
			t.Fatalf("from a new network: %v, so the attack filled no limit", err)
		}
		for i, s := range processes {
			for name, from := range map[string]Caller{
				"the device elsewhere":            {elsewhere, first.Device},
				"the device, where the attack is": {attacked, first.Device},
				"the network":                     {home, ""},
				"another /64 of the line":         {core.NetworkOf("2001:db8:77:2::9"), ""},
			} {
				if _, err := s.Login(t.Context(), from, ada, goodPassword); err != nil {
					t.Errorf("process %d, %s: %v", i, name, err)
				}
			}
		}
	})
}

// TestKnownDeviceHasALimit: a stolen device cookie gives no unlimited guesses.
// rule limits-guesses-place
func TestKnownDeviceHasALimit(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		device := b.login(ada).Device
		tried := 0
		for i := range 50 {
			_, err := b.Login(t.Context(), Caller{net(i), device}, ada, "not-the-one-1")
			if errors.Is(err, errWrongPassword) {
				tried++
			}
		}
		if tried != failuresPerQuarter {
			t.Errorf("%d guesses, want %d", tried, failuresPerQuarter)
		}
	})
}

// TestRegistrationsOfTakenAddressesDoNotBlockOthers: parallel ones of ten networks fill
// the limits of these networks only. One account more may be made in this hour, so a
// single counted attempt would refuse the last registration.
func TestRegistrationsOfTakenAddressesDoNotBlockOthers(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.register(ada)
		b.fill(registrationLimit, registrationsPerHour-2) // and Ada's
		const networks, each = 10, 2 * revealsPerHour
		var taken, refused atomic.Int64
		runParallel(50, func(worker int) {
			for i := range networks * each / 50 {
				_, err := b.Register(t.Context(), net(1+(worker+i)%networks), Registration{"Eve", ada, goodPassword})
				switch {
				case errors.Is(err, errEmailTaken):
					taken.Add(1)
				case errors.Is(err, errTooMany):
					refused.Add(1)
				default:
					t.Error(err)
				}
			}
		})
		if taken.Load() != networks*revealsPerHour || taken.Load()+refused.Load() != networks*each {
			t.Errorf("%d answers revealed that the address is taken, %d were refused", taken.Load(), refused.Load())
		}
		if _, err := b.Register(t.Context(), elsewhere, Registration{"Bob", "bob@post.example", goodPassword}); err != nil {
			t.Errorf("a new address from another network: %v", err)
		}
		if _, err := b.Register(t.Context(), elsewhere, Registration{"Cy", "cy@post.example", goodPassword}); !errors.Is(err, errTooMany) {
			t.Errorf("one more than the limit: %v, so the attempts had nothing to fill", err)
		}
	})
}

// TestSignInAndRegistrationShareTheRevealLimit: two hundred parallel calls in two
// processes do not exceed it.
// rule limits-reveals
func TestSignInAndRegistrationShareTheRevealLimit(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(ada)
		var revealed atomic.Int64
		runParallel(parallelCalls, func(i int) {
			s := processes[i%2]
			if i%4 < 2 {
				_, err := s.Register(t.Context(), elsewhere, Registration{"Eve", ada, goodPassword})
				if errors.Is(err, errEmailTaken) {
					revealed.Add(1)
				} else if !errors.Is(err, errTooMany) && !errors.Is(err, errBusy) {
					t.Error(err)
				}
				return
			}
			_, err := s.Login(t.Context(), Caller{Network: elsewhere}, fmt.Sprintf("nobody%d@post.example", i), goodPassword)
			if errors.Is(err, errUnknownUser) {
				revealed.Add(1)
			} else if !errors.Is(err, errWrongPassword) && !errors.Is(err, errTooMany) && !errors.Is(err, errBusy) {
				t.Error(err)
			}
		})
		if revealed.Load() != revealsPerHour {
			t.Errorf("%d answers revealed an address, want %d", revealed.Load(), revealsPerHour)
		}
	})
}

// TestParallelRegistrationsDoNotExceedTheLimit: the limit counts created accounts.
func TestParallelRegistrationsDoNotExceedTheLimit(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		b.fill(registrationLimit, registrationsPerHour-5)
		var made atomic.Int64
		runParallel(50, func(i int) {
			_, err := b.Register(t.Context(), net(i), Registration{"Eve", fmt.Sprintf("eve%d@post.example", i), goodPassword})
			if err == nil {
				made.Add(1)
			} else if !errors.Is(err, errTooMany) {
				t.Error(err)
			}
		})
		if n := b.count("users"); made.Load() != 5 || n != 5 {
			t.Errorf("%d accounts were made, %d rows are there, want 5", made.Load(), n)
		}
	})
}
