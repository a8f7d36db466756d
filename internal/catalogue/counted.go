package catalogue

import (
	"context"

	"colloquy/internal/catalogue/index"
)

// Counted is a character with its counts, and the grant and marks of a user.
type Counted struct {
	Character
	Grant Grant
	Chats int
	Numbers
}

// Counted returns the characters with the given character_ids in their order, without
// hidden ones. An empty userID means a visitor. The number of queries is constant.
func (s *Service) Counted(ctx context.Context, userID string, characterIDs []int) ([]Counted, error) {
	v, err := s.latest(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.cards(ctx, v, characterIDs)
	if err != nil {
		return nil, err
	}
	return s.addNumbers(ctx, userID, list)
}

// addNumbers adds grants and counts to characters.
func (s *Service) addNumbers(ctx context.Context, userID string, list []Character) ([]Counted, error) {
	ids := make([]int, len(list))
	for i, c := range list {
		ids[i] = c.CharacterID
	}
	grants, err := s.deps.Access.Grants(ctx, userID, list)
	if err != nil {
		return nil, err
	}
	chats, err := s.chats(ctx, ids)
	if err != nil {
		return nil, err
	}
	numbers, err := s.deps.Social.Numbers(ctx, userID, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Counted, len(list))
	for i, c := range list {
		n := c.CharacterID
		out[i] = Counted{c, grants[n], chats[n], numbers[n]}
	}
	return out, nil
}

// Filter returns a filter of the characters that are not hidden, by a search text.
func (s *Service) Filter(ctx context.Context, search string) (index.Filter, error) {
	v, err := s.latest(ctx)
	if err != nil {
		return index.Filter{}, err
	}
	return v.index.Filter(search), nil
}
