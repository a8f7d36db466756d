package httpx_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/obs"
)

// countingAuth is an Authenticator that counts its calls.
type countingAuth struct {
	fakeAuth
	calls     atomic.Int64
	isFailing atomic.Bool
}

func (a *countingAuth) Authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error) {
	if bearer+cookie != "" {
		a.calls.Add(1)
	}
	if a.isFailing.Load() {
		return core.Actor{}, core.E(core.Unavailable, "unavailable", "away")
	}
	return a.fakeAuth.Authenticate(ctx, bearer, cookie)
}

// newCountingAuthAndCaller returns an Authenticator that counts its calls. It also returns a function that
// calls an API from a network with a token and returns the status.
func newCountingAuthAndCaller(t *testing.T, log *safeBuffer) (*countingAuth, func(network, token string) int) {
	t.Helper()
	auth := &countingAuth{fakeAuth: fakeAuth{"ada": {UserID: "u1"}, "bo": {UserID: "u2"}}}
	rate := httpx.Rate{N: 100_000, Period: time.Minute}
	a := httpx.New(httpx.Options{
		Table: httpx.RouteTable{{Method: "POST", Path: "/mine", Caller: httpx.User, Rate: rate, MaxBody: 64}, {Method: "POST", Path: "/echo", Caller: httpx.Anyone, Rate: rate, MaxBody: 64}},
		Clock: newClock(), Log: slog.New(slog.DiscardHandler), Auth: auth, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Security: obs.NewSecurityLog(slog.New(slog.NewTextHandler(log, nil)), []byte("key"), nil),
	})
	httpx.Handle(a, httpx.Op{Method: "POST", Path: "/mine", ID: "mine"}, echo)
	httpx.Handle(a, httpx.Op{Method: "POST", Path: "/echo", ID: "echo"}, echo)
	h := a.Handler(http.NotFoundHandler())
	return auth, func(network, token string) int {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/mine", strings.NewReader("{}"))
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("X-Forwarded-For", network)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
}

// 200 parallel callers with bad tokens cannot exceed their network's limit of look-ups. Signed-in
// users of the network are not affected.
func TestBadTokensAreLimited(t *testing.T) {
	var log safeBuffer
	auth, call := newCountingAuthAndCaller(t, &log)
	if got := call("192.0.2.7", "ada"); got != 200 {
		t.Fatalf("ada before: %d", got)
	}
	auth.calls.Store(0)
	var refused atomic.Int64
	var wg sync.WaitGroup
	for n := range 200 {
		wg.Go(func() {
			for m := range 10 {
				if call("192.0.2.7", fmt.Sprint("bad", n, "-", m)) == 429 {
					refused.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if got := auth.calls.Load(); got != 120 || refused.Load() != 2000-120 {
		t.Errorf("%d of 2,000 bad tokens were looked up and %d refused, want 120 and the rest", got, refused.Load())
	}
	if got := call("192.0.2.7", "ada"); got != 200 {
		t.Errorf("ada, who is signed in in that network: %d", got)
	}
	if got := call("192.0.2.8", "bo"); got != 200 {
		t.Errorf("bo, of another network: %d", got)
	}
	text := log.String()
	if strings.Count(text, `event="bad token"`) != 1 || strings.Count(text, `event="limit hit"`) != 1 || strings.Contains(text, "192.0.2") {
		t.Errorf("security log:\n%s", text)
	}
}

// Repeated calls with one expired token are looked up once, so they do not fill the limit of their
// network.
func TestABadTokenIsLookedUpOnce(t *testing.T) {
	auth, call := newCountingAuthAndCaller(t, &safeBuffer{})
	for range 500 {
		if got := call("192.0.2.7", "old"); got != 401 {
			t.Fatalf("got %d", got)
		}
	}
	if got := auth.calls.Load(); got != 1 {
		t.Errorf("looked up %d times", got)
	}
	for n := range 300 {
		if got := call("192.0.2.7", "ada"); got != 200 {
			t.Fatalf("call %d of ada: %d", n, got)
		}
	}
}

// 300 users of one network with good tokens are accepted while no token is cached, even
// if the database was unavailable before.
func TestGoodTokensUseNoBudget(t *testing.T) {
	auth, call := newCountingAuthAndCaller(t, &safeBuffer{})
	for n := range 300 {
		auth.fakeAuth[fmt.Sprint("user", n)] = core.Actor{UserID: fmt.Sprint(n)}
	}
	auth.isFailing.Store(true)
	for n := range 300 {
		if got := call("192.0.2.7", fmt.Sprint("user", n)); got != 503 {
			t.Fatalf("user %d while the database is away: %d", n, got)
		}
	}
	auth.isFailing.Store(false)
	for n := range 300 {
		if got := call("192.0.2.7", fmt.Sprint("user", n)); got != 200 {
			t.Fatalf("user %d: %d", n, got)
		}
	}
}

// All /64 networks of a /48 together may send four times as many bad tokens as one /64.
func TestBadTokensOfAnIPv6PrefixAreLimited(t *testing.T) {
	auth, call := newCountingAuthAndCaller(t, &safeBuffer{})
	for n := range 2000 {
		call(fmt.Sprintf("2001:db8:0:%x::1", n*32), fmt.Sprint("bad", n))
	}
	if got := auth.calls.Load(); got != 480 {
		t.Errorf("%d looked up, want 480", got)
	}
}

// Each repeated call with a bad token counts against the rate of the route table.
func TestBadTokensCountAgainstTheRate(t *testing.T) {
	_, srv := startAPI(t)
	refusedCallCount := 0
	for range 130 {
		resp, _ := send(t, srv, callCase{path: "/api/mine", body: "{}", header: map[string]string{"Authorization": "Bearer old"}})
		if resp.StatusCode == 429 {
			refusedCallCount++
		}
	}
	if refusedCallCount != 30 {
		t.Errorf("%d of 130 calls were refused, want 30", refusedCallCount)
	}
}
