package httpx

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"colloquy/internal/core"
	"colloquy/internal/obs"
)

var (
	errNoRoute   = core.E(core.NotFound, "not_found", "There is nothing at this address.")
	errMethod    = core.E(core.NotAllowed, "method_not_allowed", "This address does not take that method.")
	errTooLarge  = core.E(core.TooLarge, "too_large", "That is too large to send.")
	errWrongType = core.E(core.WrongType, "wrong_type", "Please send JSON.")
	errAway      = core.E(core.Unavailable, "unavailable", "We cannot reach our records right now. Please try again in a moment.").After(5 * time.Second)
	errSlow      = core.E(core.Malformed, "malformed", "The request did not arrive whole.")
)

// CodeMismatch is the code of the 401 for a bearer and a cookie of different
// users. It is the one authentication error that public calls answer too.
const CodeMismatch = "credential_mismatch"

// bodyTimeout bounds how long a client may take to send a body.
const bodyTimeout = 30 * time.Second

// guard is what stands before every call: who, how often, how large.
func (a *API) guard(row Row) func(huma.Context, func(huma.Context)) {
	return func(hctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(hctx)
		SetRoute(r.Context(), row.Path)
		actor, err := a.admit(r, row)
		if err == nil && !isText(r.URL) {
			err = errMalformed.Because(errors.New("the address is no text"))
		}
		if err == nil {
			err = readBody(w, r, row.Body)
		}
		if err != nil {
			writeProblem(w, r, a.failed(r.Context(), err))
			return
		}
		if actor.SignedIn() {
			hctx = huma.WithContext(hctx, obs.WithUser(hctx.Context(), actor.UserID))
		}
		actor.Region = region(r.Header.Get("Accept-Language"))
		next(huma.WithValue(hctx, actorKey, actor))
	}
}

// admit finds out who calls and whether they may.
func (a *API) admit(r *http.Request, row Row) (core.Actor, error) {
	bearer, cookie := a.secrets(r)
	in := info(r.Context())
	in.bearer, in.cookie = bearer, cookie
	ctx, cancel := a.bounded(r.Context())
	defer cancel()
	actor, err := a.authenticate(ctx, bearer, cookie)
	if err != nil && core.KindOf(err) != core.Unauthenticated {
		return actor, err
	}
	key := ClientNetwork(r.Context())
	if actor.SignedIn() {
		key = actor.UserID
	}
	if wait, ok := a.limiter.Allow(row.Method+row.Path+" "+key, row.Rate.N, row.Rate.Per); !ok {
		return actor, core.ErrRateLimited.After(wait)
	}
	if err != nil && (row.Who != Anyone || !isBadCredential(err)) {
		return actor, err
	}
	switch {
	case row.Who == Anyone || row.Who == User && actor.SignedIn():
		return actor, nil
	case row.Who == Admin && actor.Admin:
		return actor, nil
	case row.Who == Admin && actor.SignedIn():
		return actor, errNoRoute
	}
	return actor, core.ErrNotSignedIn
}

// isBadCredential says that a public call may go on as a visitor's: an old
// token in local storage must not lock anyone out of the front door.
func isBadCredential(err error) bool {
	e, ok := errors.AsType[*core.Error](err)
	return ok && e.Kind == core.Unauthenticated && e.Code != CodeMismatch
}

func (a *API) secrets(r *http.Request) (bearer, cookie string) {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		bearer = strings.TrimSpace(token)
	}
	if c, err := r.Cookie(CookieName(a.opts.Secure)); err == nil {
		cookie = c.Value
	}
	return bearer, cookie
}

// isText tells whether an address decodes to text that a database can take:
// valid UTF-8 without NUL.
func isText(u *url.URL) bool {
	broken := func(s string) bool { return !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 }
	if broken(u.Path) {
		return false
	}
	for _, values := range u.Query() {
		if slices.ContainsFunc(values, broken) {
			return false
		}
	}
	return true
}

// boundBody gives a client so long to send its body, whether or not the call
// takes one: the server reads on after an answer too, to keep the connection.
func boundBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
		}
		next.ServeHTTP(w, r)
	})
}

// readBody takes the whole body into memory, checks it and puts it back. A
// call that takes no body ignores one. Once all has come the deadline goes: it
// would end a stream that is answered.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) error {
	if limit == 0 {
		r.Body = http.NoBody
		return nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return errTooLarge
		}
		return errSlow.Because(err)
	}
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	if len(body) > 0 {
		if !isJSON(r.Header.Get("Content-Type")) {
			return errWrongType
		}
		if err := checkJSON(body); err != nil {
			return err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}
