package app

import (
	"context"

	"colloquy/internal/accounts"
	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
	"colloquy/internal/collections"
	"colloquy/internal/config"
	"colloquy/internal/content"
	"colloquy/internal/httpx"
	"colloquy/internal/leaving"
	"colloquy/internal/media"
	"colloquy/internal/memory"
	"colloquy/internal/notices"
	"colloquy/internal/pages"
	"colloquy/internal/social"
	"colloquy/internal/voice"
	"colloquy/seed"
)

// maxRunningReplies bounds the replies that one process generates at once. Further replies
// wait.
const maxRunningReplies = 4096

// rooms has the service of each feature.
type rooms struct {
	media       *media.Service
	accounts    *accounts.Service
	catalogue   *catalogue.Service
	content     *content.Service
	home        *content.Home[catalogue.CharacterJSON, catalogue.CategoryJSON]
	billing     *billing.Service
	social      *social.Service
	chat        *chat.Service
	collections *collections.Service
	notices     *notices.Service
	voice       *voice.Service
	memory      *memory.Service
	leaving     *leaving.Service
	pages       *pages.Service
}

// registerRoutes registers the API calls of the rooms.
func (r rooms) registerRoutes(api *httpx.API) {
	r.media.Routes(api)
	r.accounts.Routes(api)
	r.catalogue.Routes(api)
	r.content.Routes(api)
	r.home.Routes(api)
	r.billing.Routes(api)
	r.social.Routes(api)
	r.chat.Routes(api)
	r.collections.Routes(api)
	r.notices.Routes(api)
	r.voice.Routes(api)
	r.memory.Routes(api)
	r.leaving.Routes(api)
}

// buildRooms builds each room, with adapters to the other rooms that it needs.
func (a *App) buildRooms(ctx context.Context) (r rooms, err error) {
	o := a.opts
	// Without a payment provider every character is open (rule access-open-without-payment).
	isEveryCharacterOpen := o.Config.PaymentProvider() == config.PaymentsNone
	passReader := billing.NewPassReader(a.db, o.Clock, isEveryCharacterOpen)
	r.media, err = media.New(ctx, media.Deps{DB: a.db, Files: a.files, Limits: a.limits, Jobs: a.jobs, Metrics: a.metrics, Clock: o.Clock, Log: o.Log})
	if err != nil {
		return r, err
	}
	a.health.AddOptionalCheck("media", r.media.Check)
	r.accounts, err = accounts.New(ctx, accounts.Deps{
		DB: a.db, Limits: a.limits, Jobs: a.jobs, Clock: o.Clock, Events: a.securityLog, Audit: a.audit, HashMemoryKiB: o.HashMemoryKiB, LimitRefusalDelay: o.LimitRefusalDelay,
		Pictures: r.media, Purchases: accountPurchases{passReader}, Mail: a.mailer, BaseURL: o.Config.BaseURL(), HasMailServer: hasMailServer(o.Config), Google: newGoogle(o),
	})
	if err != nil {
		return r, err
	}
	r.catalogue = catalogue.New(catalogue.Deps{DB: a.db, Access: catalogueAccess{passReader}, Social: catalogueSocial{social.NewStatsReader(a.db)}, Clock: o.Clock, Log: o.Log, SeedVersion: seed.Version()})
	r.content = content.New(content.Deps{
		DB: a.db, Mail: a.mailer, Limits: a.limits, Jobs: a.jobs, Clock: o.Clock, Log: o.Log, SeedVersion: seed.Version(),
		SupportEmail: o.Config.SupportEmail, SupportPhone: o.Config.SupportPhone, BusinessAddress: o.Config.BusinessAddress,
	})
	r.home = content.NewHome(r.content, contentCharacters{r.catalogue})
	payment, err := choosePayment(ctx, o.Config, a.db, o.Clock)
	if err != nil {
		return r, err
	}
	r.notices, err = notices.New(ctx, notices.Deps{
		DB: a.db, Jobs: a.jobs, Settings: r.accounts, Audit: a.audit, Clock: o.Clock, Log: o.Log,
		Mail: a.mailer, Limits: a.limits, BaseURL: o.Config.BaseURL(),
	})
	if err != nil {
		return r, err
	}
	r.social = social.New(social.Deps{
		DB: a.db, Characters: socialCharacters{r.catalogue}, People: socialPeople{r.accounts}, Notices: socialNotices{r.notices.Writer},
		Limits: a.limits, Jobs: a.jobs, Clock: o.Clock,
	})
	if r.memory, err = a.newMemory(ctx, r.catalogue); err != nil {
		return r, err
	}
	r.chat = chat.New(chat.Deps{
		DB: a.db, Live: a.live, Model: a.model, Characters: chatCharacters{r.catalogue},
		Access: chatAccess{passReader}, Limits: a.limits, Jobs: a.jobs, Recordings: voice.NewRecordingEraser(a.db, r.media), Memory: chatMemory{r.memory}, Budget: chatBudget{a.ledger, a.model}, Metrics: a.metrics, Clock: o.Clock, Log: o.Log,
		IsDemo: a.model.isDemo, MaxRepliesWrittenAtOnce: maxRunningReplies,
	})
	r.voice = voice.New(voice.Deps{
		DB: a.db, Speaker: a.speaker, Transcriber: a.transcriber, Replies: voiceReplies{r.chat}, Files: r.media, Plans: voicePlans{passReader}, Jobs: a.jobs, Clock: o.Clock, Log: o.Log,
		FreeTextLength: o.Config.VoiceCharsFree, PaidTextLength: o.Config.VoiceCharsPaid,
	})
	r.collections = collections.New(collections.Deps{
		DB: a.db, Characters: collectionsCharacters{r.catalogue}, Marks: collectionsMarks{r.social}, People: collectionsPeople{r.accounts},
		Clock: o.Clock, Log: o.Log, BaseURL: o.Config.BaseURL(),
	})
	r.billing = billing.New(billing.Deps{
		DB: a.db, Provider: payment, Passes: passReader, Characters: billingCharacters{r.catalogue}, People: billingPeople{accounts.NewContactReader(a.db)}, SentMessages: billingSentMessages{r.chat},
		Notices: billingNotices{r.notices.Writer}, Mail: a.mailer, Jobs: a.jobs, Limits: a.limits, Audit: a.audit,
		Metrics: a.metrics, Clock: o.Clock, Log: o.Log, BaseURL: o.Config.BaseURL(), Seller: invoiceSeller(o.Config), TakesOnlyTestPayments: takesOnlyTestPayments(o.Config), SeedVersion: seed.Version(),
	})
	a.registerScrapedMetrics(r)
	r.leaving = leaving.New(leaving.Deps{
		DB: a.db, Accounts: leavingAccounts{r.accounts}, Chats: r.chat, Rooms: a.leavingRooms(r), AddressForgetters: []leaving.AddressForgetter{r.content},
		Exporters: []leaving.Exporter{r.accounts, r.chat, r.social, r.collections, r.notices, r.billing, r.voice, r.memory, r.media}, Files: r.media, Limits: a.limits, Mail: a.mailer, Jobs: a.jobs, Clock: o.Clock, Log: o.Log,
	})
	r.pages, err = a.newPages(r)
	return r, err
}
