package app

import (
	"colloquy/internal/accounts"
	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
	"colloquy/internal/content"
	"colloquy/internal/social"
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
func (a *App) buildRooms() rooms {
	o := a.opts
	var r rooms
	r.accounts = accounts.New(accounts.Deps{
		DB: a.db, Limiter: a.api.Limiter(), Jobs: a.jobs, Clock: o.Clock,
		AdminEmail: o.Config.AdminEmail, HashMemory: o.HashMemory,
	})
	r.catalogue = catalogue.New(catalogue.Deps{DB: a.db, Access: catalogueAccess{}, Social: catalogueSocial{&r}, Clock: o.Clock})
	r.content = content.New(content.Deps{
		DB: a.db, Characters: contentCharacters{r.catalogue}, Mail: a.mailer, Limiter: a.api.Limiter(), Clock: o.Clock,
		SupportEmail: o.Config.SupportEmail, BusinessAddress: o.Config.BusinessAddress,
	})
	r.billing = billing.New(billing.Deps{DB: a.db, Access: billingAccess{catalogue: r.catalogue}, Clock: o.Clock})
	r.social = social.New(social.Deps{
		DB: a.db, Characters: socialCharacters{r.catalogue}, People: socialPeople{r.accounts},
		Limiter: a.api.Limiter(), Jobs: a.jobs, Clock: o.Clock,
	})
	r.chat = chat.New(chat.Deps{
		DB: a.db, Live: a.live, Jobs: a.jobs, Model: a.model.Provider, Characters: chatCharacters{r.catalogue},
		Access: chatAccess{}, Limiter: a.api.Limiter(), Metrics: a.metrics, Clock: o.Clock, Log: o.Log,
		Demo: a.model.demo, MaxReplies: maxReplies,
	})
	r.accounts.Routes(a.api)
	r.catalogue.Routes(a.api)
	r.content.Routes(a.api)
	r.billing.Routes(a.api)
	r.social.Routes(a.api)
	r.chat.Routes(a.api)
	return r
}
