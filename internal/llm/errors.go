package llm

import (
	"fmt"
	"time"
)

// ErrorKind sorts what can go wrong at a model's side.
type ErrorKind string

// The kinds. Before the first visible piece, Retryable ones are tried again or
// on the next provider.
const (
	ErrAuth       ErrorKind = "auth"        // 401, 403, 404: this provider is set up wrongly
	ErrQuota      ErrorKind = "quota"       // 402: no credit
	ErrRate       ErrorKind = "rate"        // 429
	ErrOverloaded ErrorKind = "overloaded"  // 5xx, 529
	ErrContext    ErrorKind = "context"     // the prompt is too long
	ErrBadRequest ErrorKind = "bad_request" // 400, 422
	ErrFiltered   ErrorKind = "filtered"    // the model's own safety filter
	ErrNetwork    ErrorKind = "network"     // refused, reset, timed out
	ErrTruncated  ErrorKind = "truncated"   // the stream stopped without an end
)

// Error is a failure of a provider. Msg is for logs: it is never shown to a
// user and holds no prompt text.
type Error struct {
	Kind     ErrorKind
	Provider string
	Status   int // HTTP status, 0 when there was none
	// Unreachable says that no connection could be made, whatever was asked.
	Unreachable bool
	// Loading says that the server refused because it is still loading the model.
	Loading    bool
	RetryAfter time.Duration
	Param      string // the request field a 400 complained of
	Msg        string
	Cause      error
}

// Error names provider, kind and what the server said.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s (status %d): %s", e.Provider, e.Kind, e.Status, e.Msg)
}

// Unwrap returns the error below, such as a network error.
func (e *Error) Unwrap() error { return e.Cause }
