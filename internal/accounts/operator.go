package accounts

import (
	"context"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Operator makes the changes that only the command line offers. Several processes
// may use it on one database while servers run. Rule accounts-admin.
type Operator struct {
	deps  Deps
	store store
}

// NewOperator returns an Operator on a migrated database. It uses DB, Clock, Audit,
// Mail, BaseURL and MailArrives of d.
func NewOperator(d Deps) *Operator {
	if d.Audit == nil {
		d.Audit = noAudit{}
	}
	return &Operator{deps: d, store: store{db: d.DB}}
}

// Basis is the reason why an account counts as verified.
type Basis string

// The reasons, in the order in which they are checked. Rule accounts-verified.
const (
	BasisConfirmed      Basis = "confirmed"       // the user has confirmed the address
	BasisEarlierAccount Basis = "earlier-account" // from before confirmation existed
	BasisNoMail         Basis = "no-mail"         // no mail could reach the user
)

// basis returns why an account counts as verified, or "" if it does not.
func (o *Operator) basis(u User) Basis {
	switch {
	case u.EmailVerified:
		return BasisConfirmed
	case !u.MustVerify:
		return BasisEarlierAccount
	case !o.deps.MailArrives:
		return BasisNoMail
	}
	return ""
}

// AdminChange is the result of Grant and Revoke.
type AdminChange struct {
	User    User
	Changed bool  // false: it was so before
	Basis   Basis // of Grant
	Admins  int   // number of administrators afterwards
}

// Grant makes an account administrator. It returns ErrNotVerified, or an error of
// kind core.NotFound for an unknown address.
func (o *Operator) Grant(ctx context.Context, email string) (AdminChange, error) {
	return o.change(ctx, email, func(tx storage.Querier, c *AdminChange) (e audit.Event, err error) {
		if c.Changed, err = o.store.setAdmin(ctx, tx, c.User, o.deps.MailArrives, o.deps.Clock.Now()); err != nil {
			return e, err
		}
		if c.User, err = o.store.userByEmailIn(ctx, tx, email); err != nil {
			return e, err
		}
		if c.Basis = o.basis(c.User); !c.User.IsAdmin {
			return e, ErrNotVerified
		}
		return audit.Event{Name: audit.AdminGranted, Detail: string(c.Basis)}, nil
	})
}

// Revoke ends the rights of an administrator, also of the last one. It returns an
// error of kind core.NotFound for an unknown address.
func (o *Operator) Revoke(ctx context.Context, email string) (AdminChange, error) {
	return o.change(ctx, email, func(tx storage.Querier, c *AdminChange) (e audit.Event, err error) {
		c.Changed, err = o.store.unsetAdmin(ctx, tx, c.User, o.deps.Clock.Now())
		c.User.IsAdmin = false
		return audit.Event{Name: audit.AdminRevoked}, err
	})
}

// change runs fn on the account of an address and stores the event that fn returns,
// if fn changed something, in one transaction.
func (o *Operator) change(ctx context.Context, email string, fn func(tx storage.Querier, c *AdminChange) (audit.Event, error)) (AdminChange, error) {
	var c AdminChange
	err := o.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		c = AdminChange{}
		if c.User, err = o.store.userByEmailIn(ctx, tx, email); err != nil {
			return err
		}
		e, err := fn(tx, &c)
		if err != nil {
			return err
		}
		if c.Changed {
			e.ActorID, e.SubjectID = audit.Operator, c.User.ID
			if err := o.deps.Audit.Write(ctx, tx, e); err != nil {
				return err
			}
		}
		list, err := o.store.admins(ctx, tx)
		c.Admins = len(list)
		return err
	})
	return c, err
}

// TurnOffTwoFactor turns two-factor sign-in of an account off and ends its sessions,
// because a lost device may be signed in. A mail tells the user. It reports false if
// two-factor sign-in was off; then nothing changes. For an unknown address it returns an
// error of kind core.NotFound. Rule accounts-two-factor-lost.
func (o *Operator) TurnOffTwoFactor(ctx context.Context, email string) (u User, wasOn bool, err error) {
	err = o.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if u, err = o.store.userByEmailIn(ctx, tx, email); err != nil {
			return err
		}
		if err := o.store.lockRow(ctx, tx, u.ID); err != nil {
			return err
		}
		if wasOn, err = o.store.deleteTwoFactor(ctx, tx, u.ID); err != nil || !wasOn {
			return err
		}
		if err := o.store.deleteSessionsExcept(ctx, tx, u.ID, ""); err != nil {
			return err
		}
		if err := o.deps.Audit.Write(ctx, tx, audit.Event{Name: audit.TwoFactorDisabled, ActorID: audit.Operator, SubjectID: u.ID}); err != nil {
			return err
		}
		return o.sendTwoFactorLifted(ctx, tx, u.Email)
	})
	return u, wasOn, err
}

// LockUser returns the account of an address and locks its row until the transaction ends.
// For an unknown address the error is of kind core.NotFound.
func (o *Operator) LockUser(ctx context.Context, tx storage.Querier, email string) (User, error) {
	u, err := o.store.userByEmailIn(ctx, tx, email)
	if err != nil {
		return u, err
	}
	return u, o.store.lockRow(ctx, tx, u.ID)
}

// Admins returns the administrators, sorted by address.
func (o *Operator) Admins(ctx context.Context) ([]User, error) {
	return o.store.admins(ctx, o.deps.DB.Reader())
}

// Addresses returns the email addresses of accounts, by id. Ids without an account
// are left out.
func (o *Operator) Addresses(ctx context.Context, ids []string) (map[string]string, error) {
	return o.store.addresses(ctx, ids)
}

// IsUnknown reports whether err means that no account has an address.
func IsUnknown(err error) bool { return core.KindOf(err) == core.NotFound }
