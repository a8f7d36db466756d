package catalogue

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// LoadCounts counts what LoadPersonas did with the personas of the seed. Unchanged personas are
// not counted.
type LoadCounts struct {
	AddedCount   int
	UpdatedCount int
	KeptCount    int // rows not overwritten: an administrator edited them, a newer seed wrote them, or users use the character
}

// LoadPersonas adds the new personas of the seed and updates changed ones. It does not overwrite
// rows that an administrator edited or a newer seed wrote. The row of a persona is the row with the
// persona's character_id. If the row has another id than the persona, the persona is another
// person. Another person replaces the row only if nobody uses the character (rule
// seed-person-replaced). Loading the same seed again changes nothing. Afterwards Find knows the
// former slugs of the personas.
func (s *Service) LoadPersonas(ctx context.Context, personas []core.Persona) (counts LoadCounts, err error) {
	// Two processes may start at the same time on an empty PostgreSQL database and insert the same
	// rows. When the first commits, the second gets a unique violation. Its next try finds the
	// rows.
	for range maxLoadTries {
		if counts, err = s.loadOnce(ctx, personas); !storage.IsUniqueViolation(err) {
			break
		}
	}
	if err == nil {
		idsByFormerSlug := idsByFormerSlug(personas)
		s.idsByFormerSlug.Store(&idsByFormerSlug)
	}
	return counts, err
}

// maxLoadTries is the maximum number of tries of a load that gets unique violations.
const maxLoadTries = 5

func (s *Service) loadOnce(ctx context.Context, personas []core.Persona) (LoadCounts, error) {
	var counts LoadCounts
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		counts = LoadCounts{}
		states, err := s.store.seedStates(ctx, tx)
		if err != nil {
			return err
		}
		keptIDs, err := s.keptCharacterIDs(ctx, tx, personas, states)
		if err != nil {
			return err
		}
		for _, p := range personas {
			if keptIDs[p.CharacterID] {
				counts.KeptCount++
				continue
			}
			if err := s.loadPersona(ctx, tx, p, states, &counts); err != nil {
				return err
			}
		}
		return nil
	})
	return counts, err
}

// keptCharacterIDs returns the character_ids whose stored person stays although the seed has another
// person, because somebody uses the character. If the load replaces a stored person that nobody
// uses, keptCharacterIDs blocks writes to characterUseTables and collectionsTable until tx ends. So nobody
// can begin to use a character meanwhile. Rule seed-person-replaced.
func (s *Service) keptCharacterIDs(ctx context.Context, tx storage.Querier, personas []core.Persona, states map[int]seedState) (map[int]bool, error) {
	var otherPersonCharacterIDs []int
	for _, p := range personas {
		if states[p.CharacterID].isOtherPerson(p.ID) {
			otherPersonCharacterIDs = append(otherPersonCharacterIDs, p.CharacterID)
		}
	}
	if len(otherPersonCharacterIDs) == 0 {
		return nil, nil
	}
	usedIDs, err := s.store.characterIDsUsedByAnyone(ctx, tx, otherPersonCharacterIDs)
	if err != nil || len(usedIDs) == len(otherPersonCharacterIDs) {
		return usedIDs, err
	}
	if err := s.deps.DB.StopWrites(ctx, tx, append([]string{collectionsTable}, characterUseTables...)...); err != nil {
		return nil, err
	}
	return s.store.characterIDsUsedByAnyone(ctx, tx, otherPersonCharacterIDs)
}

func (s *Service) loadPersona(ctx context.Context, tx storage.Querier, p core.Persona, states map[int]seedState, counts *LoadCounts) error {
	text, hash, err := core.EncodeAuthored(p)
	if err != nil {
		return err
	}
	state, isStored := states[p.CharacterID]
	switch {
	case !isStored:
		counts.AddedCount++
	case !state.isOutdated(s.deps.SeedVersion, hash):
		if state.hash != hash {
			counts.KeptCount++
		}
		return nil
	case state.isOtherPerson(p.ID):
		counts.UpdatedCount++
		if err := s.store.removePerson(ctx, tx, p.CharacterID, state); err != nil {
			return err
		}
	case state.hash != hash:
		counts.UpdatedCount++
	}
	return s.store.savePersona(ctx, tx, p, text, hash, s.deps.SeedVersion, core.Millis(s.deps.Clock.Now()))
}
