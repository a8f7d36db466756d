package httpx_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

func requestDocument(t *testing.T, h http.Handler, method string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, "/feed.xml", nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestDocumentIsCompressedAndCached(t *testing.T) {
	api := httpx.New(httpx.Options{Clock: core.SystemClock{}})
	text := strings.Repeat("<a/>", 1000)
	h := api.DocumentHandler("feed", "application/xml; charset=utf-8", func(*http.Request) ([]byte, error) { return []byte(text), nil })
	w := requestDocument(t, h, "GET")
	if w.Code != 200 || w.Body.String() != text || w.Header().Get("Content-Type") != "application/xml; charset=utf-8" || w.Header().Get("Cache-Control") != "public, max-age=3600" {
		t.Errorf("answers %d %v", w.Code, w.Header())
	}
	if again := requestDocument(t, h, "GET", "If-None-Match", w.Header().Get("ETag")); again.Code != 304 {
		t.Errorf("the same again answers %d", again.Code)
	}
	if packed := requestDocument(t, h, "GET", "Accept-Encoding", "gzip"); packed.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("is not packed: %v", packed.Header())
	}
	if head := requestDocument(t, h, "HEAD"); head.Code != 200 || head.Body.Len() > 0 {
		t.Errorf("HEAD answers %d", head.Code)
	}
	if post := requestDocument(t, h, "POST"); post.Code != 405 {
		t.Errorf("POST answers %d", post.Code)
	}
}

func TestFailedDocumentIsNotCached(t *testing.T) {
	api := httpx.New(httpx.Options{Clock: core.SystemClock{}})
	h := api.DocumentHandler("feed", "application/xml", func(*http.Request) ([]byte, error) { return nil, core.E(core.NotFound, "gone", "Gone.") })
	w := requestDocument(t, h, "GET")
	if w.Code != 404 || !strings.Contains(w.Body.String(), `"Gone."`) || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("ETag") != "" {
		t.Errorf("answers %d %v %s", w.Code, w.Header(), w.Body)
	}
}

// The log contains the reason of an internal error. The response does not.
func TestDocumentErrorIsLogged(t *testing.T) {
	var log strings.Builder
	api := httpx.New(httpx.Options{Clock: core.SystemClock{}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	h := api.DocumentHandler("feed", "application/xml", func(*http.Request) ([]byte, error) { return nil, errors.New("the disk is full") })
	if w := requestDocument(t, h, "GET"); w.Code != 500 || strings.Contains(w.Body.String(), "disk") || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("answers %d %v %s", w.Code, w.Header(), w.Body)
	}
	if !strings.Contains(log.String(), "the disk is full") {
		t.Errorf("the log says %q", log.String())
	}
}

// If the database is unavailable, the response is 503 and the log has the reason.
func TestUnavailableDatabaseAnswers503(t *testing.T) {
	var log strings.Builder
	errRefused := errors.New("connection refused")
	api := httpx.New(httpx.Options{
		Table: httpx.RouteTable{{Method: "GET", Path: "/auth/me", Caller: httpx.Anyone, Rate: httpx.Rate{N: 10, Period: time.Minute}}},
		Clock: core.SystemClock{}, Log: slog.New(slog.NewTextHandler(&log, nil)), Auth: fakeAuth{}, IsDatabaseDown: func(err error) bool { return errors.Is(err, errRefused) },
	})
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/auth/me", ID: "me"}, func(context.Context, *struct{}) (*struct{}, error) {
		return nil, fmt.Errorf("store: %w", errRefused)
	})
	h := api.Handler(api.DocumentHandler("feed", "application/xml", func(*http.Request) ([]byte, error) { return nil, errRefused }))
	for _, path := range []string{"/feed.xml", "/api/auth/me"} {
		log.Reset()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 503 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"unavailable"`) || strings.Contains(w.Body.String(), "refused") {
			t.Errorf("%s answers %d %v %s", path, w.Code, w.Header(), w.Body)
		}
		if !strings.Contains(log.String(), "connection refused") {
			t.Errorf("%s: the log says %q", path, log.String())
		}
	}
}

func TestTooManyDocumentRequestsAreRefused(t *testing.T) {
	api := httpx.New(httpx.Options{Clock: core.SystemClock{}})
	h := api.DocumentHandler("feed", "text/plain", func(*http.Request) ([]byte, error) { return []byte("a"), nil })
	for range 120 {
		if w := requestDocument(t, h, "GET"); w.Code != 200 {
			t.Fatalf("answers %d", w.Code)
		}
	}
	if w := requestDocument(t, h, "GET"); w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("once more answers %d %v", w.Code, w.Header())
	}
}
