// Package proc starts the measured processes and reads their resource use from /proc.
// It needs Linux.
package proc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

const (
	readyTimeout      = 5 * time.Minute // a server with 300,000 characters takes many seconds to start
	stopTimeout       = 8 * time.Second
	readyPollInterval = time.Millisecond
)

// Process is a child process.
type Process struct {
	name  string
	cmd   *exec.Cmd
	start time.Time
	ended chan struct{} // closed when the process has ended
	stdin io.Closer     // when it is closed, a process that runs ExitWhenOrphaned exits
}

// Start starts a program with an environment. The program's output goes to log. name is used in
// errors.
func Start(name string, log io.Writer, env []string, program string, args ...string) (*Process, error) {
	cmd := exec.Command(program, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, log, log
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	p := &Process{name: name, cmd: cmd, start: time.Now(), ended: make(chan struct{}), stdin: stdin}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Name returns the name given to Start.
func (p *Process) Name() string { return p.name }

// Stop sends SIGTERM to the process and waits for its end. After stopTimeout it kills the process.
func (p *Process) Stop() {
	_ = p.StopWithin(stopTimeout)
}

// StopWithin sends SIGTERM to the process and waits for its end. After timeout it kills the
// process and returns an error. An exit code other than 0 is an error too.
func (p *Process) StopWithin(timeout time.Duration) error {
	p.stdin.Close()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(timeout):
		p.Kill()
		return fmt.Errorf("%s did not end within %s of SIGTERM", p.name, timeout)
	}
	if !p.cmd.ProcessState.Success() {
		return fmt.Errorf("%s ended after SIGTERM with %s", p.name, p.cmd.ProcessState)
	}
	return nil
}

// Kill sends SIGKILL to the process and waits for its end.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// WaitUntilReady polls url until the status is 200, and returns the time since the start of the
// process. If the process ends, ctx ends or readyTimeout passes first, it returns an error.
func (p *Process) WaitUntilReady(ctx context.Context, url string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	tick := time.NewTicker(readyPollInterval)
	defer tick.Stop()
	for {
		if answersOK(ctx, client, url) {
			return time.Since(p.start), nil
		}
		select {
		case <-p.ended:
			return 0, fmt.Errorf("%s ended before it answered", p.name)
		case <-ctx.Done():
			return 0, fmt.Errorf("%s does not answer at %s: %w", p.name, url, ctx.Err())
		case <-tick.C:
		}
	}
}

// answersOK reports whether url answers with status 200.
func answersOK(ctx context.Context, client *http.Client, url string) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	resp, err := client.Do(r)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err == nil && resp.StatusCode == http.StatusOK
}

// ExitWhenOrphaned waits until the standard input is closed, which happens when the parent process
// ends, and then exits.
func ExitWhenOrphaned() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// errProcessEnded means that a process has ended.
var errProcessEnded = errors.New("the process has ended")

// FreeAddr returns an address (host:port) of this machine at which nothing listens.
func FreeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
