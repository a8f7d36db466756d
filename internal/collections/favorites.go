package collections

import (
	"cmp"
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
)

// Sort is the order of favourites.
type Sort string

// The orders of favourites. Unknown ones mean SortRecent. Rule favorites-sort.
const (
	SortRecent  Sort = "recent"  // the latest like first
	SortName    Sort = "name"    // by name
	SortPopular Sort = "popular" // most followers first, then most likes, then by name
)

// FavoriteQuery selects favourites.
type FavoriteQuery struct {
	Page     int // from 1
	Limit    int
	Search   string
	Sort     Sort
	IsFree   *bool // nil: free and premium characters
	MinLikes int
	MinChats int
}

// needsCounts reports whether the query needs likes or followers of each favourite.
func (q FavoriteQuery) needsCounts() bool { return q.Sort == SortPopular || q.MinLikes > 0 }

// Favorite is a character that a user likes.
type Favorite struct {
	Card
	LikedAt time.Time
}

// FavoritePage is a page of favourites. Total counts the matches on all pages.
type FavoritePage struct {
	Favorites []Favorite
	Total     int
}

// Favorites returns a page of the characters that the actor likes, without hidden ones. A
// page after the last one is empty. The number of queries is constant. Rule
// favorites-page.
func (s *Service) Favorites(ctx context.Context, actor core.Actor, q FavoriteQuery) (FavoritePage, error) {
	found, err := s.matchingFavorites(ctx, actor.UserID, q)
	if err != nil {
		return FavoritePage{}, err
	}
	sortFavorites(found, q.Sort)
	first := min((q.Page-1)*q.Limit, len(found))
	page := found[first:min(first+q.Limit, len(found))]
	out := FavoritePage{Favorites: []Favorite{}, Total: len(found)}
	cards, err := s.deps.Characters.Cards(ctx, actor.UserID, idsOf(page))
	for _, m := range page {
		if card, shown := cards[m.CharacterID]; shown {
			out.Favorites = append(out.Favorites, Favorite{card, m.At})
		}
	}
	return out, err
}

// match is a mark whose character is not hidden and matches a query.
type match struct {
	Mark
	Entry
}

func idsOf(list []match) []int {
	out := make([]int, len(list))
	for i, m := range list {
		out[i] = m.CharacterID
	}
	return out
}

// matchingFavorites returns the favourites that match, the latest like first. Rule
// favorites-filters.
func (s *Service) matchingFavorites(ctx context.Context, userID string, q FavoriteQuery) ([]match, error) {
	read := s.deps.Marks.Liked
	if q.needsCounts() {
		read = s.deps.Marks.LikedWithCounts
	}
	marks, err := read(ctx, userID)
	if err != nil {
		return nil, err
	}
	var chats map[int]int
	if q.MinChats > 0 {
		if chats, err = s.deps.Characters.ChatTotals(ctx); err != nil {
			return nil, err
		}
	}
	found, err := s.matching(ctx, marks, q.Search)
	return slices.DeleteFunc(found, func(m match) bool {
		return q.IsFree != nil && m.IsFree != *q.IsFree || m.Likes < q.MinLikes || chats[m.CharacterID] < q.MinChats
	}), err
}

// matching returns the marks of characters that match a search, in the same order.
func (s *Service) matching(ctx context.Context, marks []Mark, search string) ([]match, error) {
	filter, err := s.deps.Characters.Filter(ctx, search)
	if err != nil {
		return nil, err
	}
	out := make([]match, 0, len(marks))
	for _, m := range marks {
		if entry, matches := filter.Find(m.CharacterID); matches {
			out = append(out, match{m, entry})
		}
	}
	return out, nil
}

// sortFavorites sorts favourites that are sorted by time.
func sortFavorites(list []match, by Sort) {
	byName := func(a, b match) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.CharacterID, b.CharacterID))
	}
	switch by {
	case SortName:
		slices.SortFunc(list, byName)
	case SortPopular:
		slices.SortFunc(list, func(a, b match) int {
			return cmp.Or(cmp.Compare(b.Followers, a.Followers), cmp.Compare(b.Likes, a.Likes), byName(a, b))
		})
	}
}
