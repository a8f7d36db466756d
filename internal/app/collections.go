package app

import (
	"context"

	"colloquy/internal/accounts"
	"colloquy/internal/catalogue"
	"colloquy/internal/catalogue/index"
	"colloquy/internal/collections"
	"colloquy/internal/social"
)

// collectionsCharacters adapts the catalogue to package collections.
type collectionsCharacters struct{ catalogue *catalogue.Service }

// Find looks a character up by id, slug, former slug or character_id.
func (a collectionsCharacters) Find(ctx context.Context, ref string) (collections.Character, error) {
	c, err := a.catalogue.Find(ctx, ref)
	return collections.Character{CharacterID: c.CharacterID, IsHidden: c.IsHidden()}, err
}

// Stamps returns the characters that are not hidden, with counts and locks.
func (a collectionsCharacters) Stamps(ctx context.Context, userID string, ids []int) (map[int]collections.CharacterStamp, error) {
	out := make(map[int]collections.CharacterStamp, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	list, err := a.catalogue.FindWithCounts(ctx, userID, ids)
	for _, c := range list {
		out[c.CharacterID] = collections.CharacterStamp{
			ID: c.ID, CharacterID: c.CharacterID, Slug: c.Slug, Name: c.Name, Designation: c.Designation, Description: c.Description,
			Category: c.Category, ImageURL: c.CardURL(), CoinURL: c.CoinURL(), IsFree: c.IsFree, IsLocked: c.Grant.IsLocked, ExpiryAt: c.Grant.ExpiryAt,
			ChatCount: c.Chats, LikeCount: c.Likes, FollowerCount: c.Followers,
		}
	}
	return out, err
}

// Filter returns the characters that match a search text.
func (a collectionsCharacters) Filter(ctx context.Context, search string) (collections.SearchMatches, error) {
	f, err := a.catalogue.Filter(ctx, search)
	return collectionsFilter{f}, err
}

// ChatTotals returns the number of conversations of each character, by character_id.
func (a collectionsCharacters) ChatTotals(ctx context.Context) (map[int]int, error) {
	return a.catalogue.ChatTotals(ctx)
}

// collectionsFilter adapts a filter of the catalogue.
type collectionsFilter struct{ filter index.Filter }

// Find returns the entry of a character. found is false if the filter excludes the character.
func (f collectionsFilter) Find(characterID int) (collections.SortFields, bool) {
	entry, found := f.filter.Find(characterID)
	return collections.SortFields(entry), found
}

// collectionsMarks adapts the likes and follows of package social.
type collectionsMarks struct{ social *social.Service }

// Liked returns the characters that a user likes.
func (a collectionsMarks) Liked(ctx context.Context, userID string) ([]collections.Mark, error) {
	return toMarks(a.social.LikedCharacters(ctx, userID))
}

// LikedWithMarkCounts returns the characters that a user likes, with their counts.
func (a collectionsMarks) LikedWithMarkCounts(ctx context.Context, userID string) ([]collections.Mark, error) {
	return toMarks(a.social.LikedCharactersWithCounts(ctx, userID))
}

// Followed returns the characters that a user follows.
func (a collectionsMarks) Followed(ctx context.Context, userID string) ([]collections.Mark, error) {
	return toMarks(a.social.FollowedCharacters(ctx, userID))
}

func toMarks(list []social.CharacterMark, err error) ([]collections.Mark, error) {
	out := make([]collections.Mark, len(list))
	for i, m := range list {
		out[i] = collections.Mark(m)
	}
	return out, err
}

// collectionsPeople adapts package accounts to package collections.
type collectionsPeople struct{ accounts *accounts.Service }

// Name returns the name of a user. hidden is true for a hidden profile and for a deleted
// account.
func (a collectionsPeople) Name(ctx context.Context, userID string) (name string, hidden bool, err error) {
	people, err := a.accounts.People(ctx, []string{userID})
	p, exists := people[userID]
	return p.Name, p.IsHidden || !exists, err
}
