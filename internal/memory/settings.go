package memory

import (
	"context"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Settings are the switches and the card of a user.
type Settings struct {
	Enabled bool   `json:"enabled"`  // notes are taken and told
	TellAll bool   `json:"tell_all"` // all characters are told the memories of each
	Name    string `json:"name"`     // the card: what characters call the user
	About   string `json:"about"`    // the card: a few lines by the user
}

func defaultSettings() Settings { return Settings{Enabled: true} }

// Settings returns what a user has chosen.
func (s *Service) Settings(ctx context.Context, actor core.Actor) (Settings, error) {
	return s.store.settings(ctx, s.store.db.Reader(), actor.UserID)
}

// Choose stores what a user has chosen. Notes that are just taken while Enabled becomes
// false are not stored. Rules memory-off, memory-card.
func (s *Service) Choose(ctx context.Context, actor core.Actor, v Settings) (Settings, error) {
	v.Name, v.About = oneLine(v.Name), lines(v.About)
	if utf8.RuneCountInString(v.Name) > maxName {
		return v, errName
	}
	if utf8.RuneCountInString(v.About) > maxAbout {
		return v, errAbout
	}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.newVersions(ctx, tx, actor.UserID); err != nil {
			return err
		}
		return s.store.saveSettings(ctx, tx, actor.UserID, v)
	})
	return v, err
}
