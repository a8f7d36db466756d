package voice

import (
	"context"
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
	Autoplay bool              `json:"autoplay"` // read each new reply
	Voices   map[string]string `json:"voices"`   // by character_id
}

func defaultSettings() Settings { return Settings{Speed: 1, Voices: map[string]string{}} }

const (
	minSpeed, maxSpeed = 0.5, 2
	maxVoices          = 500
)

// choices are the voices that a user can choose, as the personas name them.
var choices = []string{"female-1", "female-2", "female-3", "female-4", "male-1", "male-2", "male-3", "male-4"}

func genderOf(voice string) string {
	gender, _, _ := strings.Cut(voice, "-")
	return gender
}

var (
	languagePattern = regexp.MustCompile(`^([a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3})?$`)
	idPattern       = regexp.MustCompile(`^[1-9][0-9]{0,5}$`)
)

// check returns an error for users. Rule voice-settings.
func (v Settings) check() error {
	switch {
	case !(v.Speed >= minSpeed && v.Speed <= maxSpeed):
		return core.Fields("speed", "Choose a speed from 0.5 to 2.")
	case !languagePattern.MatchString(v.Language):
		return core.Fields("language", "Choose a language from the list.")
	case len(v.Voices) > maxVoices:
		return core.Fields("voices", "Too many voices are chosen.")
	}
	for id, voice := range v.Voices {
		if !idPattern.MatchString(id) || !slices.Contains(choices, voice) {
			return core.Fields("voices", "Choose a voice from the list.")
		}
	}
	return nil
}

// State is what the app shows of a user's voice: the settings, and what is left this month.
type State struct {
	Settings
	HasSpeaker, HasWriter bool
	Used, Allowance       int64 // characters of this month
	ResetsAt              time.Time
}

// State returns the settings of a user and what is used of the allowance.
func (s *Service) State(ctx context.Context, actor core.Actor) (State, error) {
	out := State{HasSpeaker: s.deps.Speaker != nil, HasWriter: s.deps.Writer != nil}
	now := s.deps.Clock.Now()
	out.ResetsAt = refillOf(now)
	var err error
	if out.Settings, err = s.store.settings(ctx, actor.UserID); err != nil {
		return out, err
	}
	if out.Used, err = s.store.used(ctx, actor.UserID, now); err != nil {
		return out, err
	}
	out.Allowance, err = s.allowance(ctx, actor.UserID)
	return out, err
}

// Choose stores the settings of a user.
func (s *Service) Choose(ctx context.Context, actor core.Actor, v Settings) (State, error) {
	if err := v.check(); err != nil {
		return State{}, err
	}
	if v.Voices == nil {
		v.Voices = map[string]string{}
	}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.saveSettings(ctx, tx, actor.UserID, v) })
	if err != nil {
		return State{}, err
	}
	return s.State(ctx, actor)
}
