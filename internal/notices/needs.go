package notices

import (
	"context"
	"time"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Jobs is the queue of durable jobs.
type Jobs interface {
	HandleWith(kind string, p jobs.RetryPolicy, fn func(ctx context.Context, payload []byte) error)
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
	Enqueue(ctx context.Context, q storage.Querier, job jobs.Job) error
}
