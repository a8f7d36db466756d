package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// child is a process that runs serve and logs JSON.
type child struct {
	cmd    *exec.Cmd
	out    bytes.Buffer
	url    string
	dir    string           // its data directory
	lines  []map[string]any // of its log
	ended  chan struct{}
	status int
}

// serveChild starts serve on a seeded SQLite database and waits until it is ready.
func serveChild(t *testing.T, env []string, args ...string) *child {
	t.Helper()
	c := &child{ended: make(chan struct{}), dir: apptest.SQLite(t).DataDir}
	c.cmd = exec.Command(os.Args[0], append([]string{"serve", "--addr", "127.0.0.1:0", "--data-dir", c.dir, "--log-format", "json"}, args...)...)
	c.cmd.Env = append(append(os.Environ(), childMark+"=1"), env...)
	c.cmd.Stdout = &c.out
	log, err := c.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.cmd.Process.Kill(); <-c.ended })
	ready := make(chan string, 1)
	go func() {
		defer close(c.ended)
		in := bufio.NewScanner(log)
		for in.Scan() {
			var line map[string]any
			if err := json.Unmarshal(in.Bytes(), &line); err != nil {
				t.Errorf("the log has %q", in.Text())
			}
			c.lines = append(c.lines, line)
			if line["msg"] == "ready" {
				ready <- line["address"].(string)
			}
		}
		c.cmd.Wait()
		c.status = c.cmd.ProcessState.ExitCode()
	}()
	select {
	case c.url = <-ready:
	case <-c.ended:
		t.Fatalf("it did not start: %v", c.lines)
	}
	return c
}

// wait waits until the process ends and returns its log.
func (c *child) wait(t *testing.T, within time.Duration) []map[string]any {
	t.Helper()
	select {
	case <-c.ended:
	case <-time.After(within):
		t.Fatalf("it did not end within %v", within)
	}
	return c.lines
}

// logContains reports whether the attribute key of any line contains part.
func logContains(lines []map[string]any, key, part string) bool {
	for _, l := range lines {
		if text, _ := l[key].(string); strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// readyStatus returns the status of the readiness check, or 0 if the server cannot be
// reached.
func readyStatus(url string) int {
	resp, err := http.Get(url + "/readyz")
	if err != nil {
		return 0
	}
	resp.Body.Close()
	return resp.StatusCode
}

// TestOneSignalShutsDown: the process exits with 0 after the first signal, and the
// log has its start, its end and the warnings.
func TestOneSignalShutsDown(t *testing.T) {
	c := serveChild(t, []string{"COLLOQUY_LOGLEVEL=secret-value"})
	if got := readyStatus(c.url); got != 200 {
		t.Errorf("readyz: %d", got)
	}
	if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid)); err == nil && !strings.Contains(string(status), "Umask:\t0077\n") {
		t.Errorf("other users may read new files: %s", status)
	}
	c.cmd.Process.Signal(syscall.SIGTERM)
	lines := c.wait(t, 20*time.Second)
	if c.status != 0 || c.out.Len() > 0 {
		t.Errorf("exit %d, standard output %q", c.status, c.out.String())
	}
	if !logContains(lines, "event", "started") || !logContains(lines, "event", "stopped") || !logContains(lines, "msg", "COLLOQUY_LOG_LEVEL is one") || logContains(lines, "msg", "secret-value") {
		t.Errorf("log: %v", lines)
	}
}

// TestSecondSignalExits: between the two signals the readiness check fails.
func TestSecondSignalExits(t *testing.T) {
	c := serveChild(t, nil, "--drain-time", "1m")
	c.cmd.Process.Signal(syscall.SIGTERM)
	got := 0
	for deadline := time.Now().Add(5 * time.Second); got != http.StatusServiceUnavailable && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		got = readyStatus(c.url)
	}
	if got != http.StatusServiceUnavailable {
		t.Errorf("readyz after the first signal: %d, want 503", got)
	}
	c.cmd.Process.Signal(os.Interrupt)
	c.wait(t, 5*time.Second)
	if c.status != secondSignalExit {
		t.Errorf("exit %d, want %d", c.status, secondSignalExit)
	}
}
