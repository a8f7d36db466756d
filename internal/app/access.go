package app

import (
	"context"

	"colloquy/internal/accounts"
	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
)

// catalogueAccess adapts the access rule to package catalogue.
type catalogueAccess struct{ passes billing.PassReader }

// Grants returns the user's grant for each character, by character_id. It reads the user's
// purchases once.
func (a catalogueAccess) Grants(ctx context.Context, userID string, list []catalogue.Character) (map[int]catalogue.Grant, error) {
	passes, err := a.passes.ReadPasses(ctx, userID)
	if err != nil {
		return nil, err
	}
	out := make(map[int]catalogue.Grant, len(list))
	for _, c := range list {
		g := passes.GrantFor(c.CharacterID, c.IsFree)
		out[c.CharacterID] = catalogue.Grant{IsLocked: g.IsLocked, ExpiryAt: g.ExpiryAt}
	}
	return out, nil
}

// chatAccess adapts the access rule to package chat.
type chatAccess struct{ passes billing.PassReader }

// Grants returns the user's grant for each character, by character_id. It reads the user's
// purchases once.
func (a chatAccess) Grants(ctx context.Context, userID string, list []chat.Character) (map[int]chat.Grant, error) {
	passes, err := a.passes.ReadPasses(ctx, userID)
	if err != nil {
		return nil, err
	}
	out := make(map[int]chat.Grant, len(list))
	for _, c := range list {
		g := passes.GrantFor(c.Persona.CharacterID, c.IsFree)
		out[c.Persona.CharacterID] = chat.Grant{IsLocked: g.IsLocked, ExpiryAt: g.ExpiryAt, HasPurchase: passes.IsPaying()}
	}
	return out, nil
}

// accountPurchases adapts the purchases of package billing to package accounts.
type accountPurchases struct{ passes billing.PassReader }

// Purchases returns the purchases that a user has paid for, with one query.
func (a accountPurchases) Purchases(ctx context.Context, userID string) ([]accounts.Purchase, error) {
	list, err := a.passes.PaidPurchases(ctx, userID)
	out := make([]accounts.Purchase, len(list))
	for i, b := range list {
		out[i] = accounts.Purchase{CharacterID: b.CharacterID, PlanID: b.PlanID, Status: string(b.Status), ExpiryAt: b.ExpiryAt}
	}
	return out, err
}
