package accounts

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// NoticeSwitches has one switch for each group of notices. Rule settings-notices defines the
// groups.
type NoticeSwitches struct {
	WantsCharacterUpdates bool
	WantsInteractions     bool
	WantsPromotions       bool
	WantsNewsletter       bool
}

// Preferences are the notices that a user wants inside the app and by mail.
type Preferences struct {
	Notifications NoticeSwitches
	Mail          NoticeSwitches
}

// Privacy has the privacy switches of a user. Packages social, notices and collections apply
// HasPublicProfile and ShowsActivity. Nothing depends on AllowsAnalytics and AllowsRecommendations
// yet (rules settings-analytics and settings-recommendations).
type Privacy struct {
	HasPublicProfile      bool
	ShowsActivity         bool
	AllowsAnalytics       bool
	AllowsRecommendations bool
}

// settings has the columns of a row of user_settings.
type settings struct {
	Preferences
	Privacy
}

// defaultSettings are the settings of a user without a row. They equal the defaults
// of the columns. Mail is off. Rules settings-stored, notifications-mail.
var defaultSettings = settings{
	Preferences{Notifications: NoticeSwitches{true, true, true, true}},
	Privacy{true, true, true, true},
}

// Preferences returns the actor's own preferences.
func (s *Service) Preferences(ctx context.Context, actor core.Actor) (Preferences, error) {
	found, err := s.store.settingsOf(ctx, actor.UserID)
	return found.Preferences, err
}

// SetPreferences replaces the actor's own preferences.
func (s *Service) SetPreferences(ctx context.Context, actor core.Actor, p Preferences) error {
	return s.changeSettings(ctx, func(tx storage.Querier) (bool, error) {
		return s.store.setPreferences(ctx, tx, actor.UserID, p, s.deps.Clock.Now())
	})
}

// mailColumns maps each group of notices to the column of user_settings that switches its
// mail on.
var mailColumns = map[string]string{
	"character_updates": "mail_updates", "interactions": "mail_interactions", "promotions": "mail_promotions", "newsletter": "mail_newsletter",
}

// StopMail switches the mail of a group of notices off. For an unknown user it changes nothing. It
// stores nothing for a user without settings, who gets no mail of any group. An unknown group is an
// error.
func (s *Service) StopMail(ctx context.Context, userID, group string) error {
	column, known := mailColumns[group]
	if !known {
		return fmt.Errorf("accounts: there is no group %q", group)
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.stopMail(ctx, tx, column, userID, s.deps.Clock.Now())
	})
}

// Privacy returns the actor's own privacy switches.
func (s *Service) Privacy(ctx context.Context, actor core.Actor) (Privacy, error) {
	found, err := s.store.settingsOf(ctx, actor.UserID)
	return found.Privacy, err
}

// SetPrivacy replaces the actor's own privacy switches.
func (s *Service) SetPrivacy(ctx context.Context, actor core.Actor, p Privacy) error {
	return s.changeSettings(ctx, func(tx storage.Querier) (bool, error) {
		return s.store.setPrivacy(ctx, tx, actor.UserID, p, s.deps.Clock.Now())
	})
}

// changeSettings runs fn in a transaction. fn reports false if the account does not
// exist: it was deleted after the request was authenticated.
func (s *Service) changeSettings(ctx context.Context, fn func(tx storage.Querier) (bool, error)) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		exists, err := fn(tx)
		if err == nil && !exists {
			err = errNotSignedIn
		}
		return err
	})
}
