package social

import (
	"cmp"
	"time"
)

// Inputs and outputs of the calls. No output contains an email address.

type authorJSON struct {
	Name   string  `json:"name"`
	Avatar *string `json:"avatar" nullable:"true"`
}

// toAuthorJSON returns the author of a comment. A person without a name has deleted the account (rule
// comments-deleted-user).
func toAuthorJSON(p Person) authorJSON {
	out := authorJSON{Name: cmp.Or(p.Name, deletedUserName)}
	if p.Avatar != "" {
		out.Avatar = &p.Avatar
	}
	return out
}

type commentJSON struct {
	ID            string        `json:"id"`
	Comment       string        `json:"comment" doc:"Plain text"`
	User          authorJSON    `json:"user"`
	CreatedAt     time.Time     `json:"created_at"`
	LikeCount     int           `json:"like_count"`
	IsLikedByUser bool          `json:"is_liked_by_user"`
	IsOwn         bool          `json:"is_own"`
	IsDeleted     bool          `json:"is_deleted" doc:"Deleted; only its replies remain"`
	ReplyCount    int           `json:"reply_count"`
	ParentID      *string       `json:"parent_comment_id" nullable:"true"`
	Replies       []commentJSON `json:"replies" nullable:"false" doc:"Oldest first, the newest 50 at most, and fewer in pages of more than ten comments"`
	RepliesCursor string        `json:"replies_cursor" doc:"The cursor of the replies before these; empty if there are none"`
}

func toCommentJSON(c Comment) commentJSON {
	out := commentJSON{
		ID: c.ID, Comment: c.Body, User: toAuthorJSON(c.Author), CreatedAt: c.CreatedAt, LikeCount: c.LikeCount, IsLikedByUser: c.Liked,
		IsOwn: c.IsOwn, IsDeleted: c.IsDeleted, ReplyCount: c.ReplyCount, Replies: toCommentsJSON(c.Replies),
		RepliesCursor: c.EarlierRepliesCursor,
	}
	if c.IsDeleted {
		out.Comment = deletedText
	}
	if c.ParentID != "" {
		out.ParentID = &c.ParentID
	}
	return out
}

func toCommentsJSON(list []Comment) []commentJSON {
	out := make([]commentJSON, len(list))
	for i, c := range list {
		out[i] = toCommentJSON(c)
	}
	return out
}

// eventAuthorJSON has the fields of authorJSON and may be null.
type eventAuthorJSON struct {
	_      struct{} `nullable:"true"`
	Name   string   `json:"name"`
	Avatar *string  `json:"avatar" nullable:"true"`
}

type eventJSON struct {
	ID        string           `json:"id"`
	Type      string           `json:"type" enum:"comment,milestone"`
	Text      string           `json:"text"`
	User      *eventAuthorJSON `json:"user" doc:"Null for a milestone"`
	CreatedAt time.Time        `json:"created_at"`
}

func toEventJSON(e ActivityEvent) eventJSON {
	out := eventJSON{ID: e.ID, Type: "milestone", Text: e.Text, CreatedAt: e.At}
	if e.Author != nil {
		user := toAuthorJSON(*e.Author)
		out.Type, out.User = "comment", &eventAuthorJSON{Name: user.Name, Avatar: user.Avatar}
	}
	return out
}

// CharacterRef is the part of a path that names a character. It is exported because huma binds
// the fields of an embedded struct only if its type is exported.
type CharacterRef struct {
	ID string `path:"id" doc:"A character's id, slug or character_id"`
}

// CommentRef is the part of a path that names a comment. It is exported because huma binds the
// fields of an embedded struct only if its type is exported.
type CommentRef struct {
	ID string `path:"id" doc:"A comment's id"`
}

// rule marks-stated-wish
type likeBody struct {
	_     struct{} `additionalProperties:"true"`
	Liked *bool    `json:"liked,omitempty" doc:"The wanted state; without it the call toggles"`
}

// wantedLike returns nil if the body or the field is missing.
func (b *likeBody) wantedLike() *bool {
	if b == nil {
		return nil
	}
	return b.Liked
}

type likeIn struct {
	CharacterRef
	Body *likeBody
}

type likeCommentIn struct {
	CommentRef
	Body *likeBody
}

type followIn struct {
	CharacterRef
	Body *struct {
		_         struct{} `additionalProperties:"true"`
		Following *bool    `json:"following,omitempty" doc:"The wanted state; without it the call toggles"`
	}
}

type likeOut struct {
	Body struct {
		IsLiked   bool `json:"is_liked"`
		LikeCount int  `json:"like_count"`
	}
}

type followOut struct {
	Body struct {
		IsFollowing   bool `json:"is_following"`
		FollowerCount int  `json:"follower_count"`
	}
}

// rule comments-page-size
type commentsIn struct {
	CharacterRef
	Limit int    `query:"limit" default:"10" doc:"1 to 50"`
	After string `query:"lastItemRef" doc:"The lastItemRef of the previous page"`
}

type commentsOut struct {
	Body struct {
		Comments    []commentJSON `json:"comments" nullable:"false"`
		HasMore     bool          `json:"hasMore"`
		LastItemRef string        `json:"lastItemRef" doc:"Opaque; empty at the end"`
	}
}

// rule comments-earlier-replies
type repliesIn struct {
	CommentRef
	Limit  int    `query:"limit" default:"50" doc:"1 to 50"`
	Cursor string `query:"cursor" doc:"The replies_cursor of the comment or the nextCursor of the previous page; without it the newest replies"`
}

type repliesOut struct {
	Body struct {
		Data       []commentJSON `json:"data" nullable:"false" doc:"Oldest first"`
		NextCursor string        `json:"nextCursor" doc:"For the replies before these; empty if there are none"`
	}
}

type postIn struct {
	CharacterRef
	Body struct {
		_        struct{} `additionalProperties:"true"`
		Comment  string   `json:"comment,omitempty" doc:"1 to 1,000 characters of plain text"`
		ParentID *string  `json:"parent_comment_id,omitempty" nullable:"true" doc:"The comment that this one replies to"`
	}
}

type commentOut struct{ Body commentJSON }

type reportIn struct {
	CommentRef
	Body struct {
		_      struct{} `additionalProperties:"true"`
		Reason string   `json:"reason,omitempty" doc:"1 to 500 characters"`
	}
}

type reportOut struct {
	Body struct {
		Success bool   `json:"success"`
		Ticket  string `json:"ticket"`
	}
}

type deletedOut struct {
	Body struct {
		Success bool `json:"success"`
	}
}

type activityIn struct {
	CharacterRef
	Limit int `query:"limit" default:"20" doc:"1 to 50"`
}

type activityOut struct {
	Body struct {
		Data []eventJSON `json:"data" nullable:"false"`
	}
}
