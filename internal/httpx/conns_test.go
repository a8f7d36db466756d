package httpx_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/httpx"
)

// listening runs a server on a real listener until the test ends.
func listening(t *testing.T, l net.Listener, h http.Handler, change func(*httpx.Server)) {
	t.Helper()
	s := httpx.NewServer(h, slog.New(slog.DiscardHandler))
	change(s)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func loopback(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSlowReadersOfPlainAnswersAreCut: a reader that takes 64 bytes now and
// then is gone after two flush timeouts, and one that reads on is not.
func TestSlowReadersOfPlainAnswersAreCut(t *testing.T) {
	const flush = time.Second
	var held atomic.Int64
	l := loopback(t)
	large := strings.Repeat("x", 16<<20)
	listening(t, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		held.Add(1)
		defer held.Add(-1)
		io.WriteString(w, large)
	}), func(s *httpx.Server) { s.FlushTimeout = flush })
	var slow sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for range 40 {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, strings.Repeat("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 20))
		slow.Go(func() {
			defer conn.Close()
			for b := make([]byte, 64); ctx.Err() == nil; time.Sleep(flush / 10) {
				if _, err := conn.Read(b); err != nil {
					return
				}
			}
		})
	}
	for deadline := time.Now().Add(2 * time.Second); held.Load() < 40 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	steady, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer steady.Close()
	io.WriteString(steady, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	read := 0
	for b := make([]byte, 256<<10); err == nil; time.Sleep(flush / 40) {
		var n int
		n, err = io.ReadAtLeast(steady, b, len(b))
		read += n
	}
	if read < len(large) {
		t.Errorf("the steady reader got %d of %d bytes: %v", read, len(large), err)
	}
	for deadline := time.Now().Add(5 * flush); held.Load() > 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if n := held.Load(); n > 0 {
		t.Errorf("%d slow readers still hold a handler", n)
	}
	cancel()
	slow.Wait()
}

// from is a listener whose connections come from addresses that tests choose.
type from struct {
	net.Listener
	mu    sync.Mutex
	addrs []string
}

type fromConn struct {
	net.Conn
	addr net.Addr
}

func (c fromConn) RemoteAddr() net.Addr { return c.addr }

func (l *from) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	addr := l.addrs[0]
	l.addrs = l.addrs[1:]
	return fromConn{c, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))}, nil
}

// dial opens a connection as if from addr and tells whether it is served.
func (l *from) dial(t *testing.T, addr string) (net.Conn, bool) {
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
	n, _ := conn.Read(make([]byte, 512))
	if n == 0 {
		conn.Close()
	}
	return conn, n > 0
}

func TestConnectionsOfANetworkAreBounded(t *testing.T) {
	var refused atomic.Int64
	start := func(t *testing.T) *from {
		l := &from{Listener: loopback(t)}
		refused.Store(0)
		listening(t, l, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), func(s *httpx.Server) {
			s.Conns = httpx.ConnLimit{
				PerNetwork: 8, Exempt: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
				Refused: func(context.Context, string) { refused.Add(1) },
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
			served := 0
			for n := range 40 {
				conn, ok := l.dial(t, c.addr(n))
				if ok {
					served++
					t.Cleanup(func() { conn.Close() })
				}
			}
			if served != c.served || int(refused.Load()) != 40-c.served {
				t.Errorf("%d of 40 connections were served, %d reported as refused; want %d served", served, refused.Load(), c.served)
			}
		})
	}
}

// TestClosedConnectionsMakeRoom: 200 at once never exceed the bound, and its
// places come back.
func TestClosedConnectionsMakeRoom(t *testing.T) {
	l := &from{Listener: loopback(t)}
	listening(t, l, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), func(s *httpx.Server) { s.Conns.PerNetwork = 8 })
	for round := range 3 {
		var open sync.WaitGroup
		var served atomic.Int64
		conns := make(chan net.Conn, 200)
		for range 200 {
			open.Go(func() {
				if conn, ok := l.dial(t, "192.0.2.7:1"); ok {
					served.Add(1)
					conns <- conn
				}
			})
		}
		open.Wait()
		close(conns)
		if served.Load() != 8 {
			t.Errorf("round %d: %d of 200 were served, want 8", round, served.Load())
		}
		for conn := range conns {
			conn.Close()
		}
		ok := false
		for deadline := time.Now().Add(5 * time.Second); !ok && time.Now().Before(deadline); {
			var conn net.Conn
			if conn, ok = l.dial(t, "192.0.2.7:1"); ok {
				conn.Close()
			}
		}
		if !ok {
			t.Fatal("closed connections left no room")
		}
		time.Sleep(50 * time.Millisecond) // the last close arrives
	}
}

// failing is a listener that has no file descriptors left at first.
type failing struct {
	net.Listener
	left atomic.Int64
}

type tooMany struct{}

func (tooMany) Error() string   { return "accept4: too many open files" }
func (tooMany) Timeout() bool   { return false }
func (tooMany) Temporary() bool { return true }

func (l *failing) Accept() (net.Conn, error) {
	if l.left.Add(-1) >= 0 {
		return nil, tooMany{}
	}
	return l.Listener.Accept()
}

// TestAcceptErrorsAreLogged: running out of file descriptors is an error in the
// log, and what clients do wrong is not.
func TestAcceptErrorsAreLogged(t *testing.T) {
	var out safeBuffer
	l := &failing{Listener: loopback(t)}
	l.left.Store(3)
	s := httpx.NewServer(http.NotFoundHandler(), slog.New(slog.NewTextHandler(&out, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	resp, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	cancel()
	<-ended
	if text := out.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "too many open files") {
		t.Errorf("log: %s", text)
	}
}

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
