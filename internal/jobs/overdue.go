package jobs

import (
	"context"

	"colloquy/internal/core"
)

// OverdueSeconds returns how long the oldest due job of each kind has waited, in seconds, for the
// metrics. A running job is not due until its lease ends. Rule operations-metrics.
func (q *Queue) OverdueSeconds(ctx context.Context) (map[string]float64, error) {
	now := core.Millis(q.clock.Now())
	dueByKind, err := oldestDueByKind(ctx, q.db.Reader(), now)
	out := make(map[string]float64, len(dueByKind))
	for kind, runAt := range dueByKind {
		out[kind] = float64(now-runAt) / 1000
	}
	return out, err
}
