package memory

import (
	"context"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Settings are the switches and the card of a user.
type Settings struct {
	Enabled bool   `json:"enabled"`  // whether facts are noted and put into prompts
	TellAll bool   `json:"tell_all"` // whether the prompts of every character have the memories of all characters
	Name    string `json:"name"`     // the card: what characters call the user
	About   string `json:"about"`    // the card: lines that the user wrote
}

func defaultSettings() Settings { return Settings{Enabled: true} }

// Settings returns the actor's settings, or the defaults.
func (s *Service) Settings(ctx context.Context, actor core.Actor) (Settings, error) {
	return s.store.readSettings(ctx, s.store.db.Reader(), actor.UserID)
}

// SaveSettings cleans, stores and returns the actor's settings. It returns errNameLength or errAboutLength if a
// text of the card is too long. A job that is reading a talk of the actor stores nothing and reads
// again with the new settings. Rules memory-off, memory-card.
func (s *Service) SaveSettings(ctx context.Context, actor core.Actor, v Settings) (Settings, error) {
	v.Name, v.About = cleanLine(v.Name), cleanLines(v.About)
	if utf8.RuneCountInString(v.Name) > maxNameLength {
		return v, errNameLength
	}
	if utf8.RuneCountInString(v.About) > maxAboutLength {
		return v, errAboutLength
	}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.increaseTalkVersions(ctx, tx, actor.UserID); err != nil {
			return err
		}
		return s.store.saveSettings(ctx, tx, actor.UserID, v)
	})
	return v, err
}
