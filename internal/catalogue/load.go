package catalogue

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Loaded counts what Load did with the personas of the seed.
type Loaded struct {
	Added   int
	Updated int
	Kept    int // not overwritten: edited by an administrator or written by a newer seed
}

// Load writes the personas of the seed: it adds new ones and updates changed ones. It
// does not overwrite rows that an administrator edited or a newer seed wrote. Loading
// the same seed again changes nothing.
func (s *Service) Load(ctx context.Context, personas []core.Persona) (Loaded, error) {
	var done Loaded
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		done = Loaded{}
		states, err := s.store.seedStates(ctx, tx)
		if err != nil {
			return err
		}
		for _, p := range personas {
			if err := s.loadPersona(ctx, tx, p, states, &done); err != nil {
				return err
			}
		}
		return nil
	})
	return done, err
}

func (s *Service) loadPersona(ctx context.Context, tx storage.Querier, p core.Persona, states map[int]seedState, done *Loaded) error {
	text, hash, err := core.Authored(p)
	if err != nil {
		return err
	}
	state, known := states[p.CharacterID]
	switch {
	case !known:
		done.Added++
	case !state.isOutdated(s.deps.SeedVersion, hash):
		if state.hash != hash {
			done.Kept++
		}
		return nil
	case state.hash != hash:
		done.Updated++
	}
	return s.store.savePersona(ctx, tx, p, text, hash, s.deps.SeedVersion, core.Millis(s.deps.Clock.Now()))
}
