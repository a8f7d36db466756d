package httpx_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"colloquy/internal/httpx"
)

// serve runs a server on a listener until the test ends. change sets fields of the server.
func serve(t *testing.T, l net.Listener, h http.Handler, change func(*httpx.Server)) {
	t.Helper()
	s := httpx.NewServer(h, slog.New(slog.DiscardHandler))
	change(s)
	ctx, cancel := context.WithCancel(t.Context())
	serveResult := make(chan error, 1)
	go func() { serveResult <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-serveResult; err != nil {
			t.Error(err)
		}
	})
}

func listenOnLoopback(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSlowReadersAreDisconnected: a reader takes 64 bytes at a time. After the flush timeout its
// connection is reset, and unsent data is dropped. A steady reader gets the whole response,
// although the whole response takes longer than the timeout.
func TestSlowReadersAreDisconnected(t *testing.T) {
	const flush = time.Second
	var busyHandlers atomic.Int64
	l := listenOnLoopback(t)
	largeBody := bytes.Repeat([]byte("x"), 16<<20)
	serve(t, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		busyHandlers.Add(1)
		defer busyHandlers.Add(-1)
		w.Write(largeBody) // not io.WriteString, which may split the body into several writes
	}), func(s *httpx.Server) { s.FlushTimeout = flush })
	var slowReaders sync.WaitGroup
	var resets atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	for range 40 {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, strings.Repeat("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 20))
		slowReaders.Go(func() {
			defer conn.Close()
			var err error
			for b := make([]byte, 64); err == nil && ctx.Err() == nil; time.Sleep(flush / 10) {
				_, err = conn.Read(b)
			}
			if err == nil {
				_, err = io.Copy(io.Discard, conn) // reads the receive buffer up to the reset
			}
			if errors.Is(err, syscall.ECONNRESET) {
				resets.Add(1)
			}
		})
	}
	for deadline := time.Now().Add(2 * time.Second); busyHandlers.Load() < 40 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	steadyConn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer steadyConn.Close()
	steadyConn.(*net.TCPConn).SetReadBuffer(64 << 10) // a larger buffer would take the whole answer at once
	io.WriteString(steadyConn, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	bytesRead := 0
	for b := make([]byte, 256<<10); err == nil; time.Sleep(flush / 20) {
		var n int
		n, err = io.ReadAtLeast(steadyConn, b, len(b))
		bytesRead += n
	}
	if bytesRead < len(largeBody) {
		t.Errorf("the steady reader got %d of %d bytes: %v", bytesRead, len(largeBody), err)
	}
	for deadline := time.Now().Add(5 * flush); busyHandlers.Load() > 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if n := busyHandlers.Load(); n > 0 {
		t.Errorf("%d slow readers still hold a handler", n)
	}
	cancel()
	slowReaders.Wait()
	if n := resets.Load(); n != 40 {
		t.Errorf("%d of 40 connections of slow readers were reset", n)
	}
}

// addressedListener accepts connections with the remote addresses that a test sets.
type addressedListener struct {
	net.Listener
	mu    sync.Mutex
	addrs []string // remote addresses of the next connections
}

type addressedConn struct {
	net.Conn
	addr net.Addr
}

func (c addressedConn) RemoteAddr() net.Addr { return c.addr }

func (l *addressedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	addr := l.addrs[0]
	l.addrs = l.addrs[1:]
	return addressedConn{c, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))}, nil
}

// dial opens a connection with the remote address addr and reports whether the server
// answers. If it does not answer, it must close the connection.
func (l *addressedListener) dial(t *testing.T, addr string) (net.Conn, bool) {
	t.Helper()
	l.mu.Lock()
	l.addrs = append(l.addrs, addr)
	l.mu.Unlock()
	conn, err := net.Dial("tcp", l.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	n, err := conn.Read(make([]byte, 512))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a connection from %s is neither answered nor closed", addr)
	}
	if n == 0 {
		conn.Close()
	}
	return conn, n > 0
}

