package fake

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
)

// Transport returns a RoundTripper that calls the server in this process. Every write of the server
// is one read of the client, so a script sets the boundaries of the reads. No socket is used, so
// Transport works with testing/synctest.
func (s *Server) Transport() http.RoundTripper { return inProcessTransport{s} }

// inProcessTransport is an http.RoundTripper that calls a handler.
type inProcessTransport struct{ handler http.Handler }

// RoundTrip starts the handler and returns after its headers.
func (t inProcessTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	body, bodyWriter := io.Pipe()
	w := &pipeWriter{header: make(http.Header), body: bodyWriter, started: make(chan struct{})}
	in := r.Clone(ctx)
	if in.Body == nil {
		in.Body = http.NoBody
	}
	stop := context.AfterFunc(ctx, func() { bodyWriter.CloseWithError(context.Cause(ctx)) })
	go func() {
		defer cancel()
		defer stop()
		bodyWriter.CloseWithError(w.run(t.handler, in))
	}()
	select {
	case <-w.started:
	case <-r.Context().Done():
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: w.status, Header: w.sentHeader, Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: -1,
		Body: &pipeBody{PipeReader: body, cancel: cancel},
	}, nil
}

// pipeBody cancels the handler's context when it is closed.
type pipeBody struct {
	*io.PipeReader
	cancel context.CancelFunc
}

// Close ends the call on both sides.
func (b *pipeBody) Close() error {
	b.cancel()
	return b.PipeReader.Close()
}

// pipeWriter is the http.ResponseWriter of the handler. It stores status and header when
// the answer begins and writes the body to the pipe.
type pipeWriter struct {
	header     http.Header
	body       *io.PipeWriter
	startOnce  sync.Once
	started    chan struct{} // closed once status and sentHeader are set
	status     int
	sentHeader http.Header
}

// run calls the handler and returns the error that ends the body, or nil.
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

// Header implements http.ResponseWriter.
func (w *pipeWriter) Header() http.Header { return w.header }

// WriteHeader starts the answer (http.ResponseWriter).
func (w *pipeWriter) WriteHeader(status int) {
	w.startOnce.Do(func() {
		w.status, w.sentHeader = status, w.header.Clone()
		close(w.started)
	})
}

// Write returns after the client has read b (http.ResponseWriter).
func (w *pipeWriter) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(b)
}

// Flush does nothing, because Write waits for the reader.
func (w *pipeWriter) Flush() {}
