package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"colloquy/internal/core"
)

// GroupQuery asks for groups. By is ByCategory or ByName.
type GroupQuery struct {
	By     string
	Search string
	Limit  int    // of each group; 0 means 5
	Cursor string // continues after the groups of an earlier answer
}

// What characters are grouped by.
const (
	ByCategory = "category"
	ByName     = "name" // by first letter
)

const (
	firstOfGroup = 5  // document 2 §9
	maxOfGroup   = 20 // so that 24 categories fit into MaxList

	firstOfOpening = 2 // a phone shows two side by side
)

// Group is the characters of a category or letter: the first of them, the best
// first, and how many there are. More come from List with the same search, the
// group's key and its cursor.
type Group struct {
	Key        string
	Title      string
	Total      int
	NextCursor string
	Characters []Character
}

// Groups is a page of groups: categories in their order, letters in theirs.
// Best are the best matches of a search over all groups, the best first. There
// are none where all fit alike or stand in one group, and behind a cursor.
// Total counts the characters of all groups.
type Groups struct {
	Best       []Character
	Groups     []Group
	Grants     map[int]Grant
	Total      int
	NextCursor string
}

// groupPlace is where a group stands among the others.
type groupPlace struct {
	Order int    `json:"o"`
	Key   string `json:"k"`
}

func (p groupPlace) compare(q groupPlace) int {
	return cmp.Or(cmp.Compare(p.Order, q.Order), cmp.Compare(p.Key, q.Key))
}

// gathered is a group whose characters are hits.
type gathered struct {
	groupPlace
	total int
	first []int // numbers of hits
}

// Groups answers the characters that fit by category or letter, for a user or
// visitor, in a constant number of queries.
func (s *Service) Groups(ctx context.Context, userID string, q GroupQuery) (Groups, error) {
	var after *groupPlace
	if q.Cursor != "" {
		if err := core.ParseCursor(q.Cursor, &after); err != nil || after == nil {
			return Groups{}, errBadCursor.Because(err)
		}
	}
	x, err := s.index(ctx)
	if err != nil {
		return Groups{}, err
	}
	limit := firstOfGroup
	if q.Limit > 0 {
		limit = min(q.Limit, maxOfGroup)
	}
	found := x.hits(Query{Search: q.Search})
	all := x.gather(found, q.By, limit)
	page, more := cutGroups(all, after, MaxList/limit)
	var best []int32
	if after == nil && len(all) > 1 && found.rank(0) < found.rank(len(found.all)-1) {
		best = found.all[:min(limit, len(found.all))]
	}
	out := Groups{Total: len(found.all)}
	if more {
		out.NextCursor = core.Cursor(page[len(page)-1].groupPlace)
	}
	return out, s.fillGroups(ctx, userID, x, found, page, best, titles[q.By], &out)
}

// Opening returns the addresses of the pictures with which the groups by
// category begin, so that browsers can fetch them before they have the groups.
func (s *Service) Opening(ctx context.Context) ([]string, error) {
	x, err := s.index(ctx)
	if err != nil {
		return nil, err
	}
	return x.opening, nil
}

var titles = map[string]func(key string) string{
	ByCategory: func(key string) string { return key },
	ByName:     func(key string) string { return fmt.Sprintf(`Letter in "%s"`, key) },
}

// gather goes once through the hits. Groups without any are left out.
func (x *index) gather(found hits, by string, limit int) []gathered {
	facet, of := &x.category, func(e *entry) int32 { return e.category }
	if by == ByName {
		facet, of = &x.letter, func(e *entry) int32 { return e.letter }
	}
	groups := make([]gathered, facet.len())
	for i, position := range found.all {
		g := &groups[of(&x.entries[position])]
		if g.total++; g.total <= limit {
			g.first = append(g.first, i)
		}
	}
	for i := range groups {
		groups[i].Key = facet.word(i)
		if by != ByName {
			groups[i].Order = x.order[i]
		}
	}
	groups = slices.DeleteFunc(groups, func(g gathered) bool { return g.total == 0 })
	slices.SortFunc(groups, func(a, b gathered) int { return a.compare(b.groupPlace) })
	return groups
}

// cutGroups leaves the groups behind a place, at most so many.
func cutGroups(groups []gathered, after *groupPlace, most int) (page []gathered, more bool) {
	if after != nil {
		first := slices.IndexFunc(groups, func(g gathered) bool { return g.compare(*after) > 0 })
		if first < 0 {
			return nil, false
		}
		groups = groups[first:]
	}
	if len(groups) > most {
		return groups[:most], true
	}
	return groups, false
}

// fillGroups reads the characters of all groups, and the best ones, at once.
func (s *Service) fillGroups(ctx context.Context, userID string, x *index, found hits, page []gathered, best []int32, title func(string) string, out *Groups) error {
	positions := slices.Clone(best)
	for _, g := range page {
		for _, i := range g.first {
			positions = append(positions, found.all[i])
		}
	}
	list, err := s.inOrder(ctx, x, x.ids(positions))
	if err != nil {
		return err
	}
	byID := make(map[int]Character, len(list))
	for _, c := range list {
		byID[c.CharacterID] = c
	}
	for _, position := range best {
		if c, shown := byID[x.entries[position].id]; shown {
			out.Best = append(out.Best, c)
		}
	}
	for _, g := range page {
		one := Group{Key: g.Key, Title: title(g.Key), Total: g.total}
		for _, i := range g.first {
			if c, shown := byID[x.entries[found.all[i]].id]; shown {
				one.Characters = append(one.Characters, c)
			}
		}
		if g.total > len(g.first) {
			one.NextCursor = x.place(found, g.first[len(g.first)-1]).cursor()
		}
		out.Groups = append(out.Groups, one)
	}
	out.Grants, err = s.Access.Grants(ctx, userID, list)
	return err
}
