// Package obs is how the program is watched: the log, the metrics and the
// health checks. None of them ever holds what people wrote, their addresses,
// codes, passwords or cookies (security 2.1, Logs).
package obs

import "context"

type contextKey uint8

const (
	requestIDKey contextKey = iota
	userKey
)

// WithRequestID returns a context whose log lines carry the request's id.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey, id)
}

// RequestID returns the id that WithRequestID set, or nothing.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey).(string)
	return id
}

// WithUser returns a context whose log lines carry a short hash of the user's
// id: enough to follow one user through the log, not to name them.
func WithUser(ctx context.Context, userID string) context.Context {
	return context.WithValue(ctx, userKey, userID)
}

func userID(ctx context.Context) string {
	id, _ := ctx.Value(userKey).(string)
	return id
}
