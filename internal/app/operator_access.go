package app

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// EveryCharacter is the argument of GrantAccess that means all characters.
const EveryCharacter = "all"

// Errors of GrantAccess.
var (
	ErrNoCharacter   = errors.New("app: there is no such character")
	ErrFreeCharacter = errors.New("app: the character is free")
)

// GrantedAccess is the result of GrantAccess. If GrantAccess has opened every character,
// CharacterID is 0 and Name is empty.
type GrantedAccess struct {
	User        accounts.User
	CharacterID int
	Name        string
	Until       time.Time
}

// GrantAccess opens a character, or EveryCharacter, to a user for a number of days without a
// payment. It extends access that was granted before. email is the address of the account.
// character is an id, slug, former slug or character_id. Rule payment-grant-access.
//
// Errors:
//   - ErrNoCharacter: the character is unknown or hidden
//   - ErrFreeCharacter: the character is free
//   - an error of kind core.NotFound: the address is unknown
//   - an error of kind core.Invalid: the number of days is invalid
func (o *Operator) GrantAccess(ctx context.Context, email, character string, days int) (GrantedAccess, error) {
	var out GrantedAccess
	if character != EveryCharacter {
		c, err := o.characterToGrant(ctx, character)
		if err != nil {
			return out, err
		}
		out.CharacterID, out.Name = c.CharacterID, c.Name
	}
	err := o.db.Write(ctx, func(tx storage.Querier) (err error) {
		if out.User, err = o.LockUserRow(ctx, tx, email); err != nil {
			return err
		}
		out.Until, err = o.billing.GrantAccess(ctx, tx, billing.AccessGrant{UserID: out.User.ID, CharacterID: out.CharacterID, Days: days})
		return err
	})
	return out, err
}

func (o *Operator) characterToGrant(ctx context.Context, ref string) (catalogue.Character, error) {
	c, err := o.catalogue.FindShown(ctx, ref)
	if core.KindOf(err) == core.NotFound {
		err = ErrNoCharacter
	}
	if err == nil && c.IsFree {
		err = ErrFreeCharacter
	}
	return c, err
}
