package catalogue

import (
	"context"

	"colloquy/internal/catalogue/index"
)

// SimilarCharacter is a character that is similar to another one. Score is between 0.1 and
// 10.0, with one decimal.
type SimilarCharacter struct {
	CharacterWithCounts
	Score float64
}

// The number of similar characters in an answer (rule profile-similar-number).
const (
	defaultSimilarLimit = 6
	maxSimilarLimit     = 24
)

// Similar returns the characters that are most similar to a shown character, sorted by score, then
// by name. It leaves out scores that round to 0. limit is at most 24; 0 or less means 6. The number
// of queries is constant.
func (s *Service) Similar(ctx context.Context, userID, ref string, limit int) ([]SimilarCharacter, error) {
	to, err := s.FindShown(ctx, ref)
	if err != nil {
		return nil, err
	}
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = defaultSimilarLimit
	}
	neighbours := v.index.Similar(
		index.Character{ID: to.CharacterID, Category: to.Category, Tags: to.Tags, Description: to.Description}, min(limit, maxSimilarLimit))
	ids, scores := make([]int, len(neighbours)), make(map[int]float64, len(neighbours))
	for i, n := range neighbours {
		ids[i], scores[n.ID] = n.ID, float64(n.ScoreTenths)/10
	}
	list, err := s.shownCharacters(ctx, v, ids)
	if err != nil {
		return nil, err
	}
	listWithCounts, err := s.addCounts(ctx, userID, list)
	out := make([]SimilarCharacter, len(listWithCounts))
	for i, c := range listWithCounts {
		out[i] = SimilarCharacter{c, scores[c.CharacterID]}
	}
	return out, err
}
