// Package billing keeps the plans and their prices. It owns the table plans.
//
// Invariants: an amount is a whole number of minor units with its currency, and
// always the plan's own, never one from a request; loading the seed never
// overwrites a plan that an administrator edited or a newer seed wrote.
package billing

import (
	"context"
	"fmt"
	"log/slog"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps is what the package needs.
type Deps struct {
	DB     *storage.DB
	Access Access
	Clock  core.Clock
	Log    *slog.Logger // nil: slog.Default
	// SeedVersion is the version of the seed that is loaded. Plans of a newer one are
	// not changed.
	SeedVersion int64
}

// Service answers about plans. Its methods may be called concurrently.
type Service struct {
	deps  Deps
	store store
}

// New returns the service.
func New(d Deps) *Service { return &Service{d, store{d.DB, &storage.Broken{Log: d.Log}}} }

var errNoPlan = core.E(core.NotFound, "plan_not_found", "There is no such plan.")

// Plan returns an active plan. An unknown or inactive one is core.NotFound.
func (s *Service) Plan(ctx context.Context, id int) (Plan, error) { return s.store.plan(ctx, id) }

// LoadPlans writes the plans of the seed into the database.
func (s *Service) LoadPlans(ctx context.Context, plans []Plan) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		for _, p := range plans {
			if err := s.store.savePlan(ctx, tx, p, s.deps.SeedVersion, core.Millis(s.deps.Clock.Now())); err != nil {
				return fmt.Errorf("billing: save plan %d: %w", p.ID, err)
			}
		}
		return nil
	})
}
