package social

import (
	"context"
	"slices"

	"colloquy/internal/core"
)

// RepliesPage is a page of the replies to a comment, oldest first.
type RepliesPage struct {
	Replies []Comment
	Earlier string // cursor of the replies before these; empty if there are none
}

// repliesKey is the position of a page's oldest reply. Its JSON is the content of a
// cursor.
type repliesKey struct {
	Parent string `json:"p"`
	At     int64  `json:"t"`
	ID     string `json:"i"`
}

// earlierReplies is the cursor of the replies before one.
func earlierReplies(oldest Comment) string {
	return core.Cursor(repliesKey{oldest.ParentID, core.Millis(oldest.CreatedAt), oldest.ID})
}

// Replies returns the newest replies to a comment, or those before a cursor, as the actor
// sees them. limit is clamped to 1..50. before is the Earlier of another page or the
// EarlierReplies of the comment; if it was altered or belongs to another comment, the error
// is core.Malformed. The comment may be deleted, because its replies remain.
func (s *Service) Replies(ctx context.Context, actor core.Actor, id string, limit int, before string) (RepliesPage, error) {
	from, err := parseRepliesKey(before, id)
	if err != nil {
		return RepliesPage{}, err
	}
	parent, err := s.store.thread(ctx, id)
	if err != nil {
		return RepliesPage{}, err
	}
	if _, err := s.characterOf(ctx, parent); err != nil {
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
		out.Earlier = earlierReplies(list[limit-1])
	}
	slices.Reverse(list)
	out.Replies = list
	return out, s.addViewer(ctx, actor.UserID, list)
}

func parseRepliesKey(text, parentID string) (*repliesKey, error) {
	if text == "" {
		return nil, nil
	}
	var key repliesKey
	if err := core.ParseCursor(text, &key); err != nil {
		return nil, errBadCursor.Because(err)
	}
	if key.Parent != parentID {
		return nil, errBadCursor
	}
	return &key, nil
}
