package app

import (
	"context"
	"strconv"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// CharacterChange is the result of SetCharacterActive.
type CharacterChange struct {
	CharacterID int
	Name        string
	IsActive    bool
	HasChanged  bool // false if the character was in this state before
}

// SetCharacterActive shows or hides a character for everybody. character is an id, slug or
// character_id. The error is ErrNoCharacter if there is no such character.
func (o *Operator) SetCharacterActive(ctx context.Context, character string, active bool) (out CharacterChange, err error) {
	event := audit.CharacterHidden
	if active {
		event = audit.CharacterShown
	}
	err = o.db.Write(ctx, func(tx storage.Querier) error {
		c, changed, err := o.catalogue.SetActive(ctx, tx, character, active)
		if core.KindOf(err) == core.NotFound {
			return ErrNoCharacter
		}
		if err != nil {
			return err
		}
		out = CharacterChange{c.CharacterID, c.Name, active, changed}
		if !changed {
			return nil
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: event, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor, Detail: strconv.Itoa(c.CharacterID)})
	})
	return out, err
}
