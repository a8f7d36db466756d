package collections

import (
	"context"
	"sort"

	"colloquy/internal/core"
)

// maxPageSize is the most characters in one answer. Rule favorites-page.
const maxPageSize = 100

// FollowedPage is a page of followed characters. MatchCount is the number of matches on all
// pages.
type FollowedPage struct {
	Characters []CharacterStamp
	NextCursor string // empty at the end
	MatchCount int
}

// followCursor is the position of the last character of a page. Its JSON is the content of a
// cursor.
type followCursor struct {
	At          int64 `json:"t"`
	CharacterID int   `json:"c"`
}

// precedes reports whether the position comes before a mark in the order of pages.
func (k followCursor) precedes(m Mark) bool {
	at := core.Millis(m.At)
	return at < k.At || at == k.At && m.CharacterID < k.CharacterID
}

// Followed returns a page of the characters that the actor follows, without hidden ones. The latest
// follow comes first. limit is clamped to 1..100. cursor is the NextCursor of the previous page;
// the error for an altered cursor is core.Malformed. The number of queries is constant. Rule
// collections-mine.
func (s *Service) Followed(ctx context.Context, actor core.Actor, search string, limit int, cursor string) (FollowedPage, error) {
	var after *followCursor
	if cursor != "" {
		after = &followCursor{}
		if err := core.ParseCursor(cursor, after); err != nil {
			return FollowedPage{}, errBadCursor.Because(err)
		}
	}
	marks, err := s.deps.Marks.Followed(ctx, actor.UserID)
	if err != nil {
		return FollowedPage{}, err
	}
	found, err := s.matchingMarks(ctx, marks, search)
	if err != nil {
		return FollowedPage{}, err
	}
	firstIndex := 0
	if after != nil {
		firstIndex = sort.Search(len(found), func(i int) bool { return after.precedes(found[i].Mark) })
	}
	endIndex := min(firstIndex+min(max(limit, 1), maxPageSize), len(found))
	out := FollowedPage{MatchCount: len(found)}
	if endIndex < len(found) {
		lastOnPage := found[endIndex-1]
		out.NextCursor = core.FormatCursor(followCursor{core.Millis(lastOnPage.At), lastOnPage.CharacterID})
	}
	out.Characters, err = s.stamps(ctx, actor.UserID, idsOf(found[firstIndex:endIndex]))
	return out, err
}

// stamps returns the stamps of the characters in the order of ids. It leaves out hidden characters.
func (s *Service) stamps(ctx context.Context, userID string, ids []int) ([]CharacterStamp, error) {
	byID, err := s.deps.Characters.Stamps(ctx, userID, ids)
	return stampsInOrder(byID, ids), err
}

// stampsInOrder returns the stamps in the order of ids. It leaves out ids without a stamp.
func stampsInOrder(byID map[int]CharacterStamp, ids []int) []CharacterStamp {
	out := make([]CharacterStamp, 0, len(ids))
	for _, id := range ids {
		if stamp, isShown := byID[id]; isShown {
			out = append(out, stamp)
		}
	}
	return out
}
