package app

import (
	"context"

	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
)

// access is the rule of who may talk with whom. Every call that sends, speaks
// or shows a lock asks it. Nothing can be bought yet, so where payment is set
// up, characters that are not free are closed to everybody. Where it is not set
// up, all are open: a lock would lead nowhere.
type access struct {
	payment bool // whether a visitor could pay
}

func (a access) locked(isFree bool) bool { return a.payment && !isFree }

// catalogueAccess answers the catalogue's question with the rule.
type catalogueAccess struct{ rule access }

// Grants answers for every character asked.
func (a catalogueAccess) Grants(_ context.Context, _ string, list []catalogue.Character) (map[int]catalogue.Grant, error) {
	out := make(map[int]catalogue.Grant, len(list))
	for _, c := range list {
		out[c.CharacterID] = catalogue.Grant{Locked: a.rule.locked(c.IsFree)}
	}
	return out, nil
}

// chatAccess answers the chat room's question with the same rule.
type chatAccess struct{ rule access }

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
	rule      access
	catalogue *catalogue.Service
}

// Grant answers for a character that may be shown. Where no payment is set up,
// every character is free.
func (a billingAccess) Grant(ctx context.Context, _, ref string) (billing.Grant, error) {
	c, err := a.catalogue.Shown(ctx, ref)
	return billing.Grant{IsFree: c.IsFree || !a.rule.payment, Locked: a.rule.locked(c.IsFree)}, err
}
