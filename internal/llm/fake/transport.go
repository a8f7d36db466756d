package fake

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
)

// Transport returns a RoundTripper that calls the server in this process. Every
// write of the server is one read of the client, so cuts fall exactly where a
// script puts them, and no socket is involved, so the clock of testing/synctest
// rules the pauses.
func (s *Server) Transport() http.RoundTripper { return inProcess{s} }

type inProcess struct{ handler http.Handler }

// RoundTrip starts the handler and returns once it has sent its headers.
func (t inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	body, sent := io.Pipe()
	w := &pipeWriter{header: make(http.Header), body: sent, begun: make(chan struct{})}
	in := r.Clone(ctx)
	if in.Body == nil {
		in.Body = http.NoBody
	}
	stop := context.AfterFunc(ctx, func() { sent.CloseWithError(context.Cause(ctx)) })
	go func() {
		defer cancel()
		defer stop()
		sent.CloseWithError(w.run(t.handler, in))
	}()
	select {
	case <-w.begun:
	case <-r.Context().Done():
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: w.status, Header: w.frozen, Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: -1,
		Body: &pipeBody{PipeReader: body, cancel: cancel},
	}, nil
}

// pipeBody tells the handler when its reader leaves.
type pipeBody struct {
	*io.PipeReader
	cancel context.CancelFunc
}

// Close ends the call for both sides.
func (b *pipeBody) Close() error {
	b.cancel()
	return b.PipeReader.Close()
}

// pipeWriter is the handler's side: status and header are kept as they are when
// the answer begins, the body goes into the pipe.
type pipeWriter struct {
	header http.Header
	body   *io.PipeWriter
	once   sync.Once
	begun  chan struct{} // closed once status and frozen are set
	status int
	frozen http.Header
}

// run calls the handler and returns how the body ends: nil for a proper end.
func (w *pipeWriter) run(h http.Handler, r *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(error)
			if !ok || !errors.Is(e, http.ErrAbortHandler) {
				panic(p)
			}
			err = io.ErrUnexpectedEOF
		}
		w.WriteHeader(http.StatusOK)
	}()
	h.ServeHTTP(w, r)
	return nil
}

// Header is what the answer will carry.
func (w *pipeWriter) Header() http.Header { return w.header }

// WriteHeader begins the answer.
func (w *pipeWriter) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.frozen = status, w.header.Clone()
		close(w.begun)
	})
}

// Write returns once the client has read b.
func (w *pipeWriter) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(b)
}

// Flush does nothing: a write returns when it was read.
func (w *pipeWriter) Flush() {}
