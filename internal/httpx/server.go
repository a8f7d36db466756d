package httpx

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	// A message of 4,000 emoji in the address of the documents' GET form is
	// 48,000 bytes long (security 2.2).
	maxHeader     = 96 << 10
	shutdownGrace = 10 * time.Second
)

// Server serves one handler and ends without cutting answers short.
type Server struct {
	http *http.Server
}

// NewServer makes a server. There is no write timeout: streams stay open, and
// each of their flushes has a deadline of its own.
func NewServer(h http.Handler, log *slog.Logger) *Server {
	return &Server{&http.Server{
		Handler: boundBody(h), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), ConnContext: keepConn,
	}}
}

// OnShutdown calls fn when shutting down begins, so that open streams can end.
func (s *Server) OnShutdown(fn func()) { s.http.RegisterOnShutdown(fn) }

// Serve answers on l until ctx ends, then lets answers under way finish for at
// most ten seconds.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	var failure error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		failure = s.http.Serve(l)
	}()
	select {
	case <-ended:
		return failure
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	err := s.http.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	<-ended
	return err
}
