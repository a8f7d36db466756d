package catalogue

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// LoadCounts counts what Load did with the personas of the seed. Unchanged personas are not
// counted.
type LoadCounts struct {
	Added   int
	Updated int
	Kept    int // not overwritten: edited by an administrator, written by a newer seed, or a person in use
}

// Load writes the personas of the seed: it adds new ones and updates changed ones. It does not
// overwrite rows that an administrator edited or a newer seed wrote. If the id of a persona
// differs from the id of the row with its character_id, the persona is another person. Load
// then replaces the row only if nobody uses that character (rule seed-person-replaced).
// Loading the same seed again changes nothing. After the load, Find knows the former slugs of
// the personas.
func (s *Service) Load(ctx context.Context, personas []core.Persona) (done LoadCounts, err error) {
	// Two processes that start at the same time on an empty PostgreSQL database both insert.
	// The second gets a unique violation when the first has committed. Its next try finds the
	// rows of the first.
	for range maxLoads {
		if done, err = s.load(ctx, personas); !storage.IsUniqueViolation(err) {
			break
		}
	}
	if err == nil {
		former := formerSlugs(personas)
		s.former.Store(&former)
	}
	return done, err
}

// maxLoads is the maximum number of tries of a load that gets unique violations.
const maxLoads = 5

func (s *Service) load(ctx context.Context, personas []core.Persona) (LoadCounts, error) {
	var done LoadCounts
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		done = LoadCounts{}
		states, err := s.store.seedStates(ctx, tx)
		if err != nil {
			return err
		}
		used, err := s.keptCharacterIDs(ctx, tx, personas, states)
		if err != nil {
			return err
		}
		for _, p := range personas {
			if used[p.CharacterID] {
				done.Kept++
				continue
			}
			if err := s.loadPersona(ctx, tx, p, states, &done); err != nil {
				return err
			}
		}
		return nil
	})
	return done, err
}

// keptCharacterIDs returns the character_ids whose person stays because somebody uses it,
// although the seed has another person with this character_id. If an unused person will be
// replaced, keptCharacterIDs stops writes to the tables of uses until tx ends. Nobody can then
// begin to use a character.
func (s *Service) keptCharacterIDs(ctx context.Context, tx storage.Querier, personas []core.Persona, states map[int]seedState) (map[int]bool, error) {
	var taken []int
	for _, p := range personas {
		if states[p.CharacterID].isOtherPerson(p.ID) {
			taken = append(taken, p.CharacterID)
		}
	}
	if len(taken) == 0 {
		return nil, nil
	}
	used, err := s.store.usedCharacters(ctx, tx, taken)
	if err != nil || len(used) == len(taken) {
		return used, err
	}
	if err := s.deps.DB.StopWrites(ctx, tx, append([]string{collectionsTable}, useTables...)...); err != nil {
		return nil, err
	}
	return s.store.usedCharacters(ctx, tx, taken)
}

func (s *Service) loadPersona(ctx context.Context, tx storage.Querier, p core.Persona, states map[int]seedState, done *LoadCounts) error {
	text, hash, err := core.EncodeAuthored(p)
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
	case state.isOtherPerson(p.ID):
		done.Updated++
		if err := s.store.removePerson(ctx, tx, p.CharacterID, state); err != nil {
			return err
		}
	case state.hash != hash:
		done.Updated++
	}
	return s.store.savePersona(ctx, tx, p, text, hash, s.deps.SeedVersion, core.Millis(s.deps.Clock.Now()))
}
