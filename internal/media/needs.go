package media

import (
	"context"
	"time"

	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Limits counts the events of all processes together, and refuses events above a limit.
type Limits interface {
	Take(ctx context.Context, list ...limits.Limit) (limits.TakenEvent, error)
	GiveBack(ctx context.Context, t limits.TakenEvent) error
}

// Jobs is the queue of durable jobs.
type Jobs interface {
	Handle(kind string, fn func(ctx context.Context, payload []byte) error)
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
	Enqueue(ctx context.Context, q storage.Querier, job jobs.Job) error
}

// Metrics has gauges of what is stored.
type Metrics interface {
	SetMediaStored(files, bytes int64)
}
