package catalogue

import (
	"time"

	"colloquy/internal/core"
)

// Bodies of requests and responses of the API.

type assertJSON struct {
	Type string `json:"type" enum:"image,video"`
	File string `json:"file"`
}

// CharacterJSON is a character in lists and profiles. It is exported because huma
// describes embedded structs only if they are exported.
type CharacterJSON struct {
	ID               string     `json:"id"`
	CharacterID      int        `json:"character_id"`
	Name             string     `json:"name"`
	Slug             string     `json:"slug"`
	Designation      string     `json:"designation"`
	Description      string     `json:"description"`
	Category         string     `json:"category"`
	FirstLetter      string     `json:"letter"`
	Tags             []string   `json:"tags" nullable:"false"`
	Image            string     `json:"image"`
	ImageURL         string     `json:"image_url"`
	ProfilePic       string     `json:"profile_pic"`
	CoinURL          string     `json:"coin_url"`
	CarouselMedia    string     `json:"carousel_media" doc:"A JSON list of media"`
	DefaultMediaType string     `json:"default_media_type" doc:"image, video or carousel"`
	ProfileVideo     string     `json:"profile_video" doc:"The address of a film; empty for none"`
	ShownMedia       assertJSON `json:"assert"`
	ChargePerMessage string     `json:"charge_per_message"`
	IsFree           bool       `json:"is_free"`
	IsActive         bool       `json:"is_active"`
	IsDeleted        bool       `json:"is_deleted"`
	IsLocked         bool       `json:"is_locked"`
	ExpiryAt         *time.Time `json:"expiry_at" nullable:"true"`
	CreatedAt        time.Time  `json:"created_at"`
	UpdatedAt        time.Time  `json:"updated_at"`
}

// toCharacterJSON encodes a character with the user's access to it (rule access-who-may-chat).
func toCharacterJSON(c Character, g Grant) CharacterJSON {
	return CharacterJSON{
		ID: c.ID, CharacterID: c.CharacterID, Name: c.Name, Slug: c.Slug, Designation: c.Designation, Description: c.Description,
		Category: c.Category, FirstLetter: c.FirstLetter, Tags: c.Tags,
		Image: c.CardURL(), ImageURL: c.CardURL(), ProfilePic: c.PlateURL(), CoinURL: c.CoinURL(),
		CarouselMedia: c.Media.Carousel, DefaultMediaType: c.Media.DefaultType, ProfileVideo: c.Media.Video, ShownMedia: assertJSON(c.ShownMedia()),
		ChargePerMessage: "0.00",
		IsFree:           c.IsFree, IsActive: c.IsActive, IsDeleted: c.IsDeleted, IsLocked: g.IsLocked, ExpiryAt: g.ExpiryAt,
		CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
	}
}

// CategoryJSON is a category in lists and on the home page. Characters is always
// empty; clients of the documented API expect the field.
type CategoryJSON struct {
	ID             string          `json:"id"`
	Name           string          `json:"name"`
	Image          string          `json:"image"`
	Icon           string          `json:"icon" doc:"The name of a lucide icon"`
	Description    string          `json:"description"`
	CharacterIDs   []int           `json:"character_ids" nullable:"false" doc:"The first twelve"`
	Characters     []CharacterJSON `json:"characters" nullable:"false"`
	CharacterCount int             `json:"count"`
	IsActive       bool            `json:"is_active"`
	CreatedAt      time.Time       `json:"created_at"`
	UpdatedAt      time.Time       `json:"updated_at"`
}

func toCategoryJSON(c Category) CategoryJSON {
	return CategoryJSON{
		ID: c.ID, Name: c.Name, Image: c.ImageURL, Icon: c.Icon, Description: c.Description,
		CharacterIDs: append([]int{}, c.CharacterIDs...), Characters: []CharacterJSON{}, CharacterCount: c.CharacterCount, IsActive: true,
		CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
	}
}

// ToJSON returns the JSON of the category, for responses of other packages.
func (c Category) ToJSON() CategoryJSON { return toCategoryJSON(c) }

// ToJSON returns the JSON of the character, for responses of other packages.
func (c Character) ToJSON(g Grant) CharacterJSON { return toCharacterJSON(c, g) }

type categoriesOut struct {
	Body struct {
		Data []CategoryJSON `json:"data" nullable:"false"`
	}
}

type listIn struct {
	Search      string `query:"search" doc:"Looks into names, categories, designations and tags; forgives case, accents and a typo"`
	Category    string `query:"category"`
	FirstLetter string `query:"letter" doc:"The first letter that characters are grouped by"`
	Tag         string `query:"tag"`
	Limit       int    `query:"limit" doc:"At most 500, which 0 means too"`
	Cursor      string `query:"cursor"`
}

