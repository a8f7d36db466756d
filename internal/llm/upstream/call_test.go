package upstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
)

// body is an answer that comes on a timetable.
type body struct {
	ctx   context.Context
	waits []time.Duration
}

func (b *body) Read(p []byte) (int, error) {
	if len(b.waits) == 0 {
		return 0, io.EOF
	}
	select {
	case <-time.After(b.waits[0]):
		b.waits = b.waits[1:]
		return copy(p, "x"), nil
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
}

func (b *body) Close() error { return nil }

// timetable answers every request with a body that takes the given waits.
type timetable []time.Duration

func (t timetable) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: &body{r.Context(), t}}, nil
}

func open(t *testing.T, rt http.RoundTripper, limits upstream.Limits) *upstream.Call {
	t.Helper()
	e := upstream.NewEndpoint(&http.Client{Transport: rt, Timeout: time.Millisecond}, limits, false, "")
	r := httptest.NewRequest(http.MethodPost, "http://model.test/", nil)
	r.RequestURI = ""
	call, err := e.Open(t.Context(), r, "p", llm.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return call
}

func TestLimits(t *testing.T) {
	limits := upstream.Limits{FirstByte: 10 * time.Second, Idle: 4 * time.Second, Grace: time.Second, Total: 30 * time.Second}
	const s = time.Second
	for name, tt := range map[string]struct {
		waits timetable
		after time.Duration
		msg   string // empty: the body ends
	}{
		"in time":       {timetable{9 * s, 3 * s, 3 * s}, 15 * s, ""},
		"no first byte": {timetable{11 * s}, 10 * s, "no answer in time"},
		"a silence":     {timetable{s, 3 * s, 5 * s}, 8 * s, "the answer stopped coming"},
		"too long":      {timetable{9 * s, 3 * s, 3 * s, 3 * s, 3 * s, 3 * s, 3 * s, 3 * s, 3 * s}, 30 * s, "the answer took too long"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				call := open(t, tt.waits, limits)
				defer call.Close()
				_, err := io.ReadAll(call)
				if took := time.Since(begun); took != tt.after {
					t.Errorf("ended after %v", took)
				}
				if tt.msg == "" {
					if err != nil {
						t.Error(err)
					}
					return
				}
				e := call.Failure(err)
				if e.Kind != llm.ErrNetwork || e.Msg != tt.msg || !errors.Is(e, context.DeadlineExceeded) {
					t.Errorf("%#v", e)
				}
			})
		})
	}
}

func TestGraceAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := upstream.Limits{FirstByte: 9 * time.Second, Idle: 5 * time.Second, Grace: time.Second}
		call := open(t, timetable{time.Second, time.Second / 2, 3 * time.Second, 3 * time.Second}, limits)
		defer call.Close()
		begun := time.Now()
		p := make([]byte, 1)
		for i := range 4 {
			switch i {
			case 1, 3:
				call.Finishing()
			case 2:
				call.Resumed()
			}
			if _, err := call.Read(p); (err != nil) != (i == 3) {
				t.Fatalf("read %d: %v", i, err)
			}
		}
		if took := time.Since(begun); took != 5500*time.Millisecond || !call.Ended() {
			t.Errorf("ended after %v", took)
		}
	})
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	followed := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed = true }))
	defer other.Close()
	srv := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer srv.Close()
	r, _ := http.NewRequest(http.MethodPost, srv.URL, strings.NewReader("{}"))
	_, err := upstream.NewEndpoint(nil, upstream.Limits{}, true, "").Open(t.Context(), r, "p", llm.Request{})
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrAuth || followed {
		t.Errorf("%v, followed %v", err, followed)
	}
}

func TestNothingListens(t *testing.T) {
	srv := httptest.NewServer(nil)
	address := srv.URL
	srv.Close()
	r, _ := http.NewRequest(http.MethodPost, address+"/?key=hidden", strings.NewReader("{}"))
	_, err := upstream.NewEndpoint(nil, upstream.Limits{}, true, "").Open(t.Context(), r, "p", llm.Request{})
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Kind != llm.ErrNetwork || strings.Contains(e.Msg, "hidden") || e.Msg == "" {
		t.Errorf("%#v", err)
	}
}

func TestConnectionIsUsedAgainAfterDrain(t *testing.T) {
	before := goleak.IgnoreCurrent()
	var peers sync.Map
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peers.Store(r.RemoteAddr, true)
		_, _ = w.Write([]byte("x"))
		_ = http.NewResponseController(w).Flush()
	}))
	client := upstream.NewHTTPClient()
	e := upstream.NewEndpoint(client, upstream.Limits{}, true, "")
	for range 5 {
		r, _ := http.NewRequest(http.MethodPost, srv.URL, strings.NewReader("{}"))
		call, err := e.Open(t.Context(), r, "p", llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := call.Read(make([]byte, 1)); n != 1 {
			t.Fatal(err)
		}
		call.Drain()
		call.Close()
	}
	client.CloseIdleConnections()
	srv.Close()
	count := 0
	peers.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d connections for five calls in a row", count)
	}
	goleak.VerifyNone(t, before)
}
