package proc

import (
	"bytes"
	"context"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain runs the tests. With the environment variable PROC_TEST_CHILD the process is a child
// instead, which uses processor time and memory until its parent ends.
func TestMain(m *testing.M) {
	if os.Getenv("PROC_TEST_CHILD") == "" {
		os.Exit(m.Run())
	}
	go ExitWhenOrphaned()
	for memory := bytes.Repeat([]byte{1}, 32<<20); ; {
		memory[0]++
	}
}

func startChild(t *testing.T) *Process {
	t.Helper()
	testBinary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start("child", io.Discard, append(os.Environ(), "PROC_TEST_CHILD=1"), testBinary)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// eventually reports whether a condition becomes true within d.
func eventually(t *testing.T, d time.Duration, condition func() bool) bool {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(d); time.Now().Before(end); <-tick.C {
		if condition() {
			return true
		}
	}
	return false
}

func TestUsageOfAProcessIsMeasured(t *testing.T) {
	p := startChild(t)
	defer p.Stop()
	machineTimeBefore := ReadMachineTime()
	stopPeak := p.TrackPeakRSS()
	if !eventually(t, 10*time.Second, func() bool { used, err := p.CPU(); return err == nil && used >= 50*time.Millisecond }) {
		t.Error("no processor time is seen")
	}
	if !eventually(t, 10*time.Second, func() bool {
		m, err := p.Memory()
		return err == nil && m.ResidentBytes >= 32<<20 && m.FileBytes < m.ResidentBytes
	}) {
		t.Error("the memory in use is not seen")
	}
	if peakBytes := stopPeak(); peakBytes < 32<<20 || peakBytes > 1<<30 {
		t.Errorf("%d bytes at the most", peakBytes)
	}
	if idleShare, othersShare := ReadMachineTime().CPUSharesSince(machineTimeBefore, 0); idleShare < 0 || idleShare > 1 || othersShare < 0 || othersShare > 1 {
		t.Errorf("idle %v, others %v", idleShare, othersShare)
	}
	if p.Name() != "child" || OwnCPU() <= 0 {
		t.Errorf("%q has used %v", p.Name(), OwnCPU())
	}
}

// The end of a parent closes the standard input of its child, which ends the child.
func TestOrphanedChildEnds(t *testing.T) {
	p := startChild(t)
	p.stdin.Close()
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
		t.Error("the orphan lives")
		p.Stop()
	}
	if _, err := p.CPU(); err == nil {
		t.Error("an ended process has processor time")
	}
	if _, err := p.Memory(); err == nil {
		t.Error("an ended process has memory")
	}
}

func TestWaitUntilReadyPollsUntilOK(t *testing.T) {
	p := startChild(t)
	requestCount := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if requestCount++; requestCount < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer srv.Close()
	if duration, err := p.WaitUntilReady(t.Context(), srv.URL); err != nil || duration <= 0 || requestCount != 3 {
		t.Errorf("ready after %v and %d tries, %v", duration, requestCount, err)
	}
	p.Stop()
	if _, err := p.WaitUntilReady(t.Context(), "http://127.0.0.1:1/"); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Errorf("an ended process is ready: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := startChild(t)
	defer q.Stop()
	if _, err := q.WaitUntilReady(ctx, "http://127.0.0.1:1/"); err == nil {
		t.Error("nobody answers, and yet it is ready")
	}
}

func TestMissingProgramIsAnError(t *testing.T) {
	if _, err := Start("nothing", io.Discard, nil, "/no/such/program"); err == nil {
		t.Error("started a program that is not there")
	}
}

func TestProcFilesAreParsed(t *testing.T) {
	stat := "77 (a (name) with) brackets) S 1 2 3 4 5 6 7 8 9 10 123 45 0 0 20 0"
	if got, err := parseCPU(stat); err != nil || got != 1680*time.Millisecond {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := parseMemory("1000 250 30", 4096); err != nil || got != (Memory{ResidentBytes: 250 * 4096, FileBytes: 30 * 4096}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "77 (a) S 1", "77 (a) S 1 2 3 4 5 6 7 8 9 10 x 45"} {
		if _, err := parseCPU(bad); err == nil {
			t.Errorf("%q was read as a stat line", bad)
		}
	}
	for _, bad := range []string{"", "1", "1 2", "1 x 2", "1 2 x"} {
		if _, err := parseMemory(bad, 1); err == nil {
			t.Errorf("%q was read as a statm line", bad)
		}
	}
}

func TestCPUSharesSinceSubtractsKnownCPU(t *testing.T) {
	machineTimeBefore := parseMachineTime("cpu  100 0 100 700 100 0 0 0 50 0\ncpu0 1 2 3")
	machineTimeAfter := parseMachineTime("cpu  200 0 200 1150 150 0 0 0 90 0\n")
	// Of 700 ticks 500 were idle, and 100 were used by known processes.
	idleShare, othersShare := machineTimeAfter.CPUSharesSince(machineTimeBefore, time.Second)
	if math.Abs(idleShare-500.0/700) > 1e-9 || math.Abs(othersShare-100.0/700) > 1e-9 {
		t.Errorf("idle %v, others %v", idleShare, othersShare)
	}
	if idleShare, othersShare := machineTimeAfter.CPUSharesSince(machineTimeAfter, 0); idleShare != 0 || othersShare != 0 {
		t.Errorf("no time, but idle %v, others %v", idleShare, othersShare)
	}
	if _, othersShare := machineTimeAfter.CPUSharesSince(machineTimeBefore, time.Hour); othersShare != 0 {
		t.Errorf("others %v, though all is known", othersShare)
	}
}

func TestServerEnvHasOnlyGivenSettings(t *testing.T) {
	got := ServerEnv([]string{"HOME=/", "COLLOQUY_ADDR=x", "PATH=/bin"}, "COLLOQUY_ADDR=y")
	if want := []string{"HOME=/", "PATH=/bin", "COLLOQUY_ADDR=y"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
