package catalogue

import (
	"context"
	"hash/maphash"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// parsedPersona keeps a persona parsed as long as its text stays as it is, by a
// sum of the text: whoever edits a row by hand need not know of updated_at.
type parsedPersona struct {
	sum     uint64
	persona *core.Persona
}

var personaSeed = maphash.MakeSeed()

// maxParsed bounds how many are kept, at some 20 kB each. When there are more,
// the ones in use come back at their next use.
const maxParsed = 1024

// Find looks a character up by id, slug or character_id, hidden or not, with
// its persona. None is core.NotFound.
func (s *Service) Find(ctx context.Context, ref string) (Character, error) {
	row, err := s.store.find(ctx, ref)
	if err != nil {
		return Character{}, err
	}
	c, err := s.withPersona(row)
	if s.store.broken.Is(ctx, err) {
		return Character{}, errNotFound
	}
	return c, err
}

// Listed looks characters up by character_id, hidden or not, without personas.
// Unknown ids are left out.
func (s *Service) Listed(ctx context.Context, characterIDs []int) ([]Character, error) {
	return s.store.listed(ctx, characterIDs)
}

// latest are the characters with personas that were read since the catalogue
// last changed.
type latest struct {
	version  int64
	byNumber map[int]Character
}

// Many looks characters up by character_id, hidden or not, with their
// personas. Unknown ids, and rows that cannot be read, are left out. As long as the catalogue does not change,
// each is read once.
func (s *Service) Many(ctx context.Context, characterIDs []int) (map[int]Character, error) {
	version, err := s.store.version(ctx)
	if err != nil {
		return nil, err
	}
	out, missing := s.fromLatest(version, characterIDs)
	rows, err := s.store.many(ctx, missing)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		c, err := s.withPersona(row)
		if s.store.broken.Is(ctx, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[c.CharacterID] = c
		s.addLatest(version, c)
	}
	return out, nil
}

func (s *Service) fromLatest(version int64, characterIDs []int) (found map[int]Character, missing []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest.byNumber == nil || s.latest.version != version {
		s.latest = latest{version, map[int]Character{}}
	}
	found = make(map[int]Character, len(characterIDs))
	for _, id := range characterIDs {
		if c, ok := s.latest.byNumber[id]; ok {
			found[id] = c
		} else {
			missing = append(missing, id)
		}
	}
	return found, missing
}

func (s *Service) addLatest(version int64, c Character) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest.version == version && len(s.latest.byNumber) < maxParsed {
		s.latest.byNumber[c.CharacterID] = c
	}
}

func (s *Service) withPersona(row stored) (Character, error) {
	sum := maphash.String(personaSeed, row.persona)
	s.mu.Lock()
	defer s.mu.Unlock()
	c := row.Character
	if known, ok := s.parsed[c.ID]; ok && known.sum == sum {
		c.Persona = known.persona
		return c, nil
	}
	c.Persona = &core.Persona{}
	if err := storage.Decode("characters", c.ID, row.persona, c.Persona); err != nil {
		return c, err
	}
	if len(s.parsed) >= maxParsed {
		clear(s.parsed)
	}
	s.parsed[c.ID] = parsedPersona{sum, c.Persona}
	return c, nil
}

// Shown is Find for calls that must not show hidden characters.
func (s *Service) Shown(ctx context.Context, ref string) (Character, error) {
	c, err := s.Find(ctx, ref)
	if err == nil && c.Hidden() {
		return Character{}, errNotFound
	}
	return c, err
}

// Cards returns the characters of these numbers that may be shown, without
// personas, and their locks for a user or visitor.
func (s *Service) Cards(ctx context.Context, userID string, characterIDs []int) ([]Character, map[int]Grant, error) {
	list, err := s.store.cards(ctx, characterIDs)
	if err != nil {
		return nil, nil, err
	}
	grants, err := s.deps.Access.Grants(ctx, userID, list)
	return list, grants, err
}
