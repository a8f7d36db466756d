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
	errNoRoute          = core.E(core.NotFound, "not_found", "There is nothing at this address.")
	errMethodNotAllowed = core.E(core.NotAllowed, "method_not_allowed", "This address does not take that method.")
	errTooLarge         = core.E(core.TooLarge, "too_large", "That is too large to send.")
	errWrongType        = core.E(core.WrongType, "wrong_type", "Please send JSON.")
	errDatabaseDown     = core.E(core.Unavailable, "unavailable", "We cannot reach our records right now. Please try again in a moment.").WithRetryAfter(5 * time.Second)
	errSlowBody         = core.E(core.Malformed, "malformed", "The request did not arrive whole.")
)

// CodeCredentialMismatch is the code of the 401 for a bearer token and a cookie of different
// users. It is the only authentication error that public calls return.
const CodeCredentialMismatch = "credential_mismatch"

// bodyTimeout bounds how long a client may take to send a body.
const bodyTimeout = 30 * time.Second

// guard returns the middleware of a call. It checks the caller, the rate and the body before the
// handler runs. A refusal is the page that pageOf returns, or JSON if pageOf is nil.
func (a *API) guard(row RouteRow, pageOf func(*Problem) BrowserPage) func(huma.Context, func(huma.Context)) {
	return func(hctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(hctx)
		SetRoute(r.Context(), row.Path)
		actor, err := a.authorize(r, row)
		if err == nil && !isStorableURL(r.URL) {
			err = errMalformed.Because(errors.New("the address is not valid text"))
		}
		endUpload := func() {}
		switch {
		case err != nil:
		case row.BodyType == UploadBody:
			endUpload, err = a.readUpload(w, r, row, actor.UserID)
		default:
			err = readBody(w, r, row)
		}
		if err != nil {
			a.writeRefusal(w, r, pageOf, err)
			return
		}
		defer endUpload()
		in := requestInfoOf(r.Context())
		in.session, in.streams = actor.SessionID, &a.streams
		if actor.SignedIn() {
			hctx = huma.WithContext(hctx, obs.WithUser(hctx.Context(), actor.UserID))
		}
		actor.Region = countryOf(r.Header.Get("Accept-Language"))
		next(huma.WithValue(hctx, actorKey, actor))
	}
}

func (a *API) writeRefusal(w http.ResponseWriter, r *http.Request, pageOf func(*Problem) BrowserPage, err error) {
	err = a.shownError(r.Context(), err)
	if pageOf == nil {
		writeProblem(w, r, err)
		return
	}
	failurePage(r.Context(), pageOf, err).write(w)
}

// authorize returns the caller, or an error if the caller may not make the call. Rules
// access-who-may-call, api-rate.
func (a *API) authorize(r *http.Request, row RouteRow) (core.Actor, error) {
	bearer, cookie := a.requestSecrets(r)
	in := requestInfoOf(r.Context())
	in.bearer, in.cookie = bearer, cookie
	ctx, cancel := a.withTimeout(r.Context(), 0)
	defer cancel()
	actor, err := a.authenticate(ctx, bearer, cookie)
	if err != nil && core.KindOf(err) != core.Unauthenticated {
		return actor, err
	}
	key := ClientNetworkKey(r.Context())
	if actor.SignedIn() {
		key = actor.UserID
	}
	if wait, ok := a.limiter.Allow(row.Method+row.Path+" "+key, row.Rate.N, row.Rate.Period); !ok {
		return actor, core.ErrRateLimited.WithRetryAfter(wait)
	}
	if err != nil && (row.Caller != Anyone || !isBadCredential(err)) {
		return actor, err
	}
	switch {
	case row.Caller == Anyone || row.Caller == User && actor.SignedIn():
		return actor, nil
	case row.Caller == Admin && actor.IsAdmin:
		return actor, nil
	case row.Caller == Admin && actor.SignedIn():
		return actor, errNoRoute
	}
	return actor, core.ErrNotSignedIn
}

// isBadCredential reports whether the error means an invalid or expired secret. Public calls then
// treat the caller as a visitor. So an expired token in local storage does not break public pages.
func isBadCredential(err error) bool {
	e, ok := errors.AsType[*core.Error](err)
	return ok && e.Kind == core.Unauthenticated && e.Code != CodeCredentialMismatch
}

func (a *API) requestSecrets(r *http.Request) (bearer, cookie string) {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		bearer = strings.TrimSpace(token)
	}
	if c, err := r.Cookie(SessionCookieName(a.opts.HasHTTPSURL)); err == nil {
		cookie = c.Value
	}
	return bearer, cookie
}

// isStorableURL reports whether the path and query of a URL decode to text that a database can
// store: valid UTF-8 without NUL.
func isStorableURL(u *url.URL) bool {
	isUnstorable := func(s string) bool { return !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 }
	if isUnstorable(u.Path) {
		return false
	}
	for _, values := range u.Query() {
		if slices.ContainsFunc(values, isUnstorable) {
			return false
		}
	}
	return true
}

// boundBodyTime sets a deadline for reading the request body. Calls that ignore the body need the
// deadline too: the server reads the rest of the body to reuse the connection.
func boundBodyTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
		}
		next.ServeHTTP(w, r)
	})
}

// readBody reads the whole body of a request into memory and sets r.Body to the read bytes. The
// body must be valid JSON, unless row.BodyType is SignedBody. If row.MaxBody is 0, it ignores the
// body.
func readBody(w http.ResponseWriter, r *http.Request, row RouteRow) error {
	if row.MaxBody == 0 {
		r.Body = http.NoBody
		return nil
	}
	body, err := readWholeBody(w, r, row.MaxBody)
	if err != nil {
		return err
	}
	if len(body) > 0 && row.BodyType != SignedBody {
		if !isJSONType(r.Header.Get("Content-Type")) {
			return errWrongType
		}
		if err := checkJSON(body); err != nil {
			return err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// readWholeBody reads a body of at most limit bytes. It removes the read deadline, because
// the deadline would end a streamed response.
func readWholeBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	var body bytes.Buffer
	body.Grow(int(max(0, min(r.ContentLength, limit))) + bytes.MinRead)
	if _, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, limit)); err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return nil, errTooLarge
		}
		return nil, errSlowBody.Because(err)
	}
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	return body.Bytes(), nil
}
