package catalogue

import (
	"context"
	"slices"
	"strconv"

	"colloquy/internal/core"
)

// idsByFormerSlug returns the character_ids of personas by their former slugs.
func idsByFormerSlug(personas []core.Persona) map[string]int {
	out := map[string]int{}
	for _, p := range personas {
		for _, slug := range p.FormerSlugs {
			out[slug] = p.CharacterID
		}
	}
	return out
}

// IsFormerSlug reports whether slug is a former slug of a persona of the seed. The catalogue may
// still have a replaced person under this slug (rule seed-person-replaced).
func (s *Service) IsFormerSlug(slug string) bool { return s.characterIDByFormerSlug(slug) != 0 }

// characterIDByFormerSlug returns the character_id of the persona with a former slug, or 0.
func (s *Service) characterIDByFormerSlug(slug string) int {
	if bySlug := s.idsByFormerSlug.Load(); bySlug != nil {
		return (*bySlug)[slug]
	}
	return 0
}

// findByFormerSlug looks a character up by a former slug. If the stored character is another
// person, who never had this slug, the error is errNotFound. Rule catalogue-former-slugs.
func (s *Service) findByFormerSlug(ctx context.Context, slug string) (Character, error) {
	characterID := s.characterIDByFormerSlug(slug)
	if characterID == 0 {
		return Character{}, errNotFound
	}
	c, err := s.findByCurrentRef(ctx, strconv.Itoa(characterID))
	if err == nil && !slices.Contains(c.Persona.FormerSlugs, slug) {
		return Character{}, errNotFound
	}
	return c, err
}
