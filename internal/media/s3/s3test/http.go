// Package s3test has an S3-compatible server for tests. Tests can make its requests fail.
package s3test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

const bucket = "store"

// Server is a server with one empty bucket in memory. It accepts any key and secret.
type Server struct {
	Host        string
	interceptor atomic.Pointer[Interceptor]
}

// Interceptor handles requests before the server. It reports whether it has answered the
// request; if not, the server answers.
type Interceptor func(w http.ResponseWriter, r *http.Request) bool

// Start starts a server, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	handler, err := NewHandler(bucket)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if intercept := s.interceptor.Load(); intercept != nil && (*intercept)(w, r) {
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.Host = strings.TrimPrefix(server.URL, "http://")
	return s
}

// NewHandler returns an S3-compatible store in memory with one empty bucket. It accepts any key
// and secret.
func NewHandler(bucket string) (http.Handler, error) {
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		return nil, err
	}
	fake := gofakes3.New(backend).Server()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		removeChunkSignatures(r)
		fake.ServeHTTP(w, r)
	}), nil
}

// Address returns the address of a folder of the bucket, with a key and the secret "canary".
func (s *Server) Address(folder string) string {
	return "s3://key:canary@" + s.Host + "/" + bucket + "/" + folder + "?region=us-east-1&tls=false&lookup=path"
}

// Intercept sets the interceptor of all further requests. nil removes the interceptor.
func (s *Server) Intercept(with Interceptor) {
	if with == nil {
		s.interceptor.Store(nil)
		return
	}
	s.interceptor.Store(&with)
}

// RespondError answers a request with an S3 error. It returns true, like an Interceptor.
func RespondError(w http.ResponseWriter, status int, code string) bool {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<Error><Code>%s</Code><Message>%s</Message></Error>", code, code)
	return true
}

// CutConnection reads a part of a request and then panics with http.ErrAbortHandler. The panic
// closes the connection, so CutConnection never returns. The bool result only lets an Interceptor
// end with `return CutConnection(r)`.
func CutConnection(r *http.Request) bool {
	_, _ = r.Body.Read(make([]byte, 1024))
	panic(http.ErrAbortHandler)
}

// removeChunkSignatures removes the signatures from the body of a request that uploads a part
// of a file. The fake server would store them.
func removeChunkSignatures(r *http.Request) {
	if !r.URL.Query().Has("partNumber") || !strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
		return
	}
	in, out := bufio.NewReader(r.Body), &bytes.Buffer{}
	for {
		line, err := in.ReadString('\n')
		sizeHex, _, _ := strings.Cut(line, ";")
		size, parseErr := strconv.ParseInt(sizeHex, 16, 64)
		if err != nil || parseErr != nil || size == 0 {
			break // the end, or an incomplete body, which the fake server refuses
		}
		_, _ = io.CopyN(out, in, size)
		_, _ = in.Discard(len("\r\n"))
	}
	size := r.Header.Get("X-Amz-Decoded-Content-Length")
	r.Header.Set("Content-Length", size)
	r.ContentLength, _ = strconv.ParseInt(size, 10, 64)
	r.Body = io.NopCloser(out)
}
