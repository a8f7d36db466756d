// Package httpx has what the calls of the API have in common in HTTP: the route table and its
// guard, errors, server-sent events, cookies and limits. A feature's package describes a call with
// Op and registers it with Handle.
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

// Authenticator returns the actor to whom the secrets of a request belong. A secret that the
// request does not have is empty. Without secrets the result is the zero Actor. For bad secrets the
// error has the kind Unauthenticated.
type Authenticator interface {
	Authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error)
}

// Metrics counts finished requests. route is the template, such as /messages/{id}. status
// is 0 if the handler wrote nothing.
type Metrics interface {
	CountRequest(method, route string, status int, seconds float64)
}

// Options configure an API.
type Options struct {
	Table          RouteTable
	Auth           Authenticator
	Clock          core.Clock
	Log            *slog.Logger
	Metrics        Metrics
	Spans          *obs.Spans     // nil: no traces
	HasHTTPSURL    bool           // whether the public URL is https; then cookies are Secure and responses have HSTS
	Proxies        []netip.Prefix // networks of proxies whose X-Forwarded-For is trusted
	ProgramVersion string
	Payment        PaymentOrigins // origins for the security headers
	// Security records refused credentials, refused hosts and full limits; nil records nothing.
	Security *obs.SecurityLog
	// Sessions ends the streams of sessions that have ended; it may be nil if EndStreams
	// is not called.
	Sessions Sessions
	// AllowsOnlyLocalHosts refuses requests for hosts that are not local names or IP
	// addresses: see IsLocalHost. It is for servers without a public name.
	AllowsOnlyLocalHosts bool
	// Statuses has additional statuses of calls for the OpenAPI document, by method and path:
	// those that do not follow from the route table.
	Statuses map[string][]int
	// IsDatabaseDown reports whether an error means that the database does not answer. The
	// status of such an error is 503. IsDatabaseDown may be nil.
	IsDatabaseDown func(error) bool
	// Timeout ends calls and pages that are not streams; 0 means defaultTimeout. A call
	// that takes longer most likely waits for a database that does not answer.
	Timeout time.Duration
}

const defaultTimeout = 30 * time.Second

// withTimeout returns a context that ends after timeout; 0 means Options.Timeout.
func (a *API) withTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(timeout, a.opts.Timeout, defaultTimeout))
}

type ctxKey uint8

const (
	actorKey ctxKey = iota
	requestKey
	connKey
)

// Actor returns the caller of a call, which the guard has authenticated.
func Actor(ctx context.Context) core.Actor {
	a, _ := ctx.Value(actorKey).(core.Actor)
	return a
}

// requestInfo has values of one request. An inner handler, such as the guard, sets them. The
// middleware and the handler of the call read them.
type requestInfo struct {
	route          string // path template of the route, or another name that SetRoute got; empty if no route matched
	bearer, cookie string
	session        string   // id of the caller's sign-in session, or empty
	streams        *streams // all open event streams of the API
}

func requestInfoOf(ctx context.Context) *requestInfo {
	if in, ok := ctx.Value(requestKey).(*requestInfo); ok {
		return in
	}
	return &requestInfo{}
}

// SetRoute sets the name of a request's route in logs and metrics: a template or a
// constant, never text from the request.
func SetRoute(ctx context.Context, route string) { requestInfoOf(ctx).route = route }

// RequestID returns the id of a request. The response header X-Request-Id, the log lines
// and the body of an error contain this id.
func RequestID(ctx context.Context) string { return obs.RequestID(ctx) }

// Secrets returns the bearer token and the session cookie of a call. The call that logs out
// needs them.
func Secrets(ctx context.Context) (bearer, cookie string) {
	in := requestInfoOf(ctx)
	return in.bearer, in.cookie
}
