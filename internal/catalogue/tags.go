package catalogue

import (
	"context"
	"strings"

	"colloquy/internal/catalogue/index"
)

// Tags returns at most MaxList tags that are in use, the most used first.
func (s *Service) Tags(ctx context.Context) ([]index.Tag, error) {
	v, err := s.latest(ctx)
	if err != nil {
		return nil, err
	}
	return v.index.Tags(MaxList), nil
}

// KnownTag returns the stored form of a typed tag, or "" if no character has it
// except hidden ones.
func (s *Service) KnownTag(ctx context.Context, typed string) (string, error) {
	v, err := s.latest(ctx)
	if err != nil {
		return "", err
	}
	name := tagName(typed)
	if !v.index.HasTag(name) {
		return "", nil
	}
	return name, nil
}

// tagName returns the stored form of a tag. " Poetry" and "poetry" are the same tag.
func tagName(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

func tagNames(tags []string) []string {
	out := make([]string, len(tags))
	for i, tag := range tags {
		out[i] = tagName(tag)
	}
	return out
}
