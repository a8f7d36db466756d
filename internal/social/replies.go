package social

import (
	"context"
	"slices"

	"colloquy/internal/core"
)

// RepliesPage is a page of the replies to a comment, oldest first.
type RepliesPage struct {
	Replies       []Comment
	EarlierCursor string // cursor of the replies before those in Replies; empty if there are no earlier replies
}

// repliesPageKey is the position of a page's oldest reply. Its JSON is the content of a
// cursor.
type repliesPageKey struct {
	Parent string `json:"p"` // id of the comment
	At     int64  `json:"t"` // time of the reply in milliseconds
	ID     string `json:"i"` // id of the reply
}

// earlierRepliesCursor returns the cursor of the replies before a reply. This reply is the argument
// `oldest`.
func earlierRepliesCursor(oldest Comment) string {
	return core.FormatCursor(repliesPageKey{oldest.ParentID, core.Millis(oldest.CreatedAt), oldest.ID})
}

// Replies returns the newest replies to a comment, or those before a cursor, as the actor sees
// them. id is the id of the comment, which may be deleted: its replies remain. limit is clamped to
// 1..50. cursor is empty, the EarlierCursor of another page, or the comment's EarlierRepliesCursor.
// Any other cursor gives an error of kind core.Malformed. Rule comments-earlier-replies.
func (s *Service) Replies(ctx context.Context, actor core.Actor, id string, limit int, cursor string) (RepliesPage, error) {
	from, err := parseRepliesPageKey(cursor, id)
	if err != nil {
		return RepliesPage{}, err
	}
	parent, err := s.store.findTopLevelComment(ctx, id)
	if err != nil {
		return RepliesPage{}, err
	}
	if _, err := s.characterOfComment(ctx, parent); err != nil {
		return RepliesPage{}, err
	}
	limit = clampLimit(limit)
	list, err := s.store.repliesBefore(ctx, id, from, limit+1)
	if err != nil {
		return RepliesPage{}, err
	}
	var out RepliesPage
	if len(list) > limit {
		list = list[:limit]
		out.EarlierCursor = earlierRepliesCursor(list[limit-1])
	}
	slices.Reverse(list)
	out.Replies = list
	return out, s.addAuthorsAndLikes(ctx, actor.UserID, list)
}

// parseRepliesPageKey returns the key in a cursor, or nil for an empty cursor. It returns
// errBadCursor if the cursor was altered or belongs to another comment than parentID.
func parseRepliesPageKey(text, parentID string) (*repliesPageKey, error) {
	if text == "" {
		return nil, nil
	}
	var key repliesPageKey
	if err := core.ParseCursor(text, &key); err != nil {
		return nil, errBadCursor.Because(err)
	}
	if key.Parent != parentID {
		return nil, errBadCursor
	}
	return &key, nil
}
