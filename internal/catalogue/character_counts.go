package catalogue

import (
	"context"

	"colloquy/internal/catalogue/index"
)

// CharacterWithCounts is a character with its counts and a user's grant. SocialCounts also says
// whether the user likes and follows the character.
type CharacterWithCounts struct {
	Character
	Grant Grant
	Chats int
	SocialCounts
}

// FindWithCounts returns the characters with the given character_ids in the order of the ids,
// without hidden ones. An empty userID means a visitor. The number of queries is constant.
func (s *Service) FindWithCounts(ctx context.Context, userID string, characterIDs []int) ([]CharacterWithCounts, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.shownCharacters(ctx, v, characterIDs)
	if err != nil {
		return nil, err
	}
	return s.addCounts(ctx, userID, list)
}

// addCounts adds grants and counts to characters.
func (s *Service) addCounts(ctx context.Context, userID string, list []Character) ([]CharacterWithCounts, error) {
	ids := make([]int, len(list))
	for i, c := range list {
		ids[i] = c.CharacterID
	}
	grants, err := s.deps.Access.Grants(ctx, userID, list)
	if err != nil {
		return nil, err
	}
	chatCounts, err := s.countChats(ctx, ids)
	if err != nil {
		return nil, err
	}
	socialCounts, err := s.deps.Social.Counts(ctx, userID, ids)
	if err != nil {
		return nil, err
	}
	out := make([]CharacterWithCounts, len(list))
	for i, c := range list {
		n := c.CharacterID
		out[i] = CharacterWithCounts{c, grants[n], chatCounts[n], socialCounts[n]}
	}
	return out, nil
}

// Filter returns a filter for a search text (index.Index.Filter). It never matches hidden
// characters.
func (s *Service) Filter(ctx context.Context, search string) (index.Filter, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return index.Filter{}, err
	}
	return v.index.Filter(search), nil
}
