package voice

import "context"

type exportedUsage struct {
	Month      string `json:"month"`
	Characters int64  `json:"characters"`
}

// Export emits what a user has chosen for voices and how much was read aloud. The
// recordings are files of package media.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	if err := emit("voice_usage", nil); err != nil {
		return err
	}
	list, err := s.store.usage(ctx, userID)
	if err != nil {
		return err
	}
	for _, u := range list {
		if err := emit("voice_usage", u); err != nil {
			return err
		}
	}
	if err := emit("voice_settings", nil); err != nil {
		return err
	}
	settings, err := s.store.settings(ctx, userID)
	if err != nil {
		return err
	}
	return emit("voice_settings", settings)
}
