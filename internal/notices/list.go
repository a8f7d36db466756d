package notices

import (
	"context"
	"math"

	"colloquy/internal/core"
)

// maxPageSize is the most notices on a page.
const maxPageSize = 100

// Page is a part of a user's notices, latest first. Total is the number of all notices of the user,
// and UnreadCount the number of the unread ones. Both leave out notices about hidden characters.
// NextCursor is the cursor of the next page, or empty on the last page. NewestCursor is the position
// of this page's first notice, for MarkAllRead.
type Page struct {
	Notices                  []ShownNotice
	Total, UnreadCount       int
	NextCursor, NewestCursor string
}

// Filter chooses notices of a list.
type Filter string

// The filters.
const (
	FilterAll    Filter = "all"
	FilterUnread Filter = "unread"
	FilterRead   Filter = "read"
)

// position is the position of a notice in the list, which is sorted by time and id. At is in
// Unix milliseconds.
type position struct {
	At int64  `json:"t"`
	ID string `json:"i"`
}

func (n storedNotice) position() position { return position{core.Millis(n.createdAt), n.id} }

// newestPosition is the position before the first notice of a list.
var newestPosition = position{At: math.MaxInt64}

// List returns notices of the actor. It clamps limit to 1..100. cursor is the NextCursor of a Page,
// or empty for the first page. An invalid cursor gives errBadCursor. Rule notifications-list.
func (s *Service) List(ctx context.Context, actor core.Actor, filter Filter, limit int, cursor string) (Page, error) {
	from, err := parsePosition(cursor)
	if err != nil {
		return Page{}, err
	}
	limit = min(max(limit, 1), maxPageSize)
	list, err := s.store.listNotices(ctx, actor.UserID, filter, from, limit+1)
	if err != nil {
		return Page{}, err
	}
	counts, err := s.store.countNotices(ctx, []string{actor.UserID})
	if err != nil {
		return Page{}, err
	}
	p := Page{Total: counts[actor.UserID].total, UnreadCount: counts[actor.UserID].unread}
	if len(list) > limit {
		list = list[:limit]
		p.NextCursor = core.FormatCursor(list[limit-1].position())
	}
	if len(list) > 0 {
		p.NewestCursor = core.FormatCursor(list[0].position())
	}
	for _, n := range list {
		p.Notices = append(p.Notices, n.toShown())
	}
	return p, nil
}

// parsePosition reads a cursor; an empty one is newestPosition.
func parsePosition(cursor string) (position, error) {
	if cursor == "" {
		return newestPosition, nil
	}
	var p position
	if core.ParseCursor(cursor, &p) != nil {
		return p, errBadCursor
	}
	return p, nil
}
