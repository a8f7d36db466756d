package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Query narrows a list. Empty fields narrow nothing.
type Query struct {
	Search   string
	Category string
	Tag      string
	Limit    int // 0 means all, up to MaxList
	Cursor   string
}

// MaxList is the most characters one answer holds (decisions §5).
const MaxList = 500

// maxSearch is the longest search text that is looked at, in bytes.
const maxSearch = 400

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

func placeOf(c listed, rank int) place {
	featured := slices.Index(Featured, c.CharacterID)
	if featured < 0 {
		featured = len(Featured)
	}
	return place{rank, featured, c.key.name, c.CharacterID}
}

type match struct {
	Character
	place place
}

// List answers the characters that fit, the best first, for a user or visitor.
func (s *Service) List(ctx context.Context, userID string, q Query) (List, error) {
	after, err := parseCursor(q.Cursor)
	if err != nil {
		return List{}, err
	}
	rows, err := s.store.visible(ctx)
	if err != nil {
		return List{}, err
	}
	matches := narrow(rows, q)
	out := List{Total: len(matches)}
	if after != nil {
		at, found := slices.BinarySearchFunc(matches, *after, func(m match, p place) int { return m.place.compare(p) })
		if found {
			at++
		}
		matches = matches[at:]
	}
	limit := MaxList
	if q.Limit > 0 {
		limit = min(q.Limit, MaxList)
	}
	if len(matches) > limit {
		matches = matches[:limit]
		out.NextCursor = matches[limit-1].place.cursor()
	}
	for _, m := range matches {
		out.Characters = append(out.Characters, m.Character)
	}
	out.Grants, err = s.Access.Grants(ctx, userID, out.Characters)
	return out, err
}

func narrow(rows []listed, q Query) []match {
	search := fold(q.Search[:min(len(q.Search), maxSearch)])
	var out []match
	for _, c := range rows {
		if q.Category != "" && c.Category != q.Category || q.Tag != "" && !slices.Contains(c.Tags, q.Tag) {
			continue
		}
		rank := 0
		if search != "" {
			if rank = c.key.rank(search); rank == noMatch {
				continue
			}
		} else if strings.TrimSpace(q.Search) != "" {
			continue // nothing of the search text is a letter or digit
		}
		out = append(out, match{c.Character, placeOf(c, rank)})
	}
	slices.SortFunc(out, func(a, b match) int { return a.place.compare(b.place) })
	return out
}
