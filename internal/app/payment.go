package app

import (
	"context"

	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/config"
)

// choosePayment returns the provider of the settings, or nil where no payment is set up.
func (a *App) choosePayment() (billing.Provider, error) {
	switch a.opts.Config.PaymentProvider() {
	case config.PaymentsRazorpay, config.PaymentsSandbox:
		return nil, nil
	}
	return nil, nil
}

// billingCharacters adapts the catalogue to the billing room.
type billingCharacters struct{ catalogue *catalogue.Service }

// Shown looks up a character that is not hidden, by id, slug or character_id.
func (a billingCharacters) Shown(ctx context.Context, ref string) (billing.Character, error) {
	c, err := a.catalogue.Shown(ctx, ref)
	return billing.Character{ID: c.ID, CharacterID: c.CharacterID, Slug: c.Slug, Name: c.Name, IsFree: c.IsFree}, err
}
