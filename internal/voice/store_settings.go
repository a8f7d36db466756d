package voice

import (
	"context"
	"strconv"

	"colloquy/internal/storage"
)

// voiceOf returns the voice that is chosen for a character, "" for the character's own.
func (v Settings) voiceOf(characterID int) string { return v.Voices[strconv.Itoa(characterID)] }

func (s store) settings(ctx context.Context, userID string) (Settings, error) {
	out, text := defaultSettings(), ""
	err := s.db.Reader().QueryRowContext(ctx, `SELECT settings FROM voice_settings WHERE user_id = $1`, userID).Scan(&text)
	if storage.IsNoRows(err) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	return out, storage.FromJSON(text, &out)
}

func (store) saveSettings(ctx context.Context, tx storage.Querier, userID string, v Settings) error {
	text, err := storage.JSON(v)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO voice_settings (user_id, settings) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET settings = $2`, userID, text)
	return err
}

// usage returns the spoken characters of a user by month, the first month first.
func (s store) usage(ctx context.Context, userID string) ([]exportedUsage, error) {
	return storage.All(ctx, s.db.Reader(), func(r storage.Row) (u exportedUsage, err error) {
		return u, r.Scan(&u.Month, &u.Characters)
	}, `SELECT month, characters FROM voice_usage WHERE user_id = $1 ORDER BY month`, userID)
}
