package collections

import (
	"context"
	"time"
)

// CharacterStamp is a character as lists show it. IsLocked and ExpiryAt apply to the user for whom
// the stamp is made.
type CharacterStamp struct {
	ID            string
	CharacterID   int
	Slug          string
	Name          string
	Designation   string
	Description   string
	Category      string
	ImageURL      string
	CoinURL       string
	IsFree        bool
	IsLocked      bool
	ExpiryAt      *time.Time
	ChatCount     int
	LikeCount     int
	FollowerCount int
}

// Character is the result of Characters.Find.
type Character struct {
	CharacterID int
	IsHidden    bool // inactive or deleted
}

// Characters is the catalogue. Find accepts an id, slug or character_id, and also finds hidden
// characters. Its error for an unknown character is core.NotFound. Stamps and Filter omit unknown
// and hidden characters. The number of queries of each method is constant.
type Characters interface {
	Find(ctx context.Context, ref string) (Character, error)
	// Stamps returns stamps by character_id. An empty userID means a visitor.
	Stamps(ctx context.Context, userID string, characterIDs []int) (map[int]CharacterStamp, error)
	// Filter searches names and descriptions. It ignores case and accents and tolerates one typo. An
	// empty search selects every character.
	Filter(ctx context.Context, search string) (SearchMatches, error)
	// ChatTotals returns the number of conversations by character_id. It may be some
	// seconds old and must not be changed.
	ChatTotals(ctx context.Context) (map[int]int, error)
}

// SearchMatches has the characters that match a search. Find returns false for other characters.
type SearchMatches interface {
	Find(characterID int) (SortFields, bool)
}

// SortFields has the fields by which lists are sorted and filtered. Name is the result of fold.Text.
type SortFields struct {
	Name   string
	IsFree bool
}

// Mark is a like or a follow of a user. Only LikedWithMarkCounts sets LikeCount and
// FollowerCount.
type Mark struct {
	CharacterID   int
	At            time.Time
	LikeCount     int
	FollowerCount int
}

// Marks lists the characters that a user likes or follows, latest first, in one query.
// Marks of hidden characters are included.
type Marks interface {
	Liked(ctx context.Context, userID string) ([]Mark, error)
	LikedWithMarkCounts(ctx context.Context, userID string) ([]Mark, error)
	Followed(ctx context.Context, userID string) ([]Mark, error)
}

// People returns the public name of a user. The result hidden is true if the user has switched the
// public profile off.
type People interface {
	Name(ctx context.Context, userID string) (name string, hidden bool, err error)
}
