package voice

import (
	"context"
	"strconv"

	"colloquy/internal/storage"
)

// chosenVoice returns the voice that the user has chosen for a character, or "" for the
// character's own voice.
func (v Settings) chosenVoice(characterID int) string { return v.Voices[strconv.Itoa(characterID)] }

func (s store) readSettings(ctx context.Context, userID string) (Settings, error) {
	out := defaultSettings()
	err := storage.ReadJSON(ctx, s.db.Reader(), &out, `SELECT settings FROM voice_settings WHERE user_id = $1`, userID)
	return out, err
}

// lockSettings returns a user's settings, and lets no other transaction change them until
// the end of this one.
func (store) lockSettings(ctx context.Context, tx storage.Querier, userID string) (Settings, error) {
	out := defaultSettings()
	text, err := storage.ToJSON(out)
	if err != nil {
		return out, err
	}
	err = storage.ReadJSON(ctx, tx, &out, `INSERT INTO voice_settings (user_id, settings) VALUES ($1, $2)
ON CONFLICT (user_id) DO UPDATE SET settings = voice_settings.settings RETURNING settings`, userID, text)
	return out, err
}

func (store) saveSettings(ctx context.Context, tx storage.Querier, userID string, v Settings) error {
	text, err := storage.ToJSON(v)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE voice_settings SET settings = $2 WHERE user_id = $1`, userID, text)
	return err
}

// usageByMonth returns the spoken characters of each month of a user, the oldest month first.
func (s store) usageByMonth(ctx context.Context, userID string) ([]exportedUsage, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (u exportedUsage, err error) {
		return u, r.Scan(&u.Month, &u.TextLength)
	}, `SELECT month, characters FROM voice_usage WHERE user_id = $1 ORDER BY month`, userID)
}
