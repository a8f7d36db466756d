package catalogue

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SetActive hides a character from all lists, or shows it again. ref is a reference as in Find.
// changed is false if the character was in the requested state already. Users can read the
// conversations of a hidden character but not write to it. Other processes see the change at their
// next call. Rule catalogue-hide.
func (s *Service) SetActive(ctx context.Context, tx storage.Querier, ref string, active bool) (c Character, changed bool, err error) {
	if c, err = s.Find(ctx, ref); err != nil {
		return c, false, err
	}
	changed, err = SetActiveByCharacterID(ctx, tx, c.CharacterID, active, s.deps.Clock.Now())
	c.IsActive = active
	return c, changed, err
}

// SetActiveByCharacterID is SetActive for a character_id. A program without a Service can call it. If
// there is no such character, it changes nothing and returns no error.
func SetActiveByCharacterID(ctx context.Context, tx storage.Querier, characterID int, active bool, now time.Time) (changed bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE characters SET is_active = $2, updated_at = $3 WHERE character_id = $1 AND is_active <> $2`,
		characterID, active, core.Millis(now))
	return n > 0, err
}
