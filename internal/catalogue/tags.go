package catalogue

import (
	"context"
	"strings"

	"colloquy/internal/catalogue/index"
)

// Tags returns at most MaxListItems tags that are in use, the most used first.
func (s *Service) Tags(ctx context.Context) ([]index.Tag, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	return v.index.Tags(MaxListItems), nil
}

// FindTag returns the stored form of a typed tag. It returns "" if no character has the tag,
// or only hidden ones.
func (s *Service) FindTag(ctx context.Context, typed string) (string, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return "", err
	}
	name := normaliseTag(typed)
	if !v.index.HasTag(name) {
		return "", nil
	}
	return name, nil
}

// normaliseTag returns the stored form of a tag. " Poetry" and "poetry" are the same tag. Rule
// catalogue-tag-page.
func normaliseTag(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

func normaliseTags(tags []string) []string {
	out := make([]string, len(tags))
	for i, tag := range tags {
		out[i] = normaliseTag(tag)
	}
	return out
}
