package notices

import (
	"context"
	"math"

	"colloquy/internal/core"
)

// maxPage is the largest number of notices on a page.
const maxPage = 100

// Page is a part of a user's notices, latest first. Total and Unread count all notices
// that are shown. Next is the cursor of the next page, empty at the end. Newest is the
// position of the newest notice of the user, for MarkAllRead.
type Page struct {
	Notices       []Shown
	Total, Unread int
	Next, Newest  string
}

// Filter chooses notices of a list.
type Filter string

// The filters.
const (
	All    Filter = "all"
	Unread Filter = "unread"
	Read   Filter = "read"
)

// position is where a notice stands in the list.
type position struct {
	At int64  `json:"t"`
	ID string `json:"i"`
}

func (n storedNotice) position() position { return position{core.Millis(n.createdAt), n.id} }

// newest is a position before all notices.
var newest = position{At: math.MaxInt64}

// List returns notices of the actor. limit is clamped to 1..100; after is the cursor of a
// Page, or empty. Rules notifications-list, notifications-likes-grouped,
// notifications-hidden-characters.
func (s *Service) List(ctx context.Context, actor core.Actor, show Filter, limit int, after string) (Page, error) {
	from, err := parsePosition(after)
	if err != nil {
		return Page{}, err
	}
	limit = min(max(limit, 1), maxPage)
	list, err := s.store.list(ctx, actor.UserID, show, from, limit+1)
	if err != nil {
		return Page{}, err
	}
	counts, err := s.store.counts(ctx, []string{actor.UserID})
	if err != nil {
		return Page{}, err
	}
	p := Page{Total: counts[actor.UserID].total, Unread: counts[actor.UserID].unread}
	if len(list) > limit {
		list = list[:limit]
		p.Next = core.Cursor(list[limit-1].position())
	}
	if len(list) > 0 {
		p.Newest = core.Cursor(list[0].position())
	}
	for _, n := range list {
		p.Notices = append(p.Notices, n.shown())
	}
	return p, nil
}

// parsePosition reads a cursor; an empty one is newest.
func parsePosition(cursor string) (position, error) {
	if cursor == "" {
		return newest, nil
	}
	var p position
	if core.ParseCursor(cursor, &p) != nil {
		return p, errBadCursor
	}
	return p, nil
}
