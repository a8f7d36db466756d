// Package billing sells plans: orders, payments, refunds, invoices, and the access rule. It owns
// the tables plans, plan_prices, purchases, purchase_payments, purchase_refunds, purchase_disputes,
// payment_events, invoices and invoice_years.
//
// Invariants:
//   - An amount is a whole number of minor units of the plan's currency, such as cents. It never
//     comes from a client.
//   - The reports of a provider are merged into facts that only grow: captured, refunded up to an
//     amount, disputed. Status and access are computed from the facts. So reports may come in any
//     sequence and more than once (settle.go, derive.go).
//   - A paid order has one invoice; the numbers of a year have no gap.
//   - Every call that sends a message, reads one aloud or shows a lock calls Passes.GrantFor.
//     Nothing caches the result, so a refund ends the access on all processes at once.
//   - The seed does not overwrite a plan that an administrator edited or a newer seed wrote.
package billing

import (
	"context"
	"fmt"
	"log/slog"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Ids of the plans that open one character and every character. Their prices and days are in
// seed/plans.json. Rules payment-plans, access-who-may-chat.
const (
	oneCharacterPlanID = 1
	allAccessPlanID    = 2
)

// Deps are the dependencies of a Service. Provider is nil where no payment is set up:
// every character is open then (rule access-open-without-payment).
type Deps struct {
	DB           *storage.DB
	Provider     Provider
	Passes       PassReader
	Characters   Characters
	People       People
	SentMessages SentMessages
	Notices      Notices
	Mail         Mail
	Jobs         Jobs // nil: no background work
	Limits       Limits
	Audit        Audit
	Metrics      Metrics // nil: not counted
	Clock        core.Clock
	Log          *slog.Logger // nil: slog.Default
	BaseURL      string       // address of the site; links in mails begin with it
	Seller       Seller
	// TakesOnlyTestPayments means that payments are a test, as in the sandbox.
	TakesOnlyTestPayments bool
	// SeedVersion is the version of the seed that LoadPlans loads. LoadPlans does not overwrite
	// plans that a newer seed wrote.
	SeedVersion int64
}

// Seller is the seller as invoices show it. Each text is a line.
type Seller struct {
	AddressLines []string // name and address
	TaxLines     []string // such as a tax number
}

// Service sells plans. It is safe for concurrent use.
type Service struct {
	deps  Deps
	store store
}

// New returns a Service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{d, store{d.DB, &storage.BrokenRowLog{Log: d.Log}}}
	if d.Jobs != nil {
		d.Jobs.HandleWith(surplusJobKind, surplusRetryPolicy, s.refundSurplus)
		d.Jobs.HandleWith(eventJobKind, eventRetryPolicy, s.handleEventJob)
		d.Jobs.Every("billing.reconcile", reconcileInterval, s.Reconcile)
		d.Jobs.Every("billing.remind", remindInterval, s.RemindBuyers)
		d.Jobs.Every("billing.unsettled-messages", unsettledCleanInterval, s.deleteUnsettledEvents)
	}
	return s
}

func (s *Service) logger() *slog.Logger {
	if s.deps.Log == nil {
		return slog.Default()
	}
	return s.deps.Log
}

// countEventOutcome counts a message of the provider by its outcome, if there are Metrics.
func (s *Service) countEventOutcome(outcome string) {
	if s.deps.Metrics != nil {
		s.deps.Metrics.CountPaymentEvent(outcome)
	}
}

var (
	errNoPlan = core.E(core.NotFound, "plan_not_found", "There is no such plan.")
	// rule payment-grant-access
	errGrantDays = core.E(core.Invalid, "grant_days", "Access can be given for 1 to 3660 days, and can end at most 3660 days from now.")
)

// Plan returns an active plan. If the plan is unknown or inactive, the error is
// core.NotFound.
func (s *Service) Plan(ctx context.Context, id int) (Plan, error) { return s.store.plan(ctx, id) }

// LoadPlans stores the plans of the seed. It does not overwrite a plan that an administrator
// edited or a newer seed wrote.
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
