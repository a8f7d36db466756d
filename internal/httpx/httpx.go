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

// Authenticator resolves the secrets of a request, either of them empty where
// the request has none, to an actor. No secrets give the zero Actor; bad ones
// an error of kind Unauthenticated.
type Authenticator interface {
	Authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error)
}

// Metrics is told about every request that ends. Route is the template, never
// the path.
type Metrics interface {
	Request(method, route string, status int, seconds float64)
}

// Options is what an API is made of.
type Options struct {
	Table   Table
	Auth    Authenticator
	Clock   core.Clock
	Log     *slog.Logger
	Metrics Metrics
	Secure  bool           // the public URL is https: Secure cookies, HSTS
	Proxies []netip.Prefix // peers whose X-Forwarded-For is believed
	Version string
	// Security is told of refused credentials, limits and hosts; nil is none.
	Security *obs.Security
	// LocalOnly refuses requests for hosts that are not local names or IP
	// addresses: see LocalHost. It is for servers without a public name.
	LocalOnly bool
	// Statuses are what calls answer beside what the table implies, by method and
	// path, for the OpenAPI document.
	Statuses map[string][]int
	// Away tells which errors mean that the database does not answer; nil knows
	// none. Callers are told so, with 503.
	Away func(error) bool
	// Longest is how long a call or page may take that is not a stream; 0 means
	// usualLongest. What takes longer waits for a database that does not answer.
	Longest time.Duration
}

const usualLongest = 30 * time.Second

// bounded is a context that ends when an answer has taken too long.
func (a *API) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(a.opts.Longest, usualLongest))
}

type ctxKey uint8

const (
	actorKey ctxKey = iota
	requestKey
	connKey
)

// Actor returns who makes the call, as the guard found out.
func Actor(ctx context.Context) core.Actor {
	a, _ := ctx.Value(actorKey).(core.Actor)
	return a
}

// requestInfo travels with a request from the outermost middleware inwards.
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

// RequestID returns the id that the answer, the log and error bodies carry.
func RequestID(ctx context.Context) string { return obs.RequestID(ctx) }

// Secrets returns the bearer token and the session cookie of a call, for
// ending what they open.
func Secrets(ctx context.Context) (bearer, cookie string) {
	in := info(ctx)
	return in.bearer, in.cookie
}
