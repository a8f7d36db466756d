package collections

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Requests and responses of the API calls.

type cardStatsJSON struct {
	ChatCount     int `json:"chats"`
	FollowerCount int `json:"followers"`
	LikeCount     int `json:"likes"`
}

type collectedJSON struct {
	ID          string        `json:"id"`
	CharacterID int           `json:"character_id"`
	Slug        string        `json:"slug"`
	Name        string        `json:"name"`
	Designation string        `json:"designation"`
	Description string        `json:"description"`
	Category    string        `json:"category"`
	ImageURL    string        `json:"image_url"`
	CoinURL     string        `json:"coin_url"`
	IsFree      bool          `json:"is_free"`
	IsLocked    bool          `json:"is_locked"`
	ExpiryAt    *time.Time    `json:"expiry_at" nullable:"true"`
	Stats       cardStatsJSON `json:"stats"`
}

func toCollectedJSON(list []CharacterStamp) []collectedJSON {
	out := make([]collectedJSON, len(list))
	for i, c := range list {
		out[i] = collectedJSON{
			ID: c.ID, CharacterID: c.CharacterID, Slug: c.Slug, Name: c.Name, Designation: c.Designation, Description: c.Description,
			Category: c.Category, ImageURL: c.ImageURL, CoinURL: c.CoinURL, IsFree: c.IsFree, IsLocked: c.IsLocked, ExpiryAt: c.ExpiryAt,
			Stats: cardStatsJSON{ChatCount: c.ChatCount, FollowerCount: c.FollowerCount, LikeCount: c.LikeCount},
		}
	}
	return out
}

type favoriteJSON struct {
	ID            string     `json:"id"`
	CharacterID   int        `json:"character_id"`
	Slug          string     `json:"slug"`
	Name          string     `json:"name"`
	Description   string     `json:"description"`
	Category      string     `json:"category"`
	ImageURL      string     `json:"image_url"`
	CoinURL       string     `json:"coin_url"`
	IsFree        bool       `json:"is_free"`
	IsLocked      bool       `json:"is_locked"`
	ExpiryAt      *time.Time `json:"expiry_at" nullable:"true"`
	ChatCount     int        `json:"chat_count"`
	FollowerCount int        `json:"follower_count"`
	LikeCount     int        `json:"like_count"`
	LikedAt       time.Time  `json:"liked_at"`
}

func toFavoriteJSON(f Favorite) favoriteJSON {
	return favoriteJSON{
		ID: f.ID, CharacterID: f.CharacterID, Slug: f.Slug, Name: f.Name, Description: f.Description, Category: f.Category,
		ImageURL: f.ImageURL, CoinURL: f.CoinURL, IsFree: f.IsFree, IsLocked: f.IsLocked, ExpiryAt: f.ExpiryAt,
		ChatCount: f.ChatCount, FollowerCount: f.FollowerCount, LikeCount: f.LikeCount, LikedAt: f.LikedAt,
	}
}

// favoritesIn has only string fields, because an invalid value of a parameter counts as a missing
// one.
type favoritesIn struct {
	Page     string `query:"page" doc:"From 1"`
	Limit    string `query:"limit" doc:"1 to 100. The default is 6"`
	Search   string `query:"search" doc:"Words of a name or description; forgives case, accents and a typo"`
	Sort     string `query:"sort" doc:"recent, name or popular"`
	IsFree   string `query:"is_free" doc:"true or 1: free ones, false or 0: premium ones"`
	MinLikes string `query:"min_likes" doc:"A whole number; anything else counts as 0"`
	MinChats string `query:"min_chats" doc:"A whole number; anything else counts as 0"`
}

const (
	defaultFavoritesLimit = 6
	// maxPage bounds the page, so that its offset does not overflow.
	maxPage = 1_000_000
)

// toQuery converts the parameters into a FavoriteQuery. It replaces missing and invalid values by
// their defaults. Rules favorites-page, favorites-filters.
func (in favoritesIn) toQuery() FavoriteQuery {
	limit := min(parseWholeNumber(in.Limit), maxPageSize)
	return FavoriteQuery{
		Page: max(min(parseWholeNumber(in.Page), maxPage), 1), Limit: cmp.Or(limit, defaultFavoritesLimit),
		Search: in.Search, Sort: FavoriteOrder(in.Sort), IsFree: parseBool(in.IsFree),
		MinLikes: parseWholeNumber(in.MinLikes), MinChats: parseWholeNumber(in.MinChats),
	}
}

