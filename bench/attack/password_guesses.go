package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	honestNetwork = "192.0.2.1"   // network of the legitimate users
	otherNetwork  = "192.0.2.200" // network without earlier calls
	victimEmail   = "ada@post.example"
)

// statusCounts counts answers by status.
type statusCounts struct {
	mu sync.Mutex
	n  map[int]int
}

func (s *statusCounts) addStatus(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == nil {
		s.n = map[int]int{}
	}
	s.n[status]++
}

// inParallel calls fn for each number below n. width is the number of goroutines. An error of fn
// ends its goroutine but not the others. inParallel waits for all goroutines and returns the first
// error.
func inParallel(n, width int, fn func(i int) error) error {
	var wg sync.WaitGroup
	var failure atomic.Pointer[error]
	nextIndex := atomic.Int64{}
	for range width {
		wg.Go(func() {
			for {
				i := int(nextIndex.Add(1)) - 1
				if i >= n {
					return
				}
				if err := fn(i); err != nil {
					failure.CompareAndSwap(nil, &err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := failure.Load(); err != nil {
		return *err
	}
	return nil
}

// guessPasswords makes 200 sign-ins with a wrong password at the same time. network returns the
// address of sign-in i. checkedCount is the number of answers with status 401. For these sign-ins
// the server has checked the password.
func (s *testServer) guessPasswords(ctx context.Context, network func(i int) string) (checkedCount int, err error) {
	var got statusCounts
	err = inParallel(200, 200, func(i int) error {
		a, err := s.login(ctx, network(i), victimEmail, "wrong-guess", "")
		got.addStatus(a.status)
		return err
	})
	return got.n[http.StatusUnauthorized], err
}

// guessInParallel guesses passwords from one network and then from 200 networks. The server may
// check at most 5 passwords from the one network, and at most 50 in all.
func guessInParallel(ctx context.Context, s *testServer) (string, bool, error) {
	if _, err := s.register(ctx, honestNetwork, victimEmail); err != nil {
		return "", false, err
	}
	checkedFromOne, err := s.guessPasswords(ctx, func(int) string { return otherNetwork })
	if err != nil {
		return "", false, err
	}
	checkedFromMany, err := s.guessPasswords(ctx, func(i int) string { return fmt.Sprintf("198.51.100.%d", i) })
	return fmt.Sprintf("%d from one network, %d from 200", checkedFromOne, checkedFromMany), checkedFromOne <= 5 && checkedFromOne+checkedFromMany <= 50, err
}

// signInDuringGuesses guesses passwords from 100 networks. Then the owner of the account must be
// able to sign in from a known network, and with a known device.
func signInDuringGuesses(ctx context.Context, s *testServer) (string, bool, error) {
	_, cookie, err := s.registerAndLogin(ctx, honestNetwork, victimEmail)
	if err != nil {
		return "", false, err
	}
	err = inParallel(1000, 20, func(i int) error {
		_, err := s.login(ctx, fmt.Sprintf("198.51.100.%d", i%100), victimEmail, "wrong-guess", "")
		return err
	})
	if err != nil {
		return "", false, err
	}
	networkAnswer, err := s.login(ctx, honestNetwork, victimEmail, password, "")
	if err != nil {
		return "", false, err
	}
	deviceAnswer, err := s.login(ctx, otherNetwork, victimEmail, password, cookie)
	return fmt.Sprintf("known network: status %d after %v; known device: status %d after %v",
			networkAnswer.status, networkAnswer.duration.Round(time.Millisecond), deviceAnswer.status, deviceAnswer.duration.Round(time.Millisecond)),
		networkAnswer.status == http.StatusOK && deviceAnswer.status == http.StatusOK, err
}

// registerTakenAddress makes 10,000 registrations of an address that has an account. Then a
// registration of another address must succeed.
func registerTakenAddress(ctx context.Context, s *testServer) (string, bool, error) {
	if _, err := s.register(ctx, honestNetwork, victimEmail); err != nil {
		return "", false, err
	}
	var got statusCounts
	start := time.Now()
	err := inParallel(10_000, 32, func(i int) error {
		a, err := s.register(ctx, fmt.Sprintf("2001:db8:%x:%x::1", i%400, i/400), victimEmail)
		got.addStatus(a.status)
		return err
	})
	if err != nil {
		return "", false, err
	}
	duration := time.Since(start)
	a, err := s.register(ctx, otherNetwork, "newcomer@post.example")
	return fmt.Sprintf("%v in %v; a newcomer: status %d", got.n, duration.Round(time.Second), a.status), a.status == http.StatusCreated, err
}

// floodSignIn signs in with unknown addresses on 300 connections of one /56 network, without
// pauses. Meanwhile registered users sign in from other networks. Each of their sign-ins must
// succeed in less than a second.
func floodSignIn(ctx context.Context, s *testServer) (string, bool, error) {
	const honest = 10
	for i := range honest {
		if _, err := s.register(ctx, fmt.Sprintf("192.0.2.%d", 10+i), fmt.Sprintf("p%d@post.example", i)); err != nil {
			return "", false, err
		}
	}
	floodCtx, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Go(func() {
			for n := 0; floodCtx.Err() == nil; n++ {
				network := fmt.Sprintf("2001:db8:1:%x::1", i%256)
				_, _ = s.login(floodCtx, network, fmt.Sprintf("u%d-%d@post.example", i, n), "wrong-guess", "") // only the legitimate sign-ins are checked
			}
		})
	}
	time.Sleep(2 * time.Second)
	var durations []time.Duration
	var got statusCounts
	for round := range 2 {
		for i := range honest {
			a, err := s.login(ctx, fmt.Sprintf("203.0.113.%d", 10+i), fmt.Sprintf("p%d@post.example", i), password, "")
			if err != nil {
				stop()
				return "", false, err
			}
			durations = append(durations, a.duration)
			got.addStatus(a.status)
		}
		time.Sleep(time.Duration(round) * time.Second)
	}
	stop()
	wg.Wait()
	slices.Sort(durations)
	longestSignInTime := durations[len(durations)-1]
	return fmt.Sprintf("%d sign-ins: statuses %v, median %v, longest %v", len(durations), got.n,
		durations[len(durations)/2].Round(time.Millisecond), longestSignInTime.Round(time.Millisecond)), got.n[http.StatusOK] == len(durations) && longestSignInTime < time.Second, nil
}

// floodContactForm sends 400 letters from 80 networks. Then a letter from another network must be
// accepted.
func floodContactForm(ctx context.Context, s *testServer) (string, bool, error) {
	sendLetter := func(network string) (answer, error) {
		return s.doCall(ctx, call{method: "POST", path: "/api/contact", network: network, body: map[string]string{
			"name": "Ada", "email": victimEmail, "subject": "A question", "message": "Where does the engine stand?"}})
	}
	var got statusCounts
	err := inParallel(400, 16, func(i int) error {
		a, err := sendLetter(fmt.Sprintf("198.51.100.%d", i%80))
		got.addStatus(a.status)
		return err
	})
	if err != nil {
		return "", false, err
	}
	a, err := sendLetter(otherNetwork)
	return fmt.Sprintf("the flood: %v; an honest letter: status %d", got.n, a.status), a.status == http.StatusCreated, err
}
