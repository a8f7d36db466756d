package httpx

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"colloquy/internal/obs"
)

const (
	headerTimeout = 10 * time.Second
	idleTimeout   = 50 * time.Second
	// maxHeaderBytes is the maximum size of the request line and headers in bytes. A message
	// of 4,000 emoji in the query of GET /messages/{id}/stream has 48,000 bytes.
	maxHeaderBytes = 96 << 10
	shutdownGrace  = 10 * time.Second // time in which running requests may finish (rule operations-stop)
)

// errServerPanicked ends the process with an error, so that the supervisor restarts it. Rule
// process-loops.
var errServerPanicked = errors.New("http: the server has panicked; see the log")

// Server serves one handler and shuts down gracefully. Its fields are set before
// Serve.
type Server struct {
	ConnLimit    ConnLimit
	FlushTimeout time.Duration // timeout of each write; 0 means 20 seconds
	// DrainDuration is how long the server keeps answering after Serve's context has ended. Meanwhile
	// load balancers see that it is not ready.
	DrainDuration time.Duration
	// TLS is nil for a server without TLS. Connections are limited before the handshake.
	TLS *tls.Config

	http    *http.Server
	log     *slog.Logger
	onDrain []func()
}

// NewServer returns a server. There is no timeout for a whole response, because streams
// stay open; each write has a deadline.
func NewServer(h http.Handler, log *slog.Logger) *Server {
	return &Server{log: log, http: &http.Server{
		Handler: boundBodyTime(h), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), ConnContext: contextWithPlainConn,
	}}
}

// contextWithPlainConn calls contextWithConn with the net.Conn inside a timedConn, or with c
// itself if it is no timedConn.
func contextWithPlainConn(ctx context.Context, c net.Conn) context.Context {
	if timed, ok := c.(*timedConn); ok {
		c = timed.Conn
	}
	return contextWithConn(ctx, c)
}

// OnDrain registers fn. Serve calls fn when the context of Serve ends, before the server waits for
// the duration DrainDuration.
func (s *Server) OnDrain(fn func()) { s.onDrain = append(s.onDrain, fn) }

// OnShutdown registers fn. Serve calls fn when the shutdown begins. fn should end open streams.
func (s *Server) OnShutdown(fn func()) { s.http.RegisterOnShutdown(fn) }

// Serve serves requests on l until ctx ends and DrainDuration has passed. Running requests then have ten
// seconds to finish. Serve returns nil after a shutdown. If the server ends before ctx, also by a
// panic, Serve returns an error (rule process-loops).
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	serveErr := errServerPanicked // remains if http.Server.Serve panics
	serveEnded := make(chan struct{})
	obs.Go(ctx, s.log, "http server", func() {
		defer close(serveEnded)
		serveErr = s.http.Serve(s.listen(ctx, l))
	})
	select {
	case <-serveEnded:
		return serveErr
	case <-ctx.Done():
	}
	s.drain(serveEnded)
	graceCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	err := s.http.Shutdown(graceCtx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	<-serveEnded
	return err
}

func (s *Server) listen(ctx context.Context, l net.Listener) net.Listener {
	listener := &limitedListener{
		Listener: l, ctx: ctx, limit: s.ConnLimit, flushTimeout: cmp.Or(s.FlushTimeout, writeTimeout), log: s.log, openConns: map[string]int{},
	}
	if s.TLS == nil {
		return listener
	}
	return tls.NewListener(listener, s.TLS)
}

// drain calls the OnDrain functions. Then drain waits for the duration DrainDuration, while the server
// still answers. During the wait each response closes its connection, so that clients reconnect to
// another server. Rule operations-stop.
func (s *Server) drain(ended <-chan struct{}) {
	for _, fn := range s.onDrain {
		fn()
	}
	if s.DrainDuration <= 0 {
		return
	}
	s.http.SetKeepAlivesEnabled(false)
	select {
	case <-time.After(s.DrainDuration):
	case <-ended:
	}
}
