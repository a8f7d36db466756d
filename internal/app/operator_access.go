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

// Every is the name of all characters in GrantAccess.
const Every = "all"

// Errors of GrantAccess.
var (
	ErrNoCharacter   = errors.New("app: there is no such character")
	ErrFreeCharacter = errors.New("app: the character is free")
)

// AccessGranted is the result of GrantAccess. CharacterID is 0 and Name is empty for
// every character.
type AccessGranted struct {
	User        accounts.User
	CharacterID int
	Name        string
	Until       time.Time
}

// GrantAccess opens a character, or Every, for the account of an address without a
// payment, or extends what it was given before. character is an id, slug or
// character_id. The error is ErrNoCharacter, ErrFreeCharacter, one of kind core.NotFound
// for an unknown address, or of kind core.Invalid for wrong days. Rule
// payment-grant-access.
func (o *Operator) GrantAccess(ctx context.Context, email, character string, days int) (AccessGranted, error) {
	var out AccessGranted
	if character != Every {
		c, err := o.characterToGrant(ctx, character)
		if err != nil {
			return out, err
		}
		out.CharacterID, out.Name = c.CharacterID, c.Name
	}
	err := o.db.Write(ctx, func(tx storage.Querier) (err error) {
		if out.User, err = o.LockUser(ctx, tx, email); err != nil {
			return err
		}
		out.Until, err = o.billing.GrantAccess(ctx, tx, billing.AccessGrant{UserID: out.User.ID, CharacterID: out.CharacterID, Days: days})
		return err
	})
	return out, err
}

func (o *Operator) characterToGrant(ctx context.Context, ref string) (catalogue.Character, error) {
	c, err := o.catalogue.Shown(ctx, ref)
	if core.KindOf(err) == core.NotFound {
		err = ErrNoCharacter
	}
	if err == nil && c.IsFree {
		err = ErrFreeCharacter
	}
	return c, err
}
