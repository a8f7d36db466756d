package app

import (
	"context"

	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
)

// freeAccess is the access rule while nothing can be bought: free characters
// are open to everybody, the others to nobody (decisions §4).
type freeAccess struct{}

func (freeAccess) locked(isFree bool) bool { return !isFree }

// catalogueAccess answers the catalogue's question with the rule.
type catalogueAccess struct{ rule freeAccess }

// Grants answers for every character asked.
func (a catalogueAccess) Grants(_ context.Context, _ string, list []catalogue.Character) (map[int]catalogue.Grant, error) {
	out := make(map[int]catalogue.Grant, len(list))
	for _, c := range list {
		out[c.CharacterID] = catalogue.Grant{Locked: a.rule.locked(c.IsFree)}
	}
	return out, nil
}

// chatAccess answers the chat room's question with the same rule.
type chatAccess struct{ rule freeAccess }

// Grants answers for every character asked.
func (a chatAccess) Grants(_ context.Context, _ string, list []chat.Character) (map[int]chat.Grant, error) {
	out := make(map[int]chat.Grant, len(list))
	for _, c := range list {
		out[c.Persona.CharacterID] = chat.Grant{Locked: a.rule.locked(c.Persona.IsFree)}
	}
	return out, nil
}

// billingAccess answers what a plan means for a character.
type billingAccess struct {
	rule      freeAccess
	catalogue *catalogue.Service
}

// Grant answers for a character that may be shown.
func (a billingAccess) Grant(ctx context.Context, _, ref string) (billing.Grant, error) {
	c, err := a.catalogue.Shown(ctx, ref)
	return billing.Grant{IsFree: c.IsFree, Locked: a.rule.locked(c.IsFree)}, err
}
