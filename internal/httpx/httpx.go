// Package httpx is the only place that speaks HTTP for the rooms: the route
// table and its guard, the error writer, the SSE writer, cookies and limits.
// Rooms describe a call with Op and register it with
// Handle; everything that must hold for every call happens here.
package httpx

import (
	"cmp"
	"context"
	"log/slog"
	"net/netip"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/obs"
)

// Authenticator resolves the secrets of a request to an actor. A secret is empty
// if the request has none. Without secrets it returns the zero Actor, for bad ones
// an error of kind Unauthenticated.
type Authenticator interface {
	Authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error)
}

// Metrics counts every request that ends. Route is the template, never the path.
type Metrics interface {
	Request(method, route string, status int, seconds float64)
}

// Options configure an API.
type Options struct {
	Table   Table
	Auth    Authenticator
	Clock   core.Clock
	Log     *slog.Logger
	Metrics Metrics
	Secure  bool           // the public URL is https: Secure cookies, HSTS
	Proxies []netip.Prefix // peers whose X-Forwarded-For is believed
	Version string
	// Security records refused credentials, limits and hosts; nil records none.
	Security *obs.Security
	// LocalOnly refuses requests for hosts that are not local names or IP
	// addresses: see LocalHost. It is for servers without a public name.
	LocalOnly bool
	// Statuses are further statuses of calls beside those that the table implies, by
	// method and path, for the OpenAPI document.
	Statuses map[string][]int
	// Away reports whether an error means that the database does not answer, which
	// is a 503. Nil knows no such error.
	Away func(error) bool
	// Timeout ends calls and pages that are not streams; 0 means defaultTimeout.
	// What takes longer waits for a database that does not answer.
	Timeout time.Duration
}

const defaultTimeout = 30 * time.Second

// withTimeout is a context that ends after the timeout of calls and pages.
func (a *API) withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(a.opts.Timeout, defaultTimeout))
}

type ctxKey uint8

const (
	actorKey ctxKey = iota
	requestKey
	connKey
)

// Actor returns the caller, whom the guard has authenticated.
func Actor(ctx context.Context) core.Actor {
	a, _ := ctx.Value(actorKey).(core.Actor)
	return a
}

// requestInfo is state of one request that inner handlers set and outer middleware
// reads.
type requestInfo struct {
	route          string // template, set by the guard
	bearer, cookie string
}

func info(ctx context.Context) *requestInfo {
	if in, ok := ctx.Value(requestKey).(*requestInfo); ok {
		return in
	}
	return &requestInfo{}
}

// SetRoute names the route of a request in logs and metrics: a template or a
// fixed word, never text from the request.
func SetRoute(ctx context.Context, route string) { info(ctx).route = route }

// RequestID returns the id that the response, the log and error bodies hold.
func RequestID(ctx context.Context) string { return obs.RequestID(ctx) }

// Secrets returns the bearer token and the session cookie of a call, for logging
// out.
func Secrets(ctx context.Context) (bearer, cookie string) {
	in := info(ctx)
	return in.bearer, in.cookie
}