func TestConnectionsOfANetworkAreBounded(t *testing.T) {
	var refused atomic.Int64
	start := func(t *testing.T) *addressedListener {
		l := &addressedListener{Listener: listenOnLoopback(t)}
		refused.Store(0)
		serve(t, l, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), func(s *httpx.Server) {
			s.ConnLimit = httpx.ConnLimit{
				MaxConnsPerNetwork: 8, ExemptNetworks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
				OnRefused: func(context.Context, string) { refused.Add(1) },
			}
		})
		return l
	}
	for name, c := range map[string]struct {
		addr   func(n int) string
		served int
	}{
		"IPv4":               {func(int) string { return "192.0.2.7:1" }, 8},
		"many IPv4":          {func(n int) string { return fmt.Sprintf("192.0.2.%d:1", n) }, 40},
		"IPv6 /64":           {func(n int) string { return fmt.Sprintf("[2001:db8::%x]:1", n+1) }, 8},
		"IPv6 /56":           {func(n int) string { return fmt.Sprintf("[2001:db8:0:%x::1]:1", n) }, 16},
		"IPv6 /48":           {func(n int) string { return fmt.Sprintf("[2001:db8:0:%x00::1]:1", n) }, 32},
		"IPv4 in IPv6":       {func(int) string { return "[::ffff:192.0.2.7]:1" }, 8},
		"loopback":           {func(int) string { return "127.0.0.1:1" }, 40},
		"IPv6 loopback":      {func(int) string { return "[::1]:1" }, 40},
		"a trusted proxy":    {func(int) string { return "10.1.2.3:1" }, 40},
		"trusted and mapped": {func(int) string { return "[::ffff:10.1.2.3]:1" }, 40},
	} {
		t.Run(name, func(t *testing.T) {
			l := start(t)
			servedConnCount := 0
			for n := range 40 {
				conn, ok := l.dial(t, c.addr(n))
				if ok {
					servedConnCount++
					t.Cleanup(func() { conn.Close() })
				}
			}
			if servedConnCount != c.served || int(refused.Load()) != 40-c.served {
				t.Errorf("%d of 40 connections were served, %d reported as refused; want %d served", servedConnCount, refused.Load(), c.served)
			}
		})
	}
}

// Of 200 parallel connections, as many as the bound are accepted. After a connection is
// closed, exactly one more is accepted.
func TestClosedConnectionsAreUncounted(t *testing.T) {
	l := &addressedListener{Listener: listenOnLoopback(t)}
	serve(t, l, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), func(s *httpx.Server) { s.ConnLimit.MaxConnsPerNetwork = 8 })
	for round := range 3 {
		var dials sync.WaitGroup
		var served atomic.Int64
		conns := make(chan net.Conn, 200)
		for range 200 {
			dials.Go(func() {
				if conn, ok := l.dial(t, "192.0.2.7:1"); ok {
					served.Add(1)
					conns <- conn
				}
			})
		}
		dials.Wait()
		close(conns)
		if served.Load() != 8 {
			t.Fatalf("round %d: %d of 200 were served, want 8", round, served.Load())
		}
		(<-conns).Close()
		lastConn := l.dialUntilServed(t, "192.0.2.7:1")
		for range 3 {
			if conn, ok := l.dial(t, "192.0.2.7:1"); ok {
				t.Errorf("round %d: a ninth connection was served", round)
				conn.Close()
			}
		}
		lastConn.Close()
		for conn := range conns {
			conn.Close()
		}
		l.dialUntilServed(t, "192.0.2.7:1").Close()
		time.Sleep(50 * time.Millisecond) // the server needs a moment to see the last close
	}
}

// dialUntilServed dials until a connection is served. The server sees the close of an
// earlier connection with a delay.
func (l *addressedListener) dialUntilServed(t *testing.T, addr string) net.Conn {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		if conn, ok := l.dial(t, addr); ok {
			return conn
		}
	}
	t.Fatal("no connection is served after one was closed")
	return nil
}

// failingListener is a listener whose first calls of Accept fail for lack of file
// descriptors.
type failingListener struct {
	net.Listener
	failuresLeft atomic.Int64 // number of calls that will still fail
}

type tooManyFilesError struct{}

func (tooManyFilesError) Error() string   { return "accept4: too many open files" }
func (tooManyFilesError) Timeout() bool   { return false }
func (tooManyFilesError) Temporary() bool { return true }

func (l *failingListener) Accept() (net.Conn, error) {
	if l.failuresLeft.Add(-1) >= 0 {
		return nil, tooManyFilesError{}
	}
	return l.Listener.Accept()
}

// net/http retries after an error of Accept without logging it.
func TestAcceptErrorsAreLogged(t *testing.T) {
	var out safeBuffer
	l := &failingListener{Listener: listenOnLoopback(t)}
	l.failuresLeft.Store(3)
	s := httpx.NewServer(http.NotFoundHandler(), slog.New(slog.NewTextHandler(&out, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	serveResult := make(chan error, 1)
	go func() { serveResult <- s.Serve(ctx, l) }()
	resp, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	cancel()
	<-serveResult
	if text := out.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "too many open files") {
		t.Errorf("log: %s", text)
	}
}

// safeBuffer is a buffer for concurrent use.
type safeBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
