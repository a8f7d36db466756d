package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"

	"colloquy/internal/core"
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
	return s.withPersona(row)
}

// Many looks characters up by character_id, hidden or not, with their
// personas. Unknown ids are left out.
func (s *Service) Many(ctx context.Context, characterIDs []int) (map[int]Character, error) {
	rows, err := s.store.many(ctx, characterIDs)
	if err != nil {
		return nil, err
	}
	out := make(map[int]Character, len(rows))
	for _, row := range rows {
		c, err := s.withPersona(row)
		if err != nil {
			return nil, err
		}
		out[c.CharacterID] = c
	}
	return out, nil
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
	if err := json.Unmarshal([]byte(row.persona), c.Persona); err != nil {
		return c, fmt.Errorf("catalogue: persona of %s: %w", c.Slug, err)
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
	grants, err := s.Access.Grants(ctx, userID, list)
	return list, grants, err
}
