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
	honestNetwork = "192.0.2.1"   // network of the honest users
	otherNetwork  = "192.0.2.200" // network without earlier calls
	victim        = "ada@post.example"
)

// statuses counts answers by status.
type statuses struct {
	mu sync.Mutex
	n  map[int]int
}

func (s *statuses) add(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == nil {
		s.n = map[int]int{}
	}
	s.n[status]++
}

// inParallel runs fn for each number below n, width of them at once.
func inParallel(n, width int, fn func(i int) error) error {
	var wg sync.WaitGroup
	var failure atomic.Pointer[error]
	next := atomic.Int64{}
	for range width {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
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

// guesses makes 200 sign-ins with wrong passwords at once and returns how many
// passwords were checked; the server answers the others with 429.
func (s *testServer) guesses(ctx context.Context, network func(i int) string) (tried int, err error) {
	var got statuses
	err = inParallel(200, 200, func(i int) error {
		a, err := s.login(ctx, network(i), victim, "wrong-guess", "")
		got.add(a.status)
		return err
	})
	return got.n[http.StatusUnauthorized], err
}

func parallelTries(ctx context.Context, s *testServer) (string, bool, error) {
	if _, err := s.register(ctx, honestNetwork, victim); err != nil {
		return "", false, err
	}
	one, err := s.guesses(ctx, func(int) string { return otherNetwork })
	if err != nil {
		return "", false, err
	}
	all, err := s.guesses(ctx, func(i int) string { return fmt.Sprintf("198.51.100.%d", i) })
	return fmt.Sprintf("%d from one network, %d from 200", one, all), one <= 5 && one+all <= 50, err
}

func ownerSignsIn(ctx context.Context, s *testServer) (string, bool, error) {
	_, cookie, err := s.member(ctx, honestNetwork, victim)
	if err != nil {
		return "", false, err
	}
	err = inParallel(1000, 20, func(i int) error {
		_, err := s.login(ctx, fmt.Sprintf("198.51.100.%d", i%100), victim, "wrong-guess", "")
		return err
	})
	if err != nil {
		return "", false, err
	}
	network, err := s.login(ctx, honestNetwork, victim, password, "")
	if err != nil {
		return "", false, err
	}
	device, err := s.login(ctx, otherNetwork, victim, password, cookie)
	return fmt.Sprintf("known network: status %d after %v; known device: status %d after %v",
			network.status, network.took.Round(time.Millisecond), device.status, device.took.Round(time.Millisecond)),
		network.status == http.StatusOK && device.status == http.StatusOK, err
}

func takenAddresses(ctx context.Context, s *testServer) (string, bool, error) {
	if _, err := s.register(ctx, honestNetwork, victim); err != nil {
		return "", false, err
	}
	var got statuses
	begun := time.Now()
	err := inParallel(10_000, 32, func(i int) error {
		a, err := s.register(ctx, fmt.Sprintf("2001:db8:%x:%x::1", i%400, i/400), victim)
		got.add(a.status)
		return err
	})
	if err != nil {
		return "", false, err
	}
	took := time.Since(begun)
	a, err := s.register(ctx, otherNetwork, "newcomer@post.example")
	return fmt.Sprintf("%v in %v; a newcomer: status %d", got.n, took.Round(time.Second), a.status), a.status == http.StatusCreated, err
}

// signInFlood measures honest sign-ins from other networks while 300 connections of one
// /56 network try unknown addresses as fast as they can.
func signInFlood(ctx context.Context, s *testServer) (string, bool, error) {
	const honest = 10
	for i := range honest {
		if _, err := s.register(ctx, fmt.Sprintf("192.0.2.%d", 10+i), fmt.Sprintf("p%d@post.example", i)); err != nil {
			return "", false, err
		}
	}
	flood, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Go(func() {
			for n := 0; flood.Err() == nil; n++ {
				network := fmt.Sprintf("2001:db8:1:%x::1", i%256)
				_, _ = s.login(flood, network, fmt.Sprintf("u%d-%d@post.example", i, n), "wrong-guess", "") // only the honest sign-ins are checked
			}
		})
	}
	time.Sleep(2 * time.Second)
	var took []time.Duration
	var got statuses
	for round := range 2 {
		for i := range honest {
			a, err := s.login(ctx, fmt.Sprintf("203.0.113.%d", 10+i), fmt.Sprintf("p%d@post.example", i), password, "")
			if err != nil {
				stop()
				return "", false, err
			}
			took = append(took, a.took)
			got.add(a.status)
		}
		time.Sleep(time.Duration(round) * time.Second)
	}
	stop()
	wg.Wait()
	slices.Sort(took)
	most := took[len(took)-1]
	return fmt.Sprintf("%d sign-ins: statuses %v, median %v, longest %v", len(took), got.n,
		took[len(took)/2].Round(time.Millisecond), most.Round(time.Millisecond)), got.n[http.StatusOK] == len(took) && most < time.Second, nil
}

func letterFlood(ctx context.Context, s *testServer) (string, bool, error) {
	letter := func(network string) (answer, error) {
		return s.do(ctx, call{method: "POST", path: "/api/contact", network: network, body: map[string]string{
			"name": "Ada", "email": victim, "subject": "A question", "message": "Where does the engine stand?"}})
	}
	var got statuses
	err := inParallel(400, 16, func(i int) error {
		a, err := letter(fmt.Sprintf("198.51.100.%d", i%80))
		got.add(a.status)
		return err
	})
	if err != nil {
		return "", false, err
	}
	a, err := letter(otherNetwork)
	return fmt.Sprintf("the flood: %v; an honest letter: status %d", got.n, a.status), a.status == http.StatusCreated, err
}
