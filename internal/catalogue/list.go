package catalogue

import (
	"cmp"
	"context"
)

// Query narrows a list. Empty fields narrow nothing.
type Query struct {
	Search   string
	Category string
	Letter   string
	Tag      string
	Limit    int // 0 means all, up to MaxList
	Cursor   string
}

// MaxList is the most characters one answer holds (decisions §5).
const MaxList = 500

// maxSearch is how many characters of a search text are looked at (security 2.1).
const maxSearch = 100

// List is a page of characters with their locks. Total counts all that match.
type List struct {
	Characters []Character
	Grants     map[int]Grant
	Total      int
	NextCursor string
}

// place is where a character stands in a list: by rank, then the featured six,
// then by name.
type place struct {
	Rank     int    `json:"r"`
	Featured int    `json:"f"`
	Name     string `json:"n"`
	ID       int    `json:"i"`
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.Rank, q.Rank), cmp.Compare(p.Featured, q.Featured),
		cmp.Compare(p.Name, q.Name), cmp.Compare(p.ID, q.ID))
}

// List answers the characters that fit, the best first, for a user or visitor.
func (s *Service) List(ctx context.Context, userID string, q Query) (List, error) {
	after, err := parseCursor(q.Cursor)
	if err != nil {
		return List{}, err
	}
	x, err := s.index(ctx)
	if err != nil {
		return List{}, err
	}
	found := x.hits(q)
	out := List{Total: len(found.all)}
	first := x.after(found, after)
	last := len(found.all)
	limit := MaxList
	if q.Limit > 0 {
		limit = min(q.Limit, MaxList)
	}
	if last-first > limit {
		last = first + limit
		out.NextCursor = x.place(found, last-1).cursor()
	}
	out.Characters, err = s.inOrder(ctx, x, x.ids(found.all[first:last]))
	if err != nil {
		return List{}, err
	}
	out.Grants, err = s.Access.Grants(ctx, userID, out.Characters)
	return out, err
}
