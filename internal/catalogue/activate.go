package catalogue

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SetActive hides a character from all lists, or shows it again, and returns it and whether
// that changed anything. Its conversations can be read meanwhile, and nobody can write to it.
// ref is an id, slug or character_id. Each server applies it from its next call on. Rule
// catalogue-hide.
func (s *Service) SetActive(ctx context.Context, tx storage.Querier, ref string, active bool) (c Character, changed bool, err error) {
	if c, err = s.Find(ctx, ref); err != nil {
		return c, false, err
	}
	changed, err = SetActiveByNumber(ctx, tx, c.CharacterID, active, s.deps.Clock.Now())
	c.IsActive = active
	return c, changed, err
}

// SetActiveByNumber is SetActive for a character_id, in any database. Without such a
// character it changes nothing.
func SetActiveByNumber(ctx context.Context, tx storage.Querier, characterID int, active bool, now time.Time) (changed bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE characters SET is_active = $2, updated_at = $3 WHERE character_id = $1 AND is_active <> $2`,
		characterID, active, core.Millis(now))
	return n > 0, err
}
