package httpx_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// blockUntilDone blocks like a query to a database that does not answer.
func blockUntilDone(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// blockingAuth blocks on the token "slow".
type blockingAuth struct{}

func (blockingAuth) Authenticate(ctx context.Context, bearer, _ string) (core.Actor, error) {
	if bearer == "slow" {
		return core.Actor{}, blockUntilDone(ctx)
	}
	return core.Actor{}, nil
}

// A call that exceeds the timeout gets status 503 and is logged. Streams have no timeout, and some
// routes have a longer one.
func TestSlowCallsTimeOut(t *testing.T) {
	var log strings.Builder
	row := func(path string) httpx.RouteRow {
		return httpx.RouteRow{Method: "GET", Path: path, Caller: httpx.Anyone, Rate: httpx.Rate{N: 10, Period: time.Minute}}
	}
	api := httpx.New(httpx.Options{
		Table: httpx.RouteTable{row("/stuck"), row("/quick"), row("/patient"), row("/stream"), row("/page"), row("/patient-page")}, Clock: core.SystemClock{}, Auth: blockingAuth{},
		Log: slog.New(slog.NewTextHandler(&log, nil)), Timeout: time.Millisecond,
	})
	timeouts := map[string]time.Duration{"/patient": time.Minute, "/patient-page": time.Minute}
	handleCall := func(path, stream string, fn func(ctx context.Context) error) {
		httpx.Handle(api, httpx.Op{Method: "GET", Path: path, ID: path[1:], StreamMediaTypes: stream, Timeout: timeouts[path]}, func(ctx context.Context, _ *struct{}) (*struct{}, error) { return nil, fn(ctx) })
	}
	page := func(path string, fn func(ctx context.Context) error) {
		httpx.HandlePage(api, httpx.Op{Method: "GET", Path: path, ID: path[1:], Timeout: timeouts[path]}, func(ctx context.Context, _ *struct{}) (httpx.BrowserPage, error) {
			return httpx.BrowserPage{Status: 200}, fn(ctx)
		}, func(*httpx.Problem) httpx.BrowserPage { return httpx.BrowserPage{} })
	}
	endLate := func(ctx context.Context) error {
		time.Sleep(10 * time.Millisecond)
		return ctx.Err()
	}
	handleCall("/stuck", "", blockUntilDone)
	handleCall("/quick", "", func(context.Context) error { return nil })
	handleCall("/patient", "", endLate)
	page("/page", blockUntilDone)
	page("/patient-page", endLate)
	handleCall("/stream", "text/event-stream", func(ctx context.Context) error {
		if _, bounded := ctx.Deadline(); bounded {
			t.Error("a stream is bounded")
		}
		return nil
	})
	h := api.Handler(api.DocumentHandler("feed", "text/plain", func(r *http.Request) ([]byte, error) { return nil, blockUntilDone(r.Context()) }))
	for _, c := range []struct {
		path, token string
		late        bool
	}{{"/api/stuck", "", true}, {"/api/quick", "slow", true}, {"/feed.xml", "", true}, {"/api/quick", "", false}, {"/api/patient", "", false}, {"/api/stream", "", false}, {"/api/page", "", true}, {"/api/patient-page", "", false}} {
		log.Reset()
		r := httptest.NewRequest("GET", c.path, nil)
		if c.token != "" {
			r.Header.Set("Authorization", "Bearer "+c.token)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if (w.Code == 503) != c.late || w.Code >= 500 != c.late || strings.Contains(log.String(), "deadline") != c.late {
			t.Errorf("%+v answers %d %s; the log says %q", c, w.Code, w.Body, log.String())
		}
	}
}

// If the caller has disconnected, the log has no error.
func TestDisconnectedCallerIsNotLogged(t *testing.T) {
	var log strings.Builder
	api := httpx.New(httpx.Options{Clock: core.SystemClock{}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	h := api.Handler(api.DocumentHandler("feed", "text/plain", func(r *http.Request) ([]byte, error) { return nil, blockUntilDone(r.Context()) }))
	ctx, leave := context.WithCancel(t.Context())
	leave()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/feed.xml", nil).WithContext(ctx))
	if log.Len() != 0 {
		t.Errorf("the log says %q", log.String())
	}
}
