// Package core holds the few values every room shares: errors with a kind,
// the acting user, identifiers, the clock and the persona. It imports the
// standard library only.
package core

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what sort of failure an Error is. httpx alone turns it into a
// status (decisions §1).
type Kind uint8

// The kinds, with the status that decisions §1 gives each.
const (
	Internal        Kind = iota // 500, answered generically
	Malformed                   // 400
	Unauthenticated             // 401
	Exhausted                   // 402, an allowance is used up
	Forbidden                   // 403
	NotFound                    // 404, also for what belongs to somebody else
	Conflict                    // 409
	TooLarge                    // 413
	WrongType                   // 415
	Invalid                     // 422
	Limited                     // 429
	Unavailable                 // 503, a dependency is down
	NotAcceptable               // 406
	NotAllowed                  // 405
	Misdirected                 // 421, the request is for another host
)

// Error is a failure that a person may read about. Msg is shown to the user,
// Code is stable for programs, Fields holds one text per invalid field, and
// RetryAfter is set when waiting helps.
type Error struct {
	Kind       Kind
	Code       string
	Msg        string
	Fields     map[string]string
	RetryAfter time.Duration
	cause      error
}

// E makes an Error of a kind with its stable code and the text to show.
func E(kind Kind, code, msg string) *Error {
	return &Error{Kind: kind, Code: code, Msg: msg}
}

// Fields makes a validation error (422) with one text per field. The message
// is the first text in the order given.
func Fields(pairs ...string) *Error {
	e := &Error{Kind: Invalid, Code: "invalid", Fields: make(map[string]string, len(pairs)/2)}
	for i := 0; i+1 < len(pairs); i += 2 {
		if e.Msg == "" {
			e.Msg = pairs[i+1]
		}
		e.Fields[pairs[i]] = pairs[i+1]
	}
	return e
}

// Error returns the shown text, and the hidden cause behind it for logs.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %v", e.Msg, e.cause)
	}
	return e.Msg
}

// Unwrap returns the hidden cause.
func (e *Error) Unwrap() error { return e.cause }

// Is matches two Errors by code, so that errors.Is works with a room's listed
// errors after Because, Field or After made a copy.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.Kind == e.Kind
}

// Because returns a copy with a cause that is logged and never shown.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// Field returns a copy that names the field its message belongs to.
func (e *Error) Field(name string) *Error {
	c := *e
	c.Fields = map[string]string{name: e.Msg}
	return &c
}

// After returns a copy that says how long to wait before trying again.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// KindOf returns the kind of err, Internal when it is no Error.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}
