package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// settingsOf returns the settings of a user, or defaultSettings if none are stored.
func (s store) settingsOf(ctx context.Context, userID string) (settings, error) {
	var out settings
	n, m, p := &out.Notifications, &out.Mail, &out.Privacy
	err := s.db.Reader().QueryRowContext(ctx, `SELECT character_updates, interactions, promotions, newsletter,
		mail_updates, mail_interactions, mail_promotions, mail_newsletter,
		public_profile, activity_status, analytics, recommendations FROM user_settings WHERE user_id = $1`, userID).Scan(
		&n.WantsCharacterUpdates, &n.WantsInteractions, &n.WantsPromotions, &n.WantsNewsletter,
		&m.WantsCharacterUpdates, &m.WantsInteractions, &m.WantsPromotions, &m.WantsNewsletter,
		&p.HasPublicProfile, &p.ShowsActivity, &p.AllowsAnalytics, &p.AllowsRecommendations)
	if storage.IsNoRows(err) {
		return defaultSettings, nil
	}
	return out, err
}

// setPreferences stores the preferences of a user and keeps the privacy switches. It
// reports false if the account does not exist. Rule settings-stored.
func (store) setPreferences(ctx context.Context, tx storage.Querier, userID string, p Preferences, now time.Time) (exists bool, err error) {
	n, m := p.Notifications, p.Mail
	rows, err := storage.ExecCount(ctx, tx, `INSERT INTO user_settings (user_id, character_updates, interactions, promotions, newsletter,
		mail_updates, mail_interactions, mail_promotions, mail_newsletter, updated_at)
		SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM users WHERE id = $1
		ON CONFLICT (user_id) DO UPDATE SET character_updates = excluded.character_updates, interactions = excluded.interactions,
		promotions = excluded.promotions, newsletter = excluded.newsletter, mail_updates = excluded.mail_updates,
		mail_interactions = excluded.mail_interactions, mail_promotions = excluded.mail_promotions,
		mail_newsletter = excluded.mail_newsletter, updated_at = excluded.updated_at`,
		userID, n.WantsCharacterUpdates, n.WantsInteractions, n.WantsPromotions, n.WantsNewsletter,
		m.WantsCharacterUpdates, m.WantsInteractions, m.WantsPromotions, m.WantsNewsletter, core.Millis(now))
	return rows > 0, err
}

// stopMail sets a column of user_settings to false. column must be one of mailColumns.
func (store) stopMail(ctx context.Context, tx storage.Querier, column, userID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE user_settings SET `+column+` = FALSE, updated_at = $2 WHERE user_id = $1`, userID, core.Millis(now))
	return err
}

// setPrivacy stores the privacy switches of a user and keeps the preferences. It
// reports false if the account does not exist. Rule settings-stored.
func (store) setPrivacy(ctx context.Context, tx storage.Querier, userID string, p Privacy, now time.Time) (exists bool, err error) {
	rows, err := storage.ExecCount(ctx, tx, `INSERT INTO user_settings (user_id, public_profile, activity_status, analytics, recommendations, updated_at)
		SELECT id, $2, $3, $4, $5, $6 FROM users WHERE id = $1
		ON CONFLICT (user_id) DO UPDATE SET public_profile = excluded.public_profile, activity_status = excluded.activity_status,
		analytics = excluded.analytics, recommendations = excluded.recommendations, updated_at = excluded.updated_at`,
		userID, p.HasPublicProfile, p.ShowsActivity, p.AllowsAnalytics, p.AllowsRecommendations, core.Millis(now))
	return rows > 0, err
}

// publicProfiles returns the persons with the given ids, in one query. IsHidden is true if the user
// has switched the public profile off. Rule settings-public-profile.
func (s store) publicProfiles(ctx context.Context, ids []string) (map[string]Person, error) {
	out := make(map[string]Person, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList(nil, ids)
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (string, error) {
		var id string
		var p Person
		var created int64
		err := r.Scan(&id, &p.Name, &p.Image, &created, &p.IsHidden)
		p.JoinedAt = core.FromMillis(created)
		out[id] = p
		return id, err
	}, `SELECT u.id, u.username, u.image, u.created_at, NOT COALESCE(s.public_profile, TRUE)
		FROM users u LEFT JOIN user_settings s ON s.user_id = u.id WHERE u.id IN (`+placeholders+`)`, args...)
	return out, err
}
