package catalogue

import (
	"context"
	"hash/maphash"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// parsedPersona is a parsed persona and the checksum of its JSON text. The checksum
// detects changes; updated_at does not, because a row edited by hand may keep it.
type parsedPersona struct {
	textHash uint64
	persona  *core.Persona
}

// personaHashSeed is the seed of the checksums of personas.
var personaHashSeed = maphash.MakeSeed()

// Find returns a character with its persona, by id, slug, character_id or former slug. It also
// finds hidden characters. If there is none, or its row has broken JSON, the error is
// core.NotFound. Rule api-character-reference.
func (s *Service) Find(ctx context.Context, ref string) (Character, error) {
	c, err := s.findByCurrentRef(ctx, ref)
	if core.KindOf(err) == core.NotFound {
		return s.findByFormerSlug(ctx, ref)
	}
	return c, err
}

// findByCurrentRef is Find without a search for former slugs.
func (s *Service) findByCurrentRef(ctx context.Context, ref string) (Character, error) {
	row, err := s.store.find(ctx, ref)
	if err != nil {
		return Character{}, err
	}
	c, err := s.withPersona(row)
	if s.store.brokenRows.LogIfBroken(ctx, err) {
		return Character{}, errNotFound
	}
	return c, err
}

// FindWithoutPersonas looks characters up by character_id, also hidden ones, without personas.
// It leaves out unknown IDs and rows with broken JSON. The order is undefined.
func (s *Service) FindWithoutPersonas(ctx context.Context, characterIDs []int) ([]Character, error) {
	return s.store.findWithoutPersonas(ctx, characterIDs)
}

// FindMany returns characters with their personas, by character_id. It also finds hidden
// characters. It leaves out unknown IDs and rows with broken JSON. It caches up to
// maxCachedPersonas rows until the catalogue changes.
func (s *Service) FindMany(ctx context.Context, characterIDs []int) (map[int]Character, error) {
	version, err := s.store.catalogueVersion(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[int]Character, len(characterIDs))
	rows, err := s.store.findWithPersonas(ctx, s.personaCache.lookup(version, characterIDs, out))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		c, err := s.withPersona(row)
		if s.store.brokenRows.LogIfBroken(ctx, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[c.CharacterID] = c
		s.personaCache.add(version, c)
	}
	return out, nil
}

// IsSamePerson reports whether the character with a character_id still has the given id, as tx sees
// it. Loading the seed may have replaced the person.
func (s *Service) IsSamePerson(ctx context.Context, tx storage.Querier, characterID int, id string) (bool, error) {
	return s.store.isSamePerson(ctx, tx, characterID, id)
}

func (s *Service) withPersona(row personaRow) (Character, error) {
	textHash := maphash.String(personaHashSeed, row.persona)
	s.mu.Lock()
	defer s.mu.Unlock()
	c := row.Character
	if known, ok := s.parsedPersonas[c.ID]; ok && known.textHash == textHash {
		c.Persona = known.persona
		return c, nil
	}
	c.Persona = &core.Persona{}
	if err := storage.DecodeRow("characters", c.ID, row.persona, c.Persona); err != nil {
		return c, err
	}
	if len(s.parsedPersonas) >= maxCachedPersonas {
		clear(s.parsedPersonas)
	}
	s.parsedPersonas[c.ID] = parsedPersona{textHash, c.Persona}
	return c, nil
}

// FindShown is like Find, but returns core.NotFound for hidden characters. Rules
// access-hidden-characters, catalogue-hide.
func (s *Service) FindShown(ctx context.Context, ref string) (Character, error) {
	c, err := s.Find(ctx, ref)
	if err == nil && c.IsHidden() {
		return Character{}, errNotFound
	}
	return c, err
}

// ShownCharactersWithGrants returns the characters with the given character_ids, and the grants of a user. The
// characters have no personas. Hidden characters are left out. The order is undefined. An empty
// userID means a visitor.
func (s *Service) ShownCharactersWithGrants(ctx context.Context, userID string, characterIDs []int) ([]Character, map[int]Grant, error) {
	list, err := s.store.shownCharacters(ctx, characterIDs)
	if err != nil {
		return nil, nil, err
	}
	grants, err := s.deps.Access.Grants(ctx, userID, list)
	return list, grants, err
}
