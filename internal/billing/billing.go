// Package billing knows what access costs: it keeps the plans. It owns the
// table plans.
//
// Invariants: an amount is a whole number of minor units with its currency, and
// always the plan's own, never one that a client names; a plan that an
// administrator edited, or a newer seed wrote, is never overwritten by the seed.
package billing

import (
	"context"
	"fmt"
	"log/slog"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps is what the room is built from.
type Deps struct {
	DB     *storage.DB
	Access Access
	Clock  core.Clock
	Log    *slog.Logger // nil: slog.Default
	// SeedVersion is the version of the seed that is loaded: plans of a newer one
	// are left alone.
	SeedVersion int64
}

// Service answers about plans.
type Service struct {
	Deps
	store store
}

// New makes the room.
func New(d Deps) *Service { return &Service{d, store{d.DB, &storage.Broken{Log: d.Log}}} }

var (
	errNoPlan = core.E(core.NotFound, "plan_not_found", "There is no such plan.")
)

// Plan returns a plan that can be bought. None is core.NotFound.
func (s *Service) Plan(ctx context.Context, id int) (core.Plan, error) { return s.store.plan(ctx, id) }

// LoadPlans brings the plans of the seed into the database.
func (s *Service) LoadPlans(ctx context.Context, plans []core.Plan) error {
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		for _, p := range plans {
			if err := s.store.savePlan(ctx, tx, p, s.SeedVersion, core.Millis(s.Clock.Now())); err != nil {
				return fmt.Errorf("billing: save plan %d: %w", p.ID, err)
			}
		}
		return nil
	})
}
