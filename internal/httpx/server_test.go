package httpx_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// pipeListener is a listener of unbuffered connections (net.Pipe), whose deadlines use the fake
// clock of synctest.
type pipeListener struct {
	conns     chan net.Conn
	closed    chan struct{}
	closeOnce sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (p *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipeListener) Close() error   { p.closeOnce.Do(func() { close(p.closed) }); return nil }
func (p *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipeListener) dial(context.Context, string, string) (net.Conn, error) {
	clientEnd, serverEnd := net.Pipe()
	select {
	case p.conns <- serverEnd:
		return clientEnd, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipeListener) client() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: p.dial, DisableKeepAlives: true}}
}

// serveOnPipes runs a server for h on pipes, in a synctest bubble. stop shuts it down.
func serveOnPipes(t *testing.T, h http.Handler) (p *pipeListener, stop func() error) {
	p = newPipeListener()
	ctx, cancel := context.WithCancel(t.Context())
	serveResult := make(chan error, 1)
	s := httpx.NewServer(h, slog.New(slog.DiscardHandler))
	go func() { serveResult <- s.Serve(ctx, p) }()
	return p, func() error { cancel(); return <-serveResult }
}

func TestServerLetsRequestsFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handlerEntered, release := make(chan struct{}), make(chan struct{})
		p, stop := serveOnPipes(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			close(handlerEntered)
			<-release
			io.WriteString(w, "whole")
		}))
		body := make(chan string)
		go func() {
			resp, err := p.client().Get("http://colloquy.example/")
			if err != nil {
				body <- err.Error()
				return
			}
			defer resp.Body.Close()
			b, _ := io.ReadAll(resp.Body)
			body <- string(b)
		}()
		<-handlerEntered
		stopResult := make(chan error, 1)
		go func() { stopResult <- stop() }()
		synctest.Wait()
		if _, err := p.client().Get("http://colloquy.example/"); err == nil {
			t.Error("a new call was taken while shutting down")
		}
		close(release)
		if got := <-body; got != "whole" {
			t.Errorf("the call under way got %q", got)
		}
		if err := <-stopResult; err != nil {
			t.Error(err)
		}
	})
}

// rule operations-stop
func TestServerWaitsForTenSecondsOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		entered, shuttingDown := make(chan struct{}), make(chan struct{})
		p := newPipeListener()
		s := httpx.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			close(entered)
			<-r.Context().Done()
		}), slog.New(slog.DiscardHandler))
		s.OnShutdown(func() { close(shuttingDown) })
		ctx, cancel := context.WithCancel(t.Context())
		serveResult := make(chan error, 1)
		go func() { serveResult <- s.Serve(ctx, p) }()
		go func() {
			if resp, err := p.client().Get("http://colloquy.example/"); err == nil {
				resp.Body.Close()
			}
		}()
		<-entered
		start := time.Now()
		cancel()
		<-shuttingDown
		if err := <-serveResult; err != nil {
			t.Error(err)
		}
		if elapsed := time.Since(start); elapsed < 10*time.Second || elapsed > 11*time.Second {
			t.Errorf("the server ended after %v", elapsed)
		}
		synctest.Wait()
	})
}

// Load balancers see that the process is not ready before it closes the port. Rule operations-stop.
func TestServerAnswersWhileItDrains(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var draining atomic.Bool
		p := newPipeListener()
		s := httpx.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if draining.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}), slog.New(slog.DiscardHandler))
		s.DrainDuration = 5 * time.Second
		s.OnDrain(func() { draining.Store(true) })
		ctx, cancel := context.WithCancel(t.Context())
		serveResult := make(chan error, 1)
		go func() { serveResult <- s.Serve(ctx, p) }()
		get := func() int {
			resp, err := p.client().Get("http://colloquy.example/readyz")
			if err != nil {
				return 0
			}
			resp.Body.Close()
			return resp.StatusCode
		}
		if got := get(); got != 200 {
			t.Errorf("before: %d", got)
		}
		cancel()
		for _, at := range []time.Duration{0, 4 * time.Second} {
			time.Sleep(at)
			synctest.Wait()
			if got := get(); got != 503 {
				t.Errorf("%v after the signal: %d, want 503", at, got)
			}
		}
		time.Sleep(2 * time.Second)
		if got := get(); got != 0 {
			t.Errorf("after draining: %d, want a refused connection", got)
		}
		if err := <-serveResult; err != nil {
			t.Error(err)
		}
	})
}

func TestServerReportsWhyItCannotServe(t *testing.T) {
	p := newPipeListener()
	p.Close()
	if err := httpx.NewServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler)).Serve(t.Context(), p); !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// streamAPI returns a handler with a stream. The stream writes events until a write fails,
// and then sends the elapsed time to the channel streamDuration.
func streamAPI(streamDuration chan<- time.Duration) http.Handler {
	a := httpx.New(httpx.Options{Table: testRouteTable()[4:], Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{}})
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/stream", ID: "s", StreamMediaTypes: "text/event-stream"},
		func(context.Context, *struct{}) (*huma.StreamResponse, error) {
			return httpx.EventStream(func(_ context.Context, w *httpx.EventWriter) {
				start := time.Now()
				for n := int64(1); n < 1_000_000; n++ {
					w.AddEvent(n, "", []byte(`{"content":"a piece"}`))
					if w.Flush() != nil {
						break
					}
					time.Sleep(50 * time.Millisecond) // on the fake clock
				}
				streamDuration <- time.Since(start)
			}), nil
		})
	return a.Handler(http.NotFoundHandler())
}

