package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strings"
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

// KnownTag returns a tag as it is written, however somebody typed it; it is
// empty when no character that may be shown is marked with it.
func (s *Service) KnownTag(ctx context.Context, typed string) (string, error) {
	x, err := s.index(ctx)
	if err != nil {
		return "", err
	}
	name := tagName(typed)
	if x.tag.find(name) < 0 {
		return "", nil
	}
	return name, nil
}

// tagName is how a tag is written: Poetry and poetry are one.
func tagName(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

// tagNames are tags as they are written.
func tagNames(tags []string) []string {
	out := make([]string, len(tags))
	for i, tag := range tags {
		out[i] = tagName(tag)
	}
	return out
}
