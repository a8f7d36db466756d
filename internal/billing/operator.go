package billing

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// maxGrantDays is the longest time, in days from now, that access given by the operator can
// run.
const maxGrantDays = 3660

// Operator makes the changes that only the command line offers. Several processes may
// use it on one database while servers run.
type Operator struct {
	clock core.Clock
	audit Audit
	store store
}

// NewOperator returns an Operator on a migrated database. It uses DB, Clock, Audit and
// Log of d.
func NewOperator(d Deps) *Operator {
	return &Operator{d.Clock, d.Audit, store{d.DB, &storage.BrokenRowLog{Log: d.Log}}}
}

// AccessGrant opens a character for a user for some days, without a payment. If the grant opens
// every character, CharacterID is 0.
type AccessGrant struct {
	UserID      string
	CharacterID int
	Days        int
}

// GrantAccess gives a user free access without an invoice. It extends running free access to the
// same character. It returns the end of the access. The error is errGrantDays if Days is below 1 or
// the end is more than maxGrantDays away. The caller's transaction must have locked the user's row.
// Rule payment-grant-access.
func (o *Operator) GrantAccess(ctx context.Context, tx storage.Querier, g AccessGrant) (until time.Time, err error) {
	if g.Days < 1 || g.Days > maxGrantDays {
		return until, errGrantDays
	}
	now := o.clock.Now()
	running, err := o.store.findRunningGrant(ctx, tx, g, now)
	if err != nil {
		return until, err
	}
	until = running.until.AddDate(0, 0, g.Days)
	if running.id == "" {
		until = now.AddDate(0, 0, g.Days)
	}
	if until.After(now.AddDate(0, 0, maxGrantDays)) {
		return until, errGrantDays
	}
	if running.id == "" {
		err = o.store.insertGrant(ctx, tx, g, now, until)
	} else {
		err = o.store.extendGrant(ctx, tx, running.id, g.Days, now, until)
	}
	if err != nil {
		return until, err
	}
	return until, o.audit.Write(ctx, tx, audit.Event{Name: audit.AccessGranted, ActorID: audit.OperatorActor, SubjectID: g.UserID, Detail: g.auditDetail()})
}

func (g AccessGrant) planID() int {
	if g.CharacterID == 0 {
		return allAccessPlanID
	}
	return oneCharacterPlanID
}

// auditDetail names the character and the days, as "64-30d" or "all-30d".
func (g AccessGrant) auditDetail() string {
	character := "all"
	if g.CharacterID != 0 {
		character = fmt.Sprint(g.CharacterID)
	}
	return fmt.Sprintf("%s-%dd", character, g.Days)
}
