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

// serverProcess is a child process that runs serve and logs JSON.
type serverProcess struct {
	cmd      *exec.Cmd
	stdout   bytes.Buffer
	url      string
	dir      string           // its data directory
	logLines []map[string]any // of its log
	ended    chan struct{}
	exitCode int
}

// startServerProcess starts serve on a seeded SQLite database and waits until it is ready.
func startServerProcess(t *testing.T, env []string, args ...string) *serverProcess {
	t.Helper()
	return startServerProcessIn(t, apptest.SQLite(t).DataDir, env, args...)
}

// startServerProcessIn starts serve on the data directory dir and waits until it is ready.
func startServerProcessIn(t *testing.T, dir string, env []string, args ...string) *serverProcess {
	t.Helper()
	c := &serverProcess{ended: make(chan struct{}), dir: dir}
	c.cmd = exec.Command(os.Args[0], append([]string{"serve", "--addr", "127.0.0.1:0", "--data-dir", c.dir, "--log-format", "json"}, args...)...)
	c.cmd.Env = append(append(os.Environ(), childProcessVariable+"=1"), env...)
	c.cmd.Stdout = &c.stdout
	log, err := c.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.cmd.Process.Kill(); <-c.ended })
	readyAddress := make(chan string, 1)
	go func() {
		defer close(c.ended)
		in := bufio.NewScanner(log)
		for in.Scan() {
			var line map[string]any
			if err := json.Unmarshal(in.Bytes(), &line); err != nil {
				t.Errorf("the log has %q", in.Text())
			}
			c.logLines = append(c.logLines, line)
			if line["msg"] == "ready" {
				readyAddress <- line["address"].(string)
			}
		}
		c.cmd.Wait()
		c.exitCode = c.cmd.ProcessState.ExitCode()
	}()
	select {
	case c.url = <-readyAddress:
	case <-c.ended:
		t.Fatalf("it did not start: %v", c.logLines)
	}
	return c
}

// waitForEnd waits until the process ends and returns the lines of its log. within is the longest
// allowed time.
func (c *serverProcess) waitForEnd(t *testing.T, within time.Duration) []map[string]any {
	t.Helper()
	select {
	case <-c.ended:
	case <-time.After(within):
		t.Fatalf("it did not end within %v", within)
	}
	return c.logLines
}

// logContains reports whether an attribute of a line contains the text of part. key is the name of
// the attribute.
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

// The process exits with code 0 after the first signal. The log has the start, the end and the
// warnings.
func TestOneSignalShutsDown(t *testing.T) {
	c := startServerProcess(t, []string{"COLLOQUY_LOGLEVEL=secret-value"})
	if got := readyStatus(c.url); got != 200 {
		t.Errorf("readyz: %d", got)
	}
	if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid)); err == nil && !strings.Contains(string(status), "Umask:\t0077\n") {
		t.Errorf("other users may read new files: %s", status)
	}
	c.cmd.Process.Signal(syscall.SIGTERM)
	lines := c.waitForEnd(t, 20*time.Second)
	if c.exitCode != 0 || c.stdout.Len() > 0 {
		t.Errorf("exit %d, standard output %q", c.exitCode, c.stdout.String())
	}
	if !logContains(lines, "event", "started") || !logContains(lines, "event", "stopped") || !logContains(lines, "msg", "COLLOQUY_LOG_LEVEL is one") || logContains(lines, "msg", "secret-value") {
		t.Errorf("log: %v", lines)
	}
}

// The process exits at once after the second signal. Between the two signals the readiness check
// fails. Rule operations-stop.
func TestSecondSignalExits(t *testing.T) {
	c := startServerProcess(t, nil, "--drain-time", "1m")
	c.cmd.Process.Signal(syscall.SIGTERM)
	got := 0
	for deadline := time.Now().Add(5 * time.Second); got != http.StatusServiceUnavailable && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		got = readyStatus(c.url)
	}
	if got != http.StatusServiceUnavailable {
		t.Errorf("readyz after the first signal: %d, want 503", got)
	}
	c.cmd.Process.Signal(os.Interrupt)
	c.waitForEnd(t, 5*time.Second)
	if c.exitCode != secondSignalExitCode {
		t.Errorf("exit %d, want %d", c.exitCode, secondSignalExitCode)
	}
}
