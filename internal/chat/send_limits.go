package chat

import (
	"context"
	"time"

	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// The most messages and new versions that a user may request (rule chat-send-limits).
const (
	sendsPerMinute = 20
	sendsPerDay    = 300
)

// countSend counts a message or a new version against the limits of sending. A rollback of
// the transaction undoes the count. Rule messages-versions.
func (s *Service) countSend(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := s.deps.Limits.TakeInTx(ctx, tx, sendLimits(userID)...)
	return asRateLimited(err)
}

// sendLimits returns the limits of sending of a user (rule chat-send-limits).
func sendLimits(userID string) []limits.Limit {
	return []limits.Limit{{Key: "send " + userID, N: sendsPerMinute, Period: time.Minute}, dayLimit(userID)}
}

// dayLimit returns the limit of a user's messages in 24 hours.
func dayLimit(userID string) limits.Limit {
	return limits.Limit{Key: "send " + userID, N: sendsPerDay, Period: 24 * time.Hour}
}

// asRateLimited replaces the error of an exceeded limit by the error that users see. It returns
// other errors unchanged.
func asRateLimited(err error) error {
	if wait, full := limits.WaitOfFullError(err); full {
		return errRateLimited.WithRetryAfter(wait)
	}
	return err
}
