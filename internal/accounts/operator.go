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
// Mail, BaseURL and HasMailServer of d.
func NewOperator(d Deps) *Operator {
	if d.Audit == nil {
		d.Audit = noAudit{}
	}
	return &Operator{deps: d, store: store{db: d.DB}}
}

// VerifiedReason is the reason why an account counts as verified.
type VerifiedReason string

// The reasons. If several apply, the first one counts. Rule accounts-verified.
const (
	VerifiedByConfirmation   VerifiedReason = "confirmed"       // the user has confirmed the address
	VerifiedAsEarlierAccount VerifiedReason = "earlier-account" // made before confirmation existed
	VerifiedWithoutMail      VerifiedReason = "no-mail"         // this installation sends no mail
)

// verifiedReason returns why an account counts as verified, or "" if it does not.
func (o *Operator) verifiedReason(u User) VerifiedReason {
	switch {
	case u.IsEmailVerified:
		return VerifiedByConfirmation
	case !u.MustVerifyEmail:
		return VerifiedAsEarlierAccount
	case !o.deps.HasMailServer:
		return VerifiedWithoutMail
	}
	return ""
}

// AdminChange is the result of GrantAdmin and RevokeAdmin.
type AdminChange struct {
	User       User
	HasChanged bool           // false if the grant or the revocation has changed nothing
	VerifiedBy VerifiedReason // set by GrantAdmin
	AdminCount int            // number of administrators afterwards
}

// GrantAdmin makes the account of an address administrator. It returns ErrNotVerified, or an
// error of kind core.NotFound for an unknown address.
func (o *Operator) GrantAdmin(ctx context.Context, email string) (AdminChange, error) {
	return o.changeAdminAndAudit(ctx, email, func(tx storage.Querier, c *AdminChange) (e audit.Event, err error) {
		if c.HasChanged, err = o.store.setAdmin(ctx, tx, c.User, o.deps.HasMailServer, o.deps.Clock.Now()); err != nil {
			return e, err
		}
		if c.User, err = o.store.userByEmailWithQuerier(ctx, tx, email); err != nil {
			return e, err
		}
		if c.VerifiedBy = o.verifiedReason(c.User); !c.User.IsAdmin {
			return e, ErrNotVerified
		}
		return audit.Event{Name: audit.AdminGranted, Detail: string(c.VerifiedBy)}, nil
	})
}

// RevokeAdmin ends the rights of an administrator, even of the last one. It returns an error
// of kind core.NotFound for an unknown address.
func (o *Operator) RevokeAdmin(ctx context.Context, email string) (AdminChange, error) {
	return o.changeAdminAndAudit(ctx, email, func(tx storage.Querier, c *AdminChange) (e audit.Event, err error) {
		c.HasChanged, err = o.store.unsetAdmin(ctx, tx, c.User, o.deps.Clock.Now())
		c.User.IsAdmin = false
		return audit.Event{Name: audit.AdminRevoked}, err
	})
}

// changeAdminAndAudit runs fn on the account of an address. If fn sets HasChanged, it also stores
// the audit event that fn returns, in the same transaction.
func (o *Operator) changeAdminAndAudit(ctx context.Context, email string, fn func(tx storage.Querier, c *AdminChange) (audit.Event, error)) (AdminChange, error) {
	var c AdminChange
	err := o.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		c = AdminChange{}
		if c.User, err = o.store.userByEmailWithQuerier(ctx, tx, email); err != nil {
			return err
		}
		e, err := fn(tx, &c)
		if err != nil {
			return err
		}
		if c.HasChanged {
			e.ActorID, e.SubjectID = audit.OperatorActor, c.User.ID
			if err := o.deps.Audit.Write(ctx, tx, e); err != nil {
				return err
			}
		}
		list, err := o.store.admins(ctx, tx)
		c.AdminCount = len(list)
		return err
	})
	return c, err
}

// TurnOffTwoFactor turns two-factor sign-in of an account off and mails the user. It ends the
// sessions, because somebody else may have the device. If two-factor sign-in was off already, it
// changes nothing and wasOn is false. For an unknown address the error has the kind core.NotFound.
// Rule accounts-two-factor-lost.
func (o *Operator) TurnOffTwoFactor(ctx context.Context, email string) (u User, wasOn bool, err error) {
	err = o.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if u, err = o.store.userByEmailWithQuerier(ctx, tx, email); err != nil {
			return err
		}
		if err := o.store.lockUserRow(ctx, tx, u.ID); err != nil {
			return err
		}
		if wasOn, err = o.store.deleteTwoFactor(ctx, tx, u.ID); err != nil || !wasOn {
			return err
		}
		if err := o.store.deleteSessionsExcept(ctx, tx, u.ID, ""); err != nil {
			return err
		}
		if err := o.deps.Audit.Write(ctx, tx, audit.Event{Name: audit.TwoFactorDisabled, ActorID: audit.OperatorActor, SubjectID: u.ID}); err != nil {
			return err
		}
		return o.sendTwoFactorOffByOperator(ctx, tx, u.Email)
	})
	return u, wasOn, err
}

// LockUserRow returns the account of an address and locks its row until the transaction ends.
// For an unknown address the error is of kind core.NotFound.
func (o *Operator) LockUserRow(ctx context.Context, tx storage.Querier, email string) (User, error) {
	u, err := o.store.userByEmailWithQuerier(ctx, tx, email)
	if err != nil {
		return u, err
	}
	return u, o.store.lockUserRow(ctx, tx, u.ID)
}

// Admins returns the administrators, sorted by address.
func (o *Operator) Admins(ctx context.Context) ([]User, error) {
	return o.store.admins(ctx, o.deps.DB.Reader())
}

// EmailsByUserID returns the email addresses of accounts, by id. Ids without an account
// are left out.
func (o *Operator) EmailsByUserID(ctx context.Context, ids []string) (map[string]string, error) {
	return o.store.emailsByUserID(ctx, ids)
}

// IsUnknownAddress reports whether err means that there is no account with the given address.
func IsUnknownAddress(err error) bool { return core.KindOf(err) == core.NotFound }