// parseWholeNumber returns the number in a text. Negative numbers and texts that are no whole
// number become 0. A number that is too large becomes the largest int.
func parseWholeNumber(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return max(n, 0)
}

// parseBool returns the boolean in a text, or nil for any other text.
func parseBool(text string) *bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "1":
		return new(true)
	case "false", "0":
		return new(false)
	}
	return nil
}

type paginationJSON struct {
	MatchCount  int `json:"total"`
	PerPage     int `json:"perPage"`
	CurrentPage int `json:"currentPage"`
}

type favoritePageJSON struct {
	Data       []favoriteJSON `json:"data" nullable:"false"`
	Pagination paginationJSON `json:"pagination"`
}

type favoritesOut struct {
	Body struct {
		Data favoritePageJSON `json:"data"`
	}
}

type collectionIn struct {
	Search string `query:"search" doc:"Words of a name or description; forgives case, accents and a typo"`
	Limit  int    `query:"limit" default:"100" doc:"1 to 100"`
	Cursor string `query:"cursor" doc:"The nextCursor of the previous page"`
}

type collectedPageJSON struct {
	Characters []collectedJSON `json:"characters" nullable:"false" doc:"The followed characters, latest first"`
	NextCursor string          `json:"nextCursor" doc:"Empty at the end"`
	MatchCount int             `json:"total"`
}

type collectionOut struct {
	Body struct {
		Data collectedPageJSON `json:"data"`
	}
}

// collectionJSON is a collection that a user made.
type collectionJSON struct {
	ID           string          `json:"id"`
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	ShareURL     *string         `json:"share_url" nullable:"true" doc:"Null while the collection is not shared"`
	Count        int             `json:"count" doc:"Number of characters in the collection, without characters that have left the catalogue"`
	HasCharacter bool            `json:"has_character" doc:"True if the collection has the character that the call named"`
	Characters   []collectedJSON `json:"characters" nullable:"false" doc:"In the owner's order; in the list of collections the first four"`
	CreatedAt    time.Time       `json:"created_at"`
	UpdatedAt    time.Time       `json:"updated_at"`
}

func (s *Service) toCollectionJSON(l Collection) collectionJSON {
	out := collectionJSON{
		ID: l.ID, Name: l.Name, Description: l.Description, Count: l.ShownCount, HasCharacter: l.HasNamedCharacter,
		Characters: toCollectedJSON(l.Characters), CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt,
	}
	if l.ShareToken != "" {
		url := s.shareURL(l.ShareToken)
		out.ShareURL = &url
	}
	return out
}

type listsIn struct {
	CharacterID string `query:"characterId" doc:"A character's id, slug or character_id, for has_character"`
}

type listsOut struct {
	Body struct {
		Data []collectionJSON `json:"data" nullable:"false" doc:"At most 100, latest first"`
	}
}

type listOut struct{ Body collectionJSON }

type nameBody struct {
	_           struct{} `additionalProperties:"true"`
	Name        string   `json:"name,omitempty" doc:"1 to 60 characters"`
	Description string   `json:"description,omitempty" doc:"At most 300 characters"`
}

type createIn struct{ Body nameBody }

// ListRef is the collection in a path. It is exported because huma binds the fields of
// exported embedded structs only.
type ListRef struct {
	ID string `path:"id" doc:"A collection's id"`
}

type editIn struct {
	ListRef
	Body nameBody
}

type addIn struct {
	ListRef
	Body struct {
		_           struct{} `additionalProperties:"true"`
		CharacterID any      `json:"characterId" doc:"A character's id, slug or character_id"`
	}
}

type reorderIn struct {
	ListRef
	Body struct {
		_            struct{} `additionalProperties:"true"`
		CharacterIDs []any    `json:"characterIds" nullable:"false" doc:"The character_id of each character of the collection, in the wanted order"`
	}
}

type removeIn struct {
	ListRef
	CharacterID string `path:"characterId" doc:"A character's id, slug or character_id"`
}

type shareOut struct {
	Body struct {
		URL string `json:"url"`
	}
}

type doneOut struct {
	Body struct {
		Success bool `json:"success"`
	}
}

type sharedIn struct {
	Token string `path:"token" doc:"The last part of a share address"`
}

// sharedOut has neither the id nor the email address of the owner.
type sharedOut struct {
	Body struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Owner       string          `json:"owner" doc:"The owner's name; 'A member' with the public profile off"`
		Characters  []collectedJSON `json:"characters" nullable:"false" doc:"With the locks of the caller"`
		UpdatedAt   time.Time       `json:"updated_at"`
	}
}
