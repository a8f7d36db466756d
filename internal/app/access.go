package app

import (
	"context"

	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
)

// access decides which characters are locked, for every call that sends a message or
// shows a lock. Nothing can be bought yet: with payment, characters that are not free
// are locked for everybody; without it, no character is locked.
type access struct {
	payment bool // Options.Payment
}

func (a access) isLocked(isFree bool) bool { return a.payment && !isFree }

// catalogueAccess adapts the rule to package catalogue.
type catalogueAccess struct{ rule access }

// Grants returns a grant for each character.
func (a catalogueAccess) Grants(_ context.Context, _ string, list []catalogue.Character) (map[int]catalogue.Grant, error) {
	out := make(map[int]catalogue.Grant, len(list))
	for _, c := range list {
		out[c.CharacterID] = catalogue.Grant{Locked: a.rule.isLocked(c.IsFree)}
	}
	return out, nil
}

// chatAccess adapts the rule to the chat room.
type chatAccess struct{ rule access }

// Grants returns a grant for each character.
func (a chatAccess) Grants(_ context.Context, _ string, list []chat.Character) (map[int]chat.Grant, error) {
	out := make(map[int]chat.Grant, len(list))
	for _, c := range list {
		out[c.Persona.CharacterID] = chat.Grant{Locked: a.rule.isLocked(c.Persona.IsFree)}
	}
	return out, nil
}

// billingAccess adapts the rule to the billing room.
type billingAccess struct {
	rule      access
	catalogue *catalogue.Service
}

// Grant returns the grant of a character that is not hidden. Without payment every
// character is free.
func (a billingAccess) Grant(ctx context.Context, _, ref string) (billing.Grant, error) {
	c, err := a.catalogue.Shown(ctx, ref)
	return billing.Grant{IsFree: c.IsFree || !a.rule.payment, Locked: a.rule.isLocked(c.IsFree)}, err
}