// A write that blocks for longer than the timeout ends the handler.
func TestStuckReaderIsDisconnected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		streamDuration := make(chan time.Duration, 1)
		p, stop := serveOnPipes(t, streamAPI(streamDuration))
		conn, err := p.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, "GET /api/stream HTTP/1.1\r\nHost: colloquy.example\r\n\r\n")
		in := bufio.NewReader(conn)
		for line := ""; !strings.Contains(line, "a piece"); line, err = in.ReadString('\n') {
			if err != nil {
				t.Fatal(err)
			}
		}
		// The client stops reading here.
		if elapsed := <-streamDuration; elapsed < 19*time.Second || elapsed > 25*time.Second {
			t.Errorf("the handler ended after %v, want about 20 s", elapsed)
		}
		if _, err := io.ReadAll(in); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("the connection ended with %v", err)
		}
		conn.Close()
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A stream may be silent for longer than the flush timeout.
func TestSilentStreamStaysOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := httpx.New(httpx.Options{Table: testRouteTable()[4:], Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{}})
		httpx.Handle(a, httpx.Op{Method: "GET", Path: "/stream", ID: "s", StreamMediaTypes: "text/event-stream"},
			func(context.Context, *struct{}) (*huma.StreamResponse, error) {
				return httpx.EventStream(func(_ context.Context, w *httpx.EventWriter) {
					w.AddComment()
					w.Flush()
					time.Sleep(10 * time.Minute) // on the fake clock
					w.AddEvent(0, "done", []byte(`{}`))
					w.Flush()
				}), nil
			})
		p, stop := serveOnPipes(t, a.Handler(http.NotFoundHandler()))
		resp, err := p.client().Get("http://colloquy.example/api/stream")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || string(body) != "retry: 1500\n\n:\n\nevent: done\ndata: {}\n\n" {
			t.Errorf("read %q, %v", body, err)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A client that sends headers or a body very slowly is disconnected, even if the handler
// does not read the body.
func TestSlowClientsAreDisconnected(t *testing.T) {
	const rest = " HTTP/1.1\r\nHost: colloquy.example\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{\"te"
	const chunked = " HTTP/1.1\r\nHost: colloquy.example\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"te"
	for name, c := range map[string]struct {
		sent   string
		within time.Duration
		answer string
	}{
		"headers":                {"POST /api/echo HTTP/1.1\r\nHost: colloquy.example\r\nX-A: ", 11 * time.Second, ""},
		"body":                   {"POST /api/echo" + rest, 31 * time.Second, `"code":"malformed"`},
		"chunked body":           {"POST /api/echo" + chunked, 31 * time.Second, `"code":"malformed"`},
		"body of a refused call": {"POST /api/mine" + rest, 31 * time.Second, `"code":"not_signed_in"`},
		"body that nobody takes": {"GET /api/bare" + rest, 31 * time.Second, `"text"`},
		"body to no address":     {"POST /api/nothing" + rest, 31 * time.Second, `"code":"not_found"`},
		"body to the pages":      {"POST /" + rest, 31 * time.Second, "404"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, stop := serveOnPipes(t, apiForSlowClients())
				conn, err := p.dial(t.Context(), "", "")
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				io.WriteString(conn, c.sent)
				got, _ := io.ReadAll(conn)
				if elapsed := time.Since(start); elapsed > c.within || !strings.Contains(string(got), c.answer) {
					t.Errorf("after %v came %q", elapsed, got)
				}
				conn.Close()
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func apiForSlowClients() http.Handler {
	rate := httpx.Rate{N: 9, Period: time.Minute}
	a := httpx.New(httpx.Options{
		Table: append(testRouteTable()[:2], httpx.RouteRow{Method: "GET", Path: "/bare", Caller: httpx.Anyone, Rate: rate}),
		Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{},
	})
	httpx.Handle(a, httpx.Op{Method: "POST", Path: "/echo", ID: "echo"}, echo)
	httpx.Handle(a, httpx.Op{Method: "POST", Path: "/mine", ID: "mine"}, echo)
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/bare", ID: "bare"}, func(context.Context, *struct{}) (*echoOut, error) {
		return &echoOut{}, nil
	})
	return a.Handler(http.NotFoundHandler())
}

// A panic closes the connection, so that the reader does not treat the response as
// complete.
func TestPanicInAResponseClosesTheConnection(t *testing.T) {
	a, _ := startAPI(t)
	srv := httptest.NewServer(a.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/begun" {
			io.WriteString(w, "half of an")
			http.NewResponseController(w).Flush()
		}
		panic("canary")
	})))
	defer srv.Close()
	resp, err := srv.Client().Get(srv.URL + "/begun")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err == nil || string(body) != "half of an" {
		t.Errorf("read %q, %v; want it cut", body, err)
	}
	errorResponse, body := send(t, srv, callCase{method: "GET", path: "/not-begun"})
	if errorResponse.StatusCode != 500 || strings.Contains(body, "canary") || !strings.Contains(body, `"code":"internal"`) {
		t.Errorf("answers %d %s", errorResponse.StatusCode, body)
	}
}

// panickingListener panics when a connection is accepted.
type panickingListener struct{ net.Listener }

// Accept panics.
func (panickingListener) Accept() (net.Conn, error) { panic("accept") }

// TestPanicOfTheServerIsAnError: after a panic Serve returns an error, so that the process does
// not exit as after a requested shutdown.
// rule process-loops
func TestPanicOfTheServerIsAnError(t *testing.T) {
	l := listenOnLoopback(t)
	defer l.Close()
	s := httpx.NewServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	if err := s.Serve(t.Context(), panickingListener{l}); err == nil || !strings.Contains(err.Error(), "panicked") {
		t.Errorf("Serve returns %v", err)
	}
}
