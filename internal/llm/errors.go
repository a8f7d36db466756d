package llm

import (
	"fmt"
	"time"
)

// ErrorKind is the class of a provider's failure.
type ErrorKind string

// The kinds. ErrContext, ErrBadRequest and ErrFiltered are final, because the request is their
// cause. After all other errors Failover asks the next provider. Before that it retries ErrRate,
// ErrOverloaded, ErrNetwork and ErrTruncated.
const (
	ErrAuth       ErrorKind = "auth"        // 401, 403, 404: the provider is configured wrongly
	ErrQuota      ErrorKind = "quota"       // 402: no credit
	ErrRate       ErrorKind = "rate"        // 429
	ErrOverloaded ErrorKind = "overloaded"  // 5xx, 529
	ErrContext    ErrorKind = "context"     // the prompt is too long
	ErrBadRequest ErrorKind = "bad_request" // 400, 422
	ErrFiltered   ErrorKind = "filtered"    // the provider's safety filter
	ErrNetwork    ErrorKind = "network"     // connection refused, reset, timeout
	ErrTruncated  ErrorKind = "truncated"   // the stream stopped without a finish
)

// Error is a failure of a provider. Msg is for logs: it is not shown to users and
// contains no text of the prompt (rule privacy-no-text-in-logs).
type Error struct {
	Kind     ErrorKind
	Provider string
	Status   int // HTTP status, 0 for none
	// IsUnreachable is true if no connection was made.
	IsUnreachable bool
	// IsLoadingModel is true if the server refused because it is loading the model.
	IsLoadingModel bool
	RetryAfter     time.Duration // wait that the server asks for, 0 for none
	Param          string        // the request field that the error names as wrong, empty for none
	Msg            string
	Cause          error
}

// Error returns provider, kind, status and Msg.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s (status %d): %s", e.Provider, e.Kind, e.Status, e.Msg)
}

// Unwrap returns Cause.
func (e *Error) Unwrap() error { return e.Cause }
