// Package billing stores the plans that users can buy. It owns the table plans.
//
// Invariants:
//   - An amount is a whole number of minor units of the plan's currency, such as
//     cents. It never comes from a client.
//   - The seed does not overwrite a plan that an administrator edited or a newer
//     seed wrote.
package billing

import (
	"context"
	"fmt"
	"log/slog"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Deps are the dependencies of a Service.
type Deps struct {
	DB     *storage.DB
	Access Access
	Clock  core.Clock
	Log    *slog.Logger // nil: slog.Default
	// SeedVersion is the version of the seed that LoadPlans loads. It does not
	// overwrite plans that a newer seed wrote.
	SeedVersion int64
}

// Service is the billing room. It is safe for concurrent use.
type Service struct {
	deps  Deps
	store store
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, store{d.DB, &storage.Broken{Log: d.Log}}} }

var (
	errNoPlan = core.E(core.NotFound, "plan_not_found", "There is no such plan.")
)

// Plan returns an active plan. If the plan is unknown or inactive, the error is
// core.NotFound. Rule payment-plans.
func (s *Service) Plan(ctx context.Context, id int) (Plan, error) { return s.store.plan(ctx, id) }

// LoadPlans stores the plans of the seed.
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
