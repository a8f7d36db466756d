package app

import (
	"context"

	"colloquy/internal/accounts"
	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
	"colloquy/internal/content"
	"colloquy/internal/social"
	"colloquy/seed"
)

// maxReplies bounds how many replies one process writes at once. Further ones
// wait for a place.
const maxReplies = 4096

// rooms are the features.
type rooms struct {
	accounts  *accounts.Service
	catalogue *catalogue.Service
	content   *content.Service
	billing   *billing.Service
	social    *social.Service
	chat      *chat.Service
}

// buildRooms makes each feature, gives it what it needs of others, and
// registers its calls.
func (a *App) buildRooms(ctx context.Context) (r rooms, err error) {
	o := a.opts
	rule := access{payment: o.Payment}
	r.accounts, err = accounts.New(ctx, accounts.Deps{DB: a.db, Limits: a.limits, Jobs: a.jobs, Clock: o.Clock, Events: a.security, HashMemory: o.HashMemory, RefusalPause: o.RefusalPause})
	if err != nil {
		return r, err
	}
	r.catalogue = catalogue.New(catalogue.Deps{DB: a.db, Access: catalogueAccess{rule}, Social: catalogueSocial{&r}, Clock: o.Clock, Log: o.Log, SeedVersion: seed.Version()})
	r.content = content.New(content.Deps{
		DB: a.db, Characters: contentCharacters{r.catalogue}, Mail: a.mailer, Limits: a.limits, Jobs: a.jobs, Clock: o.Clock, Log: o.Log, SeedVersion: seed.Version(),
		SupportEmail: o.Config.SupportEmail, BusinessAddress: o.Config.BusinessAddress,
	})
	r.billing = billing.New(billing.Deps{DB: a.db, Access: billingAccess{rule, r.catalogue}, Clock: o.Clock, Log: o.Log, SeedVersion: seed.Version()})
	r.social = social.New(social.Deps{
		DB: a.db, Characters: socialCharacters{r.catalogue}, People: socialPeople{r.accounts},
		Limits: a.limits, Jobs: a.jobs, Clock: o.Clock,
	})
	r.chat = chat.New(chat.Deps{
		DB: a.db, Live: a.live, Model: a.model, Characters: chatCharacters{r.catalogue},
		Access: chatAccess{rule}, Limits: a.limits, Budget: chatBudget{a.ledger, a.model}, Metrics: a.metrics, Clock: o.Clock, Log: o.Log,
		Demo: a.model.demo, MaxReplies: maxReplies,
	})
	r.accounts.Routes(a.api)
	r.catalogue.Routes(a.api)
	r.content.Routes(a.api)
	r.billing.Routes(a.api)
	r.social.Routes(a.api)
	r.chat.Routes(a.api)
	return r, nil
}
