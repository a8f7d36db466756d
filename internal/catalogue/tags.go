package catalogue

import (
	"cmp"
	"context"
	"slices"
)

// Tag is a word that characters are marked with, and how many that may be shown
// are.
type Tag struct {
	Name  string
	Count int
}

// Tags returns the tags in use, the most used first, at most MaxList of them.
func (s *Service) Tags(ctx context.Context) ([]Tag, error) {
	x, err := s.index(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Tag, x.tag.len())
	for i := range out {
		out[i] = Tag{x.tag.word(i), len(x.tag.positions(i))}
	}
	slices.SortFunc(out, func(a, b Tag) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return out[:min(len(out), MaxList)], nil
}

// HasTag tells whether a character that may be shown is marked with a tag.
func (s *Service) HasTag(ctx context.Context, name string) (bool, error) {
	x, err := s.index(ctx)
	return err == nil && x.tag.find(name) >= 0, err
}
