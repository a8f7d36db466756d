package httpx

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"colloquy/internal/core"
	"colloquy/internal/obs"
)

// addRequestInfo adds an id and a requestInfo to the context of each request.
func addRequestInfo(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var b [8]byte
		rand.Read(b[:])
		id := hex.EncodeToString(b[:])
		w.Header().Set("X-Request-Id", id)
		ctx := context.WithValue(obs.WithRequestID(r.Context(), id), requestKey, &requestInfo{})
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// observeRequests logs, counts and traces each request by its route template. It does not
// log paths, queries or headers, because they can contain texts of users. Rule privacy-no-text-in-logs.
func (a *API) observeRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		ctx, span := a.opts.Spans.Start(r.Context(), "request", true)
		if span != nil {
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(ww, r)
		route, duration := requestInfoOf(ctx).route, time.Since(start)
		if route == "" {
			route = "other"
		}
		span.Rename(obs.MethodLabel(r.Method) + " " + route)
		span.AddNumber("http.response.status_code", ww.Status())
		span.End(nil)
		if m := a.opts.Metrics; m != nil {
			m.CountRequest(r.Method, route, ww.Status(), duration.Seconds())
		}
		if ww.Status() == http.StatusTooManyRequests {
			a.opts.Security.RecordRepeated(ctx, obs.EventLimitHit, Network(ctx).String(), route)
		}
		a.opts.Log.DebugContext(ctx, "request", "method", obs.MethodLabel(r.Method), "route", route,
			"status", ww.Status(), "bytes", ww.BytesWritten(), "ms", duration.Milliseconds())
	})
}

// recoverPanics answers 500 after a panic. If the response has begun, it aborts the
// connection instead, so that the client does not treat the response as complete.
func recoverPanics(log *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				v := recover()
				if v == nil {
					return
				}
				if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(v)
				}
				log.ErrorContext(r.Context(), "panic", "route", requestInfoOf(r.Context()).route, "value", obs.PanicText(v), "stack", string(debug.Stack()))
				if ww, ok := w.(middleware.WrapResponseWriter); ok && ww.Status() != 0 {
					panic(http.ErrAbortHandler)
				}
				writeProblem(w, r, core.E(core.Internal, "internal", ""))
			}()
			next.ServeHTTP(w, r)
		})
	}
}

const hsts = "max-age=31536000; includeSubDomains"

// PaymentOrigins has the origins that the payment window of another site needs. The zero
// value adds none to the headers.
type PaymentOrigins struct{ Scripts, Connections, Frames []string }

// contentPolicy returns the content security policy of pages. style-src 'self' refuses
// inline styles, but allows styles that scripts set through the DOM. Rule payment-window-hosts.
func (p PaymentOrigins) contentPolicy() string {
	policy := "default-src 'none'; " + sourceDirective("script-src", p.Scripts) + sourceDirective("connect-src", p.Connections) + "img-src 'self' data: blob:; " +
		"media-src 'self' blob:; style-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
	if len(p.Frames) > 0 {
		policy += "frame-src " + strings.Join(p.Frames, " ") + "; "
	}
	return policy + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// sourceDirective returns a directive that allows 'self' and the given origins.
func sourceDirective(directive string, origins []string) string {
	return strings.Join(append([]string{directive, "'self'"}, origins...), " ") + "; "
}

// permissionsPolicy returns the policy of the browser's features. It allows the frames of the
// payment window to use the feature payment (Payment Request API). Rule payment-window-hosts.
func (p PaymentOrigins) permissionsPolicy() string {
	const own = "microphone=(self), camera=(), geolocation=()"
	if len(p.Frames) == 0 {
		return own
	}
	return own + `, payment=(self "` + strings.Join(p.Frames, `" "`) + `")`
}

// setSecurityHeaders sets the security headers of every response.
func setSecurityHeaders(secure bool, payment PaymentOrigins) func(http.Handler) http.Handler {
	policy, permissions := payment.contentPolicy(), payment.permissionsPolicy()
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "no-referrer")
			// With same-origin instead, a sign-in popup could not reach its opener.
			h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Permissions-Policy", permissions)
			if secure {
				h.Set("Strict-Transport-Security", hsts)
			}
			next.ServeHTTP(w, r)
		})
	}
}

// noStore keeps responses of the API out of caches. Rule collections-share.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// trimSlash removes trailing slashes from the path, so that a trailing slash is optional.
// Rule api-trailing-slash.
func trimSlash(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			r.URL.Path, r.URL.RawPath = strings.TrimRight(p, "/"), strings.TrimRight(r.URL.RawPath, "/")
		}
		next.ServeHTTP(w, r)
	})
}

// refuseCrossSite refuses state-changing calls from pages of other sites, except calls with the
// BodyType SignedBody. Rule api-cross-site.
func refuseCrossSite(table RouteTable) func(http.Handler) http.Handler {
	p := http.NewCrossOriginProtection()
	for _, row := range table {
		if row.BodyType == SignedBody {
			p.AddInsecureBypassPattern(row.Method + " /api" + row.Path)
		}
	}
	p.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, r, core.ErrCrossSite)
	}))
	return p.Handler
}

// RefuseWrites answers 405 to every method but GET and HEAD.
func RefuseWrites(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}
