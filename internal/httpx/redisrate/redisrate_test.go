package redisrate_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/httpx"
	"colloquy/internal/httpx/redisrate"
	"colloquy/internal/redisdb"
	"colloquy/internal/redisdb/redistest"
)

// process is one of several that share counts.
type process struct {
	*httpx.Limiter
	t      *testing.T
	client *redisdb.Client
}

func newProcesses(t *testing.T, server *redistest.Server, clock *clocktest.Clock, n int) []process {
	t.Helper()
	var processes []process
	for range n {
		client, err := redisdb.Open(server.URL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { client.Close() })
		p := process{httpx.NewLimiter(clock), t, client}
		p.StartSharingCounts()
		processes = append(processes, p)
	}
	return processes
}

func (p process) mustExchangeCounts() {
	p.t.Helper()
	if err := redisrate.ExchangeCounts(p.t.Context(), p.client, p.Limiter); err != nil {
		p.t.Fatal(err)
	}
}

// countAllowed makes n calls, and returns how many of them were allowed.
func (p process) countAllowed(n int) (count int) {
	for range n {
		if _, ok := p.Allow("ada", 60, time.Minute); ok {
			count++
		}
	}
	return count
}

func newClock() *clocktest.Clock { return clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)) }

// Three processes together exceed the limit by at most what arrives within one interval.
func TestProcessesShareALimit(t *testing.T) {
	clock := newClock()
	processes := newProcesses(t, redistest.Start(t), clock, 3)
	allowedCount := 0
	for range 10 {
		for _, p := range processes {
			allowedCount += p.countAllowed(10)
			p.mustExchangeCounts()
		}
	}
	if allowedCount < 60 || allowedCount > 60+2*10 {
		t.Errorf("three processes allowed %d calls of a limit of 60 with 10 in each interval", allowedCount)
	}
	clock.Advance(2 * time.Minute)
	if n := processes[0].countAllowed(100); n != 60 {
		t.Errorf("two minutes later %d calls were allowed", n)
	}
}

// One process had no calls in the previous minute. It still counts the calls that another process
// had in that minute.
func TestCallsBeforeTheFullMinuteAreShared(t *testing.T) {
	clock := newClock()
	processes := newProcesses(t, redistest.Start(t), clock, 2)
	clock.Advance(time.Minute - 100*time.Millisecond)
	processes[0].countAllowed(60)
	clock.Advance(200 * time.Millisecond)
	processes[1].countAllowed(1)
	processes[1].mustExchangeCounts()
	processes[0].mustExchangeCounts() // too late: processes[1] has already read the shared count of the previous minute
	processes[1].countAllowed(1)
	processes[1].mustExchangeCounts()
	if n := processes[1].countAllowed(10); n != 0 {
		t.Errorf("the other process allowed %d further calls", n)
	}
}

// A restarted process continues from the shared count.
func TestARestartForgetsNoCount(t *testing.T) {
	clock, server := newClock(), redistest.Start(t)
	firstProcess := newProcesses(t, server, clock, 1)[0]
	firstProcess.countAllowed(60)
	firstProcess.mustExchangeCounts()
	restartedProcess := newProcesses(t, server, clock, 1)[0]
	restartedProcess.countAllowed(1)
	restartedProcess.mustExchangeCounts()
	if n := restartedProcess.countAllowed(10); n != 0 {
		t.Errorf("after a restart %d further calls were allowed", n)
	}
}

// Uncount in one process also lowers the counts of the others.
func TestUncountIsShared(t *testing.T) {
	processes := newProcesses(t, redistest.Start(t), newClock(), 2)
	processes[0].countAllowed(60)
	processes[0].mustExchangeCounts()
	for range 30 {
		processes[0].Uncount("ada", time.Minute)
	}
	processes[0].mustExchangeCounts()
	processes[1].countAllowed(1)
	processes[1].mustExchangeCounts()
	if n := processes[1].countAllowed(100); n != 29 {
		t.Errorf("the other process allowed %d calls, want the 29 that are left", n)
	}
}

// While Redis does not answer, each process counts alone. The events of that time are shared
// afterwards.
func TestWithoutRedisEachCountsAlone(t *testing.T) {
	server := redistest.Start(t)
	processes := newProcesses(t, server, newClock(), 2)
	server.Pause()
	for _, p := range processes {
		if n := p.countAllowed(40); n != 40 {
			t.Errorf("%d of 40 calls were allowed", n)
		}
		if err := redisrate.ExchangeCounts(t.Context(), p.client, p.Limiter); err == nil {
			t.Error("an exchange with a server that does not answer succeeded")
		}
	}
	server.Resume()
	time.Sleep(1100 * time.Millisecond) // the client asks a failed server again after a second
	for _, p := range append(processes, processes[0]) {
		p.mustExchangeCounts()
		p.countAllowed(1)
	}
	processes[0].mustExchangeCounts()
	if n := processes[0].countAllowed(10); n != 0 {
		t.Errorf("after 80 calls %d more were allowed", n)
	}
}

// The keys in Redis contain no address or id of a caller, and each key expires.
func TestKeysContainNoCaller(t *testing.T) {
	server := redistest.Start(t)
	p := newProcesses(t, server, newClock(), 1)[0]
	p.Allow("GET/api/user/chats 203.0.113.9", 60, time.Minute)
	p.mustExchangeCounts()
	keys := server.Keys(t)
	if len(keys) == 0 || strings.Contains(strings.Join(keys, " "), "203") {
		t.Errorf("the keys are %v", keys)
	}
	if left := server.PersistentKeys(t); len(left) > 0 {
		t.Errorf("these keys have no end: %v", left)
	}
}
