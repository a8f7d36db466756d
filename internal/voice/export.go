package voice

import "context"

// exportedUsage is the number of characters that were spoken for a user in a month.
type exportedUsage struct {
	Month      string `json:"month"`
	TextLength int64  `json:"characters"`
}

// Export emits a user's voice settings and the spoken characters of each month. Package media
// exports the recordings.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	if err := emit("voice_usage", nil); err != nil {
		return err
	}
	list, err := s.store.usageByMonth(ctx, userID)
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
	settings, err := s.store.readSettings(ctx, userID)
	if err != nil {
		return err
	}
	return emit("voice_settings", settings)
}
