// Package obs has the log, the metrics, the health checks, the security events, and goroutines that
// recover from panics. Its output contains no texts, addresses, codes, passwords or cookies of
// users.
package obs

import "context"

type contextKey uint8

const (
	requestIDKey contextKey = iota
	userKey
)

// WithRequestID returns a context whose log lines have the id of the request.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey, id)
}

// RequestID returns the id that WithRequestID set, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey).(string)
	return id
}

// WithUser returns a context whose log lines have a short hash of the user's id.
func WithUser(ctx context.Context, userID string) context.Context {
	return context.WithValue(ctx, userKey, userID)
}

func userID(ctx context.Context) string {
	id, _ := ctx.Value(userKey).(string)
	return id
}