type listOut struct {
	Body struct {
		Data       []CharacterJSON `json:"data" nullable:"false"`
		NextCursor string          `json:"nextCursor"`
		Total      int             `json:"total"`
	}
}

type groupsIn struct {
	By     string `query:"by" enum:"category,name" default:"category"`
	Search string `query:"search"`
	Limit  int    `query:"limit" doc:"Characters of each group: at most 20. The default is 5"`
	Cursor string `query:"cursor" doc:"Continues after the groups of an earlier answer"`
}

// GroupJSON is a category or letter with its first characters.
type GroupJSON struct {
	Key        string          `json:"key" doc:"The category's name or the letter"`
	Title      string          `json:"title"`
	Total      int             `json:"total"`
	NextCursor string          `json:"nextCursor" doc:"Cursor for the list of characters. It continues this group, with the search of this call"`
	Characters []CharacterJSON `json:"characters" nullable:"false"`
}

type groupsOut struct {
	Body struct {
		Best       []CharacterJSON `json:"best" nullable:"false" doc:"The best matches of a search over all groups, the best first. Empty if all matches are equally good or are in one group"`
		Data       []GroupJSON     `json:"data" nullable:"false"`
		NextCursor string          `json:"nextCursor" doc:"Set only when there are more groups than one answer holds"`
		Total      int             `json:"total" doc:"Number of characters in all groups"`
	}
}

type tagJSON struct {
	Name           string `json:"name"`
	CharacterCount int    `json:"count"`
}

type tagsOut struct {
	Body struct {
		Data []tagJSON `json:"data" nullable:"false"`
	}
}

type similarIn struct {
	ID    string `path:"id" doc:"A character's id, slug or character_id"`
	Limit int    `query:"limit" doc:"At most 24. The default is 6"`
}

// SimilarJSON is a character that is similar to another one.
type SimilarJSON struct {
	ID              string     `json:"id"`
	CharacterID     int        `json:"character_id"`
	Slug            string     `json:"slug"`
	Name            string     `json:"name"`
	Designation     string     `json:"designation"`
	Description     string     `json:"description"`
	Category        string     `json:"category"`
	ImageURL        string     `json:"image_url"`
	CoinURL         string     `json:"coin_url"`
	IsFree          bool       `json:"is_free"`
	IsLocked        bool       `json:"is_locked"`
	ExpiryAt        *time.Time `json:"expiry_at" nullable:"true"`
	SimilarityScore float64    `json:"similarity_score" doc:"0.0 to 10.0, in tenths"`
	ChatCount       int        `json:"chat_count"`
	LikeCount       int        `json:"like_count"`
	FollowerCount   int        `json:"follower_count"`
}

func toSimilarJSON(c SimilarCharacter) SimilarJSON {
	return SimilarJSON{
		ID: c.ID, CharacterID: c.CharacterID, Slug: c.Slug, Name: c.Name, Designation: c.Designation, Description: c.Description,
		Category: c.Category, ImageURL: c.CardURL(), CoinURL: c.CoinURL(), IsFree: c.IsFree, IsLocked: c.Grant.IsLocked, ExpiryAt: c.Grant.ExpiryAt,
		SimilarityScore: c.Score, ChatCount: c.Chats, LikeCount: c.Likes, FollowerCount: c.Followers,
	}
}

type similarOut struct {
	Body struct {
		Data []SimilarJSON `json:"data" nullable:"false"`
	}
}

type refIn struct {
	ID string `path:"id" doc:"A character's id, slug or character_id"`
}

type characterOut struct{ Body CharacterJSON }

type statsJSON struct {
	Chats     int `json:"chats"`
	Likes     int `json:"likes"`
	Followers int `json:"followers"`
	Comments  int `json:"comments" doc:"Number of comments and replies"`
}

type actionsJSON struct {
	IsLiked     bool `json:"is_liked"`
	IsFollowing bool `json:"is_following"`
}

// profileJSON is the profile of a character. It has no text that is for prompts only, such as the
// scene, the topics and the sayings (rule privacy-prompt-not-public).
type profileJSON struct {
	CharacterJSON
	Bio              string         `json:"bio"`
	Greeting         string         `json:"greeting"`
	Questions        []string       `json:"questions" nullable:"false" doc:"At most three questions to begin with, which are also suggested under the greeting"`
	HasSensitiveNote bool           `json:"sensitive"`
	SensitiveNote    string         `json:"sensitive_note"`
	Facts            core.FactSheet `json:"facts"`
	Stats            statsJSON      `json:"stats"`
	IsLiked          bool           `json:"is_liked"`
	IsFollowing      bool           `json:"is_following"`
	ProfileLink      string         `json:"profileLink"`
	UserActions      actionsJSON    `json:"user_actions"`
}

type profileOut struct{ Body profileJSON }
