package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/core"
)

// Problem is the JSON body of all errors of the API. Rule api-error-shape.
type Problem struct {
	Message   string            `json:"message" doc:"Text a person can read"`
	Code      string            `json:"code" doc:"Stable, in snake_case"`
	Errors    map[string]string `json:"errors,omitempty" doc:"One text per invalid field"`
	RequestID string            `json:"request_id"`
	Challenge string            `json:"challenge,omitempty" doc:"Only with the code two_factor_required: the call with the authenticator's code sends this value back"`

	status     int
	retryAfter time.Duration // time until a retry may succeed; 0 if unknown
}

var _ huma.StatusError = (*Problem)(nil)

// Error returns the text for users.
func (p *Problem) Error() string { return p.Message }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.status }

// GetHeaders returns the header Retry-After if a later retry may succeed.
func (p *Problem) GetHeaders() http.Header {
	if p.retryAfter <= 0 {
		return nil
	}
	return http.Header{"Retry-After": {RetryAfter(p.retryAfter)}}
}

// RetryAfter returns the value of a Retry-After header: seconds, rounded up.
func RetryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }

// internalErrorText is the message of every unexpected failure. It contains no detail of the
// cause. Rule api-no-internals.
const internalErrorText = "Something went wrong on our side. Please try again."

// statusByKind has the HTTP status of each kind of error. Rule api-statuses.
var statusByKind = map[core.ErrorKind]int{
	core.Internal: 500, core.Malformed: 400, core.Unauthenticated: 401, core.Exhausted: 402,
	core.Forbidden: 403, core.NotFound: 404, core.NotAllowed: 405, core.NotAcceptable: 406,
	core.Conflict: 409, core.TooLarge: 413, core.WrongType: 415, core.Invalid: 422,
	core.Limited: 429, core.Unavailable: 503, core.Misdirected: 421, core.ExternalFailure: 500,
}

// ProblemOf converts an error into a Problem. An error that is not a core.Error becomes
// a generic 500 without its text.
func ProblemOf(ctx context.Context, err error) *Problem {
	p := &Problem{Message: internalErrorText, Code: "internal", RequestID: RequestID(ctx), status: 500}
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.Kind == core.Internal {
		return p
	}
	p.Message, p.Code, p.Errors, p.Challenge = e.Msg, e.Code, e.TextByField, e.ChallengeToken
	p.status, p.retryAfter = statusByKind[e.Kind], e.RetryAfter
	return p
}

// writeProblem writes an error outside of a huma handler.
func writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := ProblemOf(r.Context(), err)
	for k, v := range p.GetHeaders() {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	json.NewEncoder(w).Encode(p)
}

// huma makes its own errors for parameters and bodies that do not match the schema. These hooks
// turn such an error into a Problem. The hooks are global variables of huma, so they are set once,
// before any registration.
func init() {
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return humaProblem("", status, msg, errs)
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
		if ctx == nil {
			return humaProblem("", status, msg, errs)
		}
		return humaProblem(RequestID(ctx.Context()), status, msg, errs)
	}
}

func humaProblem(requestID string, status int, msg string, errs []error) *Problem {
	p := &Problem{Message: msg, Code: "malformed", RequestID: requestID, status: status}
	switch {
	case status >= 500:
		p.Message, p.Code = internalErrorText, "internal"
	case status == http.StatusUnprocessableEntity:
		p.Message, p.Code, p.Errors = "Please check what you entered.", "invalid", fieldTexts(errs)
	case status == http.StatusBadRequest:
		p.Message = errMalformed.Msg
	case msg == "":
		p.Message = http.StatusText(status)
	}
	return p
}
