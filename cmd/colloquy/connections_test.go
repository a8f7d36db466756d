package main

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
)

// fakeRemoteListener gives each accepted connection a remote address that the test chooses.
// Tests need it because they connect from a loopback address, whose connections are not
// limited.
type fakeRemoteListener struct {
	net.Listener
	remoteAddrs chan string // remote addresses of the next connections, in order
}

func (l *fakeRemoteListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return fakeRemoteConn{conn, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(<-l.remoteAddrs))}, nil
}

type fakeRemoteConn struct {
	net.Conn
	remoteAddr net.Addr
}

func (c fakeRemoteConn) RemoteAddr() net.Addr { return c.remoteAddr }

// getFrom opens a connection with the given remote address, makes a request and keeps the
// connection open. The status is 0 if the server closes the connection without an answer.
func (l *fakeRemoteListener) getFrom(t *testing.T, remoteAddr string) (conn net.Conn, status int) {
	t.Helper()
	l.remoteAddrs <- remoteAddr
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(conn, "GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return conn, 0
	}
	resp.Body.Close()
	return conn, resp.StatusCode
}

// logBuffer is a log that several goroutines may write to.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// The application accepts at most MaxConnections connections from one network, and closes further
// ones. Another network is not affected. After one connection is closed, the application accepts
// one more.
func TestConnectionsOfOneNetworkAreBounded(t *testing.T) {
	const most, attacker, other = 100, "192.0.2.7:1234", "198.51.100.7:1234"
	var log logBuffer
	a, err := app.New(t.Context(), app.Options{
		Config: config.Config{DataDir: apptest.SQLite(t).DataDir, Addr: "127.0.0.1:0", MaxConnections: most},
		Model:  apptest.NewModel(), Log: slog.New(slog.NewTextHandler(&log, nil)),
		Dist: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	tcpListener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &fakeRemoteListener{tcpListener, make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx, l, func() {}) }()

	var openConns []net.Conn
	for i := range most {
		conn, status := l.getFrom(t, attacker)
		if status != http.StatusUnauthorized {
			t.Fatalf("connection %d: status %d", i, status)
		}
		openConns = append(openConns, conn)
	}
	for i := range 3 {
		if _, status := l.getFrom(t, attacker); status != 0 {
			t.Errorf("connection %d: status %d, want it closed", most+i, status)
		}
	}
	if _, status := l.getFrom(t, other); status != http.StatusUnauthorized {
		t.Errorf("another network: status %d", status)
	}
	openConns[0].Close()
	status := 0
	for deadline := time.Now().Add(10 * time.Second); status == 0 && time.Now().Before(deadline); {
		_, status = l.getFrom(t, attacker)
	}
	if status != http.StatusUnauthorized {
		t.Errorf("after one was closed: status %d", status)
	}
	if _, status := l.getFrom(t, attacker); status != 0 {
		t.Errorf("after its place was taken: status %d, want it closed", status)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if text := log.String(); strings.Count(text, `event="connections refused"`) != 2 || strings.Contains(text, "192.0.2") {
		t.Errorf("the log has\n%s", text)
	}
}
