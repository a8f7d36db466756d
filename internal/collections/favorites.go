package collections

import (
	"cmp"
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
)

// FavoriteOrder is the order in which favourites are sorted.
type FavoriteOrder string

// The orders of favourites. An unknown order means SortRecent. Rule favorites-sort.
const (
	SortRecent  FavoriteOrder = "recent"  // the latest like first
	SortName    FavoriteOrder = "name"    // by name
	SortPopular FavoriteOrder = "popular" // most followers first, then most likes, then by name
)

// FavoriteQuery selects favourites.
type FavoriteQuery struct {
	Page     int // from 1
	Limit    int
	Search   string
	Sort     FavoriteOrder
	IsFree   *bool // nil: free and premium characters
	MinLikes int
	MinChats int
}

// needsMarkCounts reports whether the query needs likes or followers of each favourite.
func (q FavoriteQuery) needsMarkCounts() bool { return q.Sort == SortPopular || q.MinLikes > 0 }

// Favorite is a character that a user likes.
type Favorite struct {
	CharacterStamp
	LikedAt time.Time
}

// FavoritePage is a page of favourites. MatchCount is the number of matches on all pages.
type FavoritePage struct {
	Favorites  []Favorite
	MatchCount int
}

// Favorites returns a page of the characters that the actor likes, without hidden ones. A
// page after the last one is empty. The number of queries is constant. Rule
// favorites-page.
func (s *Service) Favorites(ctx context.Context, actor core.Actor, q FavoriteQuery) (FavoritePage, error) {
	matches, err := s.matchingFavorites(ctx, actor.UserID, q)
	if err != nil {
		return FavoritePage{}, err
	}
	sortFavorites(matches, q.Sort)
	firstIndex := min((q.Page-1)*q.Limit, len(matches))
	page := matches[firstIndex:min(firstIndex+q.Limit, len(matches))]
	out := FavoritePage{Favorites: []Favorite{}, MatchCount: len(matches)}
	stamps, err := s.deps.Characters.Stamps(ctx, actor.UserID, idsOf(page))
	for _, m := range page {
		if stamp, isShown := stamps[m.CharacterID]; isShown {
			out.Favorites = append(out.Favorites, Favorite{stamp, m.At})
		}
	}
	return out, err
}

// matchingMark is a mark whose character is not hidden and matches a query.
type matchingMark struct {
	Mark
	SortFields
}

func idsOf(list []matchingMark) []int {
	out := make([]int, len(list))
	for i, m := range list {
		out[i] = m.CharacterID
	}
	return out
}

// matchingFavorites returns the favourites that match, the latest like first. Rule
// favorites-filters.
func (s *Service) matchingFavorites(ctx context.Context, userID string, q FavoriteQuery) ([]matchingMark, error) {
	fetchLikedMarks := s.deps.Marks.Liked
	if q.needsMarkCounts() {
		fetchLikedMarks = s.deps.Marks.LikedWithMarkCounts
	}
	marks, err := fetchLikedMarks(ctx, userID)
	if err != nil {
		return nil, err
	}
	var chats map[int]int
	if q.MinChats > 0 {
		if chats, err = s.deps.Characters.ChatTotals(ctx); err != nil {
			return nil, err
		}
	}
	found, err := s.matchingMarks(ctx, marks, q.Search)
	return slices.DeleteFunc(found, func(m matchingMark) bool {
		return q.IsFree != nil && m.IsFree != *q.IsFree || m.LikeCount < q.MinLikes || chats[m.CharacterID] < q.MinChats
	}), err
}

// matchingMarks returns the marks whose characters match a search, in the order of marks. It
// leaves out hidden characters. Rule favorites-hidden.
func (s *Service) matchingMarks(ctx context.Context, marks []Mark, search string) ([]matchingMark, error) {
	filter, err := s.deps.Characters.Filter(ctx, search)
	if err != nil {
		return nil, err
	}
	out := make([]matchingMark, 0, len(marks))
	for _, m := range marks {
		if entry, matches := filter.Find(m.CharacterID); matches {
			out = append(out, matchingMark{m, entry})
		}
	}
	return out, nil
}

// sortFavorites sorts favourites. The latest like must come first in list, so SortRecent
// needs no sorting.
func sortFavorites(list []matchingMark, by FavoriteOrder) {
	compareByName := func(a, b matchingMark) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.CharacterID, b.CharacterID))
	}
	switch by {
	case SortName:
		slices.SortFunc(list, compareByName)
	case SortPopular:
		slices.SortFunc(list, func(a, b matchingMark) int {
			return cmp.Or(cmp.Compare(b.FollowerCount, a.FollowerCount), cmp.Compare(b.LikeCount, a.LikeCount), compareByName(a, b))
		})
	}
}
