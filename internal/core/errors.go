// Package core has the types and functions that every package may use: errors with a kind, the
// acting user, identifiers, cursors, the clock and networks. It also has Persona, Category and
// Media, which both the seed and a feature use. A type that only one feature needs belongs to that
// feature. core imports the standard library only.
package core

import (
	"errors"
	"fmt"
	"time"
)

// ErrorKind is the category of an Error. Only httpx turns it into an HTTP status.
type ErrorKind uint8

// The kinds and their HTTP statuses.
const (
	Internal        ErrorKind = iota // 500, with a generic text
	Malformed                        // 400
	Unauthenticated                  // 401
	Exhausted                        // 402, a budget is used up
	Forbidden                        // 403
	NotFound                         // 404, also for resources of another user (rule access-foreign-is-missing)
	Conflict                         // 409
	TooLarge                         // 413
	WrongType                        // 415
	Invalid                          // 422
	Limited                          // 429
	Unavailable                      // 503, a dependency is down
	NotAcceptable                    // 406
	NotAllowed                       // 405
	Misdirected                      // 421, the request is for another host
	ExternalFailure                  // 500, with its own text: something outside of the service failed
)

// Error is an error that users see.
//   - Code identifies the error for programs and never changes.
//   - Msg is the text that is shown.
//   - TextByField has a text for each invalid field, by the name of the field.
//   - RetryAfter is set if a retry after this time may succeed.
//   - ChallengeToken is set if a sign-in needs a second factor. The client returns it with the code.
type Error struct {
	Kind           ErrorKind
	Code           string
	Msg            string
	TextByField    map[string]string
	RetryAfter     time.Duration
	ChallengeToken string
	cause          error
}

// E returns an Error. code is in snake case, msg is the text that users see.
func E(kind ErrorKind, code, msg string) *Error {
	return &Error{Kind: kind, Code: code, Msg: msg}
}

// InvalidFieldsError returns a validation error (422) from pairs of a field's name and its text.
// The first text is the message (rule texts-first-error).
func InvalidFieldsError(pairs ...string) *Error {
	e := &Error{Kind: Invalid, Code: "invalid", TextByField: make(map[string]string, len(pairs)/2)}
	for i := 0; i+1 < len(pairs); i += 2 {
		if e.Msg == "" {
			e.Msg = pairs[i+1]
		}
		e.TextByField[pairs[i]] = pairs[i+1]
	}
	return e
}

// Error returns the message and, for logs, the cause.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %v", e.Msg, e.cause)
	}
	return e.Msg
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is compares kind and code, so that errors.Is also finds the copies that the
// methods below return.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.Kind == e.Kind
}

// Because returns a copy with a cause, which is logged but not shown to users.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// AtField returns a copy that shows its message at a field.
func (e *Error) AtField(name string) *Error {
	c := *e
	c.TextByField = map[string]string{name: e.Msg}
	return &c
}

// WithRetryAfter returns a copy whose RetryAfter is d.
func (e *Error) WithRetryAfter(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// WithChallenge returns a copy whose ChallengeToken is challenge.
func (e *Error) WithChallenge(challenge string) *Error {
	c := *e
	c.ChallengeToken = challenge
	return &c
}

// KindOf returns the kind of err, or Internal if err is not an Error.
func KindOf(err error) ErrorKind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}
