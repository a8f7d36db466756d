package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type exportedAccount struct {
	ID            string    `json:"id"`
	Email         string    `json:"email"`
	Username      string    `json:"username"`
	Image         string    `json:"image"`
	IsAdmin       bool      `json:"is_admin"`
	EmailVerified bool      `json:"email_verified"`
	JoinedAt      time.Time `json:"joined_at"`
}

type exportedSession struct {
	Browser         string    `json:"browser"`
	OperatingSystem string    `json:"system"`
	CreatedAt       time.Time `json:"created_at"`
	LastSeenAt      time.Time `json:"last_seen_at"`
	ExpiresAt       time.Time `json:"expires_at"`
}

type exportedIdentity struct {
	Issuer    string    `json:"issuer"`
	Subject   string    `json:"subject"`
	CreatedAt time.Time `json:"created_at"`
}

type exportedSettings struct {
	WantsUpdateNotices      bool `json:"character_updates"`
	WantsInteractionNotices bool `json:"interactions"`
	WantsPromotionNotices   bool `json:"promotions"`
	WantsNewsletterNotices  bool `json:"newsletter"`
	WantsUpdateMails        bool `json:"mail_updates"`
	WantsInteractionMails   bool `json:"mail_interactions"`
	WantsPromotionMails     bool `json:"mail_promotions"`
	WantsNewsletterMails    bool `json:"mail_newsletter"`
	HasPublicProfile        bool `json:"public_profile"`
	ShowsActivity           bool `json:"activity_status"`
	AllowsAnalytics         bool `json:"analytics"`
	AllowsRecommendations   bool `json:"recommendations"`
}

// Export emits a user's account, settings, sessions and identities, without secrets and hashes.
// emit gets the name of a section and one item. If a section is a list, its first item is nil.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	u, err := s.store.userByID(ctx, s.deps.DB.Reader(), userID)
	if err != nil {
		return err
	}
	err = emit("account", exportedAccount{u.ID, u.Email, u.Username, u.Image, u.IsAdmin, u.IsEmailVerified, u.CreatedAt})
	if err != nil {
		return err
	}
	settings, err := s.store.readExportedSettings(ctx, userID)
	if err != nil {
		return err
	}
	if err := emit("settings", settings); err != nil {
		return err
	}
	sessions, err := s.store.readExportedSessions(ctx, userID)
	if err != nil {
		return err
	}
	if err := emitAll(emit, "sessions", sessions); err != nil {
		return err
	}
	identities, err := s.store.readExportedIdentities(ctx, userID)
	if err != nil {
		return err
	}
	return emitAll(emit, "identities", identities)
}

// emitAll emits a list: first a nil item, then each item.
func emitAll[T any](emit func(section string, item any) error, section string, list []T) error {
	if err := emit(section, nil); err != nil {
		return err
	}
	for _, item := range list {
		if err := emit(section, item); err != nil {
			return err
		}
	}
	return nil
}

// readExportedSettings returns the settings of a user. Without a row these are the defaults
// of the table's columns.
func (s store) readExportedSettings(ctx context.Context, userID string) (exportedSettings, error) {
	out := exportedSettings{
		WantsUpdateNotices: true, WantsInteractionNotices: true, WantsPromotionNotices: true, WantsNewsletterNotices: true,
		HasPublicProfile: true, ShowsActivity: true, AllowsAnalytics: true, AllowsRecommendations: true,
	}
	err := s.db.Reader().QueryRowContext(ctx, `SELECT character_updates, interactions, promotions, newsletter, mail_updates, mail_interactions,
		mail_promotions, mail_newsletter, public_profile, activity_status, analytics, recommendations FROM user_settings WHERE user_id = $1`, userID).
		Scan(&out.WantsUpdateNotices, &out.WantsInteractionNotices, &out.WantsPromotionNotices, &out.WantsNewsletterNotices, &out.WantsUpdateMails, &out.WantsInteractionMails,
			&out.WantsPromotionMails, &out.WantsNewsletterMails, &out.HasPublicProfile, &out.ShowsActivity, &out.AllowsAnalytics, &out.AllowsRecommendations)
	if storage.IsNoRows(err) {
		err = nil
	}
	return out, err
}

func (s store) readExportedSessions(ctx context.Context, userID string) ([]exportedSession, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (out exportedSession, err error) {
		var created, seen, expires int64
		err = r.Scan(&out.Browser, &out.OperatingSystem, &created, &seen, &expires)
		out.CreatedAt, out.LastSeenAt, out.ExpiresAt = core.FromMillis(created), core.FromMillis(seen), core.FromMillis(expires)
		return out, err
	}, `SELECT browser, system, created_at, last_seen_at, expires_at FROM auth_sessions WHERE user_id = $1 ORDER BY created_at, id`, userID)
}

func (s store) readExportedIdentities(ctx context.Context, userID string) ([]exportedIdentity, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (out exportedIdentity, err error) {
		var created int64
		err = r.Scan(&out.Issuer, &out.Subject, &created)
		out.CreatedAt = core.FromMillis(created)
		return out, err
	}, `SELECT issuer, subject, created_at FROM identities WHERE user_id = $1 ORDER BY created_at`, userID)
}
