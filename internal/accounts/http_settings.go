package accounts

import (
	"context"

	"colloquy/internal/httpx"
)

// settingsRoutes registers the calls about preferences and privacy.
func (h handlers) settingsRoutes(api *httpx.API) {
	const tag = "Settings"
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/preferences", ID: "getPreferences", Summary: "The notices that the caller wants, inside the app and by mail", Tag: tag}, h.getPreferences)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/preferences", ID: "setPreferences", Summary: "Choose the notices inside the app and by mail", Tag: tag}, h.setPreferences)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/privacy", ID: "getPrivacy", Summary: "The caller's privacy switches", Tag: tag}, h.getPrivacy)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/privacy", ID: "setPrivacy", Summary: "Set the privacy switches", Tag: tag}, h.setPrivacy)
}

// switchesJSON has a switch for each group of notices. Every field is required, because a PUT
// replaces the whole object. Rule settings-stored.
type switchesJSON struct {
	_                     struct{} `additionalProperties:"true"`
	WantsCharacterUpdates bool     `json:"character_updates" doc:"Posts, new characters and expiries"`
	WantsInteractions     bool     `json:"interactions" doc:"Likes of and replies to one's comments"`
	WantsPromotions       bool     `json:"promotions" doc:"Messages of an administrator"`
	WantsNewsletter       bool     `json:"newsletter" doc:"New articles of the feed"`
}

type preferencesJSON struct {
	_             struct{}     `additionalProperties:"true"`
	Notifications switchesJSON `json:"notifications" doc:"Notices inside the app"`
	Mail          switchesJSON `json:"mail" doc:"Notices by mail, sent to confirmed addresses only; off until chosen"`
}

type privacyJSON struct {
	_                     struct{} `additionalProperties:"true"`
	HasPublicProfile      bool     `json:"public_profile" doc:"Off: others see 'A member' without a picture"`
	ShowsActivity         bool     `json:"activity_status" doc:"Off: one's comments are left out of the activity of characters"`
	AllowsAnalytics       bool     `json:"analytics" doc:"Stored without effect: usage numbers are totals of the server"`
	AllowsRecommendations bool     `json:"recommendations" doc:"Stored without effect: Explore and Similar have one order for everybody"`
}

func toSwitchesJSON(s NoticeSwitches) switchesJSON {
	return switchesJSON{WantsCharacterUpdates: s.WantsCharacterUpdates, WantsInteractions: s.WantsInteractions, WantsPromotions: s.WantsPromotions, WantsNewsletter: s.WantsNewsletter}
}

func (j switchesJSON) switches() NoticeSwitches {
	return NoticeSwitches{j.WantsCharacterUpdates, j.WantsInteractions, j.WantsPromotions, j.WantsNewsletter}
}

type preferencesBody struct{ Body preferencesJSON }

type privacyBody struct{ Body privacyJSON }

func (h handlers) getPreferences(ctx context.Context, _ *struct{}) (*preferencesBody, error) {
	p, err := h.service.Preferences(ctx, httpx.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return &preferencesBody{preferencesJSON{Notifications: toSwitchesJSON(p.Notifications), Mail: toSwitchesJSON(p.Mail)}}, nil
}

func (h handlers) setPreferences(ctx context.Context, in *preferencesBody) (*preferencesBody, error) {
	p := Preferences{in.Body.Notifications.switches(), in.Body.Mail.switches()}
	return in, h.service.SetPreferences(ctx, httpx.Actor(ctx), p)
}

func (h handlers) getPrivacy(ctx context.Context, _ *struct{}) (*privacyBody, error) {
	p, err := h.service.Privacy(ctx, httpx.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return &privacyBody{privacyJSON{
		HasPublicProfile: p.HasPublicProfile, ShowsActivity: p.ShowsActivity, AllowsAnalytics: p.AllowsAnalytics, AllowsRecommendations: p.AllowsRecommendations,
	}}, nil
}

func (h handlers) setPrivacy(ctx context.Context, in *privacyBody) (*privacyBody, error) {
	b := in.Body
	return in, h.service.SetPrivacy(ctx, httpx.Actor(ctx), Privacy{b.HasPublicProfile, b.ShowsActivity, b.AllowsAnalytics, b.AllowsRecommendations})
}
