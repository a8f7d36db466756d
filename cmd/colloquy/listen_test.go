package main

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// The service answers a connection that was opened before its start, because the passed socket
// already listened.
// rule operations-socket
func TestPassedSocketIsUsed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	socket, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	earlyConn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer earlyConn.Close()
	// LISTEN_PID must be the id of the process. The shell knows its own id, which stays the
	// same when exec replaces the shell by the program.
	cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"`, os.Args[0], "serve", "--data-dir", apptest.SQLite(t).DataDir, "--addr", "127.0.0.1:1", "--llm", "demo")
	cmd.Env = append(os.Environ(), childProcessVariable+"=1")
	cmd.ExtraFiles = []*os.File{socket}
	var log strings.Builder
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	earlyConn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := earlyConn.Write([]byte("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 15)
	if _, err := earlyConn.Read(answer); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 200") {
		t.Errorf("%q, %v", answer, err)
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if want := "systemd passes the socket " + l.Addr().String() + ", which is used, but COLLOQUY_ADDR is 127.0.0.1:1"; !strings.Contains(log.String(), want) {
		t.Errorf("the log lacks %q: %s", want, log.String())
	}
}

// rule operations-socket
func TestPassedSocketIsComparedWithTheAddress(t *testing.T) {
	for configured, other := range map[string]bool{"127.0.0.1:8080": false, "localhost:8080": false, "127.0.0.1:8081": true, "0.0.0.0:8080": true, ":8080": true} {
		if got := otherAddressWarning(configured, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}); (got != "") != other {
			t.Errorf("%s: %q", configured, got)
		}
	}
	for configured, other := range map[string]bool{":80": false, "0.0.0.0:80": false, "[::]:80": false, "127.0.0.1:80": true} {
		if got := otherAddressWarning(configured, &net.TCPAddr{IP: net.IPv6zero, Port: 80}); (got != "") != other {
			t.Errorf("%s: %q", configured, got)
		}
	}
}

// The log is written to the file, which only its owner may read.
// rule operations-log-file
func TestLogFileIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "colloquy.log")
	addr := freeAddr(t)
	cmd := exec.Command(os.Args[0], "serve", "--data-dir", apptest.SQLite(t).DataDir, "--addr", addr, "--llm", "demo", "--log-file", path, "--log-format", "json")
	cmd.Env = append(os.Environ(), childProcessVariable+"=1")
	var printed strings.Builder
	cmd.Stderr = &printed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "the service is ready", func() bool { return readyStatus("http://"+addr) == 200 })
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	firstLine, _, _ := strings.Cut(string(text), "\n")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || !json.Valid([]byte(firstLine)) || printed.Len() > 0 {
		t.Errorf("mode %v, %v; first line %q; printed %q", info.Mode(), err, firstLine, printed.String())
	}
}

// If a port is used or the log file cannot be written, the start fails. The program then prints the
// reason on standard error, and does not say that the service is ready.
// rule operations-log-file
func TestFailedStartSaysWhy(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"cannot listen on " + l.Addr().String():                     {"serve", "--addr", l.Addr().String()},
		"cannot listen on " + l.Addr().String() + " for plain HTTP": {"serve", "--addr", "127.0.0.1:0", "--acme-domain", "chat.example.org", "--http-addr", l.Addr().String(), "--support-email", "help@example.org"},
		"the log file cannot be written":                            {"serve", "--addr", "127.0.0.1:0", "--log-file", filepath.Join(dir, "none", "a.log")},
	} {
		out, errOut, code := runCommand(t, dir, nil, args...)
		if code != 1 || !strings.Contains(errOut, want) || strings.Contains(out, "is ready") {
			t.Errorf("%q: exit %d, %q, %q", args, code, out, errOut)
		}
	}
}
