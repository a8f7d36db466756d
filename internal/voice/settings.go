package voice

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Settings are what a user has chosen for voices.
type Settings struct {
	Speed    float64           `json:"speed"`    // of playback; 1 is normal
	Language string            `json:"language"` // of dictation, BCP 47; "" is en-US
	Autoplay bool              `json:"autoplay"` // each new reply is read aloud
	Voices   map[string]string `json:"voices"`   // chosen voice by character_id
}

// defaultSettings returns the settings of a user who has chosen nothing. Rule voice-browser.
func defaultSettings() Settings { return Settings{Speed: 1, Voices: map[string]string{}} }

// Rule voice-settings.
const (
	minSpeed, maxSpeed = 0.5, 2
	maxChosenVoices    = 500
)

// voiceChoices are the voices that a user can choose. Personas use the same names.
var voiceChoices = []string{"female-1", "female-2", "female-3", "female-4", "male-1", "male-2", "male-3", "male-4"}

func genderOfVoice(voice string) string {
	gender, _, _ := strings.Cut(voice, "-")
	return gender
}

var (
	languagePattern    = regexp.MustCompile(`^([a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3})?$`)
	characterIDPattern = regexp.MustCompile(`^[1-9][0-9]{0,5}$`)
)

// validate returns the error that users read if a field is invalid. Rule voice-settings.
func (v Settings) validate() error {
	switch {
	case !(v.Speed >= minSpeed && v.Speed <= maxSpeed):
		return core.InvalidFieldsError("speed", "Choose a speed from 0.5 to 2.")
	case !languagePattern.MatchString(v.Language):
		return core.InvalidFieldsError("language", "Choose a language from the list.")
	case len(v.Voices) > maxChosenVoices:
		return core.InvalidFieldsError("voices", "Too many voices are chosen.")
	}
	for id, voice := range v.Voices {
		if !characterIDPattern.MatchString(id) || !slices.Contains(voiceChoices, voice) {
			return core.InvalidFieldsError("voices", "Choose a voice from the list.")
		}
	}
	return nil
}

// SettingsAndAllowance is what the web app shows about voices: the user's settings and the allowance.
type SettingsAndAllowance struct {
	Settings
	HasSpeaker, HasTranscriber bool      // whether the server can speak, and whether it can transcribe
	UsedTextLength, Allowance  int64     // characters of text: read aloud this month, and allowed a month
	ResetsAt                   time.Time // when UsedTextLength becomes 0
}

// ReadSettingsAndAllowance returns the actor's settings and how much of the allowance is used.
func (s *Service) ReadSettingsAndAllowance(ctx context.Context, actor core.Actor) (SettingsAndAllowance, error) {
	out := SettingsAndAllowance{HasSpeaker: s.deps.Speaker != nil, HasTranscriber: s.deps.Transcriber != nil}
	now := s.deps.Clock.Now()
	out.ResetsAt = nextMonthStart(now)
	var err error
	if out.Settings, err = s.store.readSettings(ctx, actor.UserID); err != nil {
		return out, err
	}
	if out.UsedTextLength, err = s.store.usedTextLength(ctx, actor.UserID, now); err != nil {
		return out, err
	}
	out.Allowance, err = s.monthlyTextLengthAllowance(ctx, actor.UserID)
	return out, err
}

// SettingsChange has the settings that a call changes. A setting whose field is nil stays
// unchanged, and so does the voice of a character that is not in Voices.
type SettingsChange struct {
	Speed    *float64
	Language *string
	Autoplay *bool
	Voices   map[string]string // voices by character_id; the voice "" means the character's own
}

// applyTo returns the settings with the change.
func (c SettingsChange) applyTo(v Settings) Settings {
	if c.Speed != nil {
		v.Speed = *c.Speed
	}
	if c.Language != nil {
		v.Language = *c.Language
	}
	if c.Autoplay != nil {
		v.Autoplay = *c.Autoplay
	}
	maps.Copy(v.Voices, c.Voices)
	maps.DeleteFunc(v.Voices, func(_, voice string) bool { return voice == "" })
	return v
}

// ChangeSettings changes the actor's settings and returns the new state. Invalid settings give an
// error of kind core.Invalid. Concurrent changes, such as from two tabs, all take effect (rule
// voice-settings-save).
func (s *Service) ChangeSettings(ctx context.Context, actor core.Actor, change SettingsChange) (SettingsAndAllowance, error) {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		stored, err := s.store.lockSettings(ctx, tx, actor.UserID)
		if err != nil {
			return err
		}
		changedSettings := change.applyTo(stored)
		if err := changedSettings.validate(); err != nil {
			return err
		}
		return s.store.saveSettings(ctx, tx, actor.UserID, changedSettings)
	})
	if err != nil {
		return SettingsAndAllowance{}, err
	}
	return s.ReadSettingsAndAllowance(ctx, actor)
}
