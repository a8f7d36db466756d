package memory

import (
	"context"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Settings are the user's settings of the memory. Every character is told Name and About.
type Settings struct {
	Enabled           bool   `json:"enabled"`  // whether facts are noted and put into prompts
	TellAllCharacters bool   `json:"tell_all"` // whether the prompts of every character have the memories of all characters
	Name              string `json:"name"`     // what characters call the user
	About             string `json:"about"`    // lines that the user wrote
}

func defaultSettings() Settings { return Settings{Enabled: true} }

// Settings returns the actor's settings, or the defaults.
func (s *Service) Settings(ctx context.Context, actor core.Actor) (Settings, error) {
	return s.store.readSettings(ctx, s.store.db.Reader(), actor.UserID)
}

// SaveSettings cleans, stores and returns the actor's settings. If Name or About is too long,
// SaveSettings returns errNameLength or errAboutLength. A job that is reading a talk of the actor
// stores nothing. The job reads the talk again with the new settings. Rules memory-off,
// memory-card.
func (s *Service) SaveSettings(ctx context.Context, actor core.Actor, v Settings) (Settings, error) {
	v.Name, v.About = cleanToOneLine(v.Name), cleanEachLine(v.About)
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
