package httpx_test

import (
	"bufio"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The OpenAPI document is compressed, has an ETag, and is limited by network.
func TestOpenAPIDocumentIsCompressedAndLimited(t *testing.T) {
	_, srv := startAPI(t)
	get := func(path string, headers ...string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		resp, err := srv.Client().Transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
	for _, path := range []string{"/api/openapi.json", "/api/docs"} {
		gzipResponse := get(path, "Accept-Encoding", "gzip")
		z, err := gzip.NewReader(gzipResponse.Body)
		if err != nil {
			t.Fatal(path, err)
		}
		text, err := io.ReadAll(z)
		if err != nil || gzipResponse.Header.Get("Content-Encoding") != "gzip" || strings.Join(gzipResponse.Header.Values("Vary"), " ") != "Accept-Encoding" {
			t.Errorf("%s: %v %v", path, err, gzipResponse.Header)
		}
		plainResponse := get(path, "Accept-Encoding", "identity")
		body, _ := io.ReadAll(plainResponse.Body)
		if string(body) != string(text) || plainResponse.Header.Get("Content-Encoding") != "" || len(body) == 0 {
			t.Errorf("%s: the plain text has %d bytes, the compressed one %d: %v", path, len(body), len(text), plainResponse.Header)
		}
		tag := gzipResponse.Header.Get("ETag")
		if tag == "" || tag != plainResponse.Header.Get("ETag") || gzipResponse.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", path, gzipResponse.Header)
		}
		if again := get(path, "If-None-Match", tag); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s answers %d to its own tag", path, again.StatusCode)
		}
	}
	refusedCallCount := 0
	for range 200 {
		if resp := get("/api/openapi.json"); resp.StatusCode == 429 && resp.Header.Get("Retry-After") != "" {
			refusedCallCount++
		}
	}
	if refusedCallCount == 0 || refusedCallCount == 200 {
		t.Errorf("%d of 200 were refused", refusedCallCount)
	}
}

// A proxy could treat the rest of a request with two lengths as a second request.
func TestTwoBodyLengthsCloseTheConnection(t *testing.T) {
	_, srv := startAPI(t)
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	const body = "2\r\n{}\r\n0\r\n\r\n"
	io.WriteString(conn, "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"+body+
		"GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n")
	in := bufio.NewReader(conn)
	resp, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	if !resp.Close {
		t.Errorf("the answer keeps the connection: %v", resp.Header)
	}
	if rest, err := io.ReadAll(in); err != nil || len(rest) > 0 {
		t.Errorf("after it came %q, %v", rest, err)
	}
}
