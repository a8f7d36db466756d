package catalogue

import (
	"context"
	"fmt"
	"slices"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/core"
)

// GroupQuery selects groups of characters. By is ByCategory or ByName.
type GroupQuery struct {
	By     string
	Search string
	Limit  int    // characters of each group; 0 means 5
	Cursor string // NextCursor of the previous page
}

// Values of GroupQuery.By.
const (
	ByCategory = "category"
	ByName     = "name" // by first letter
)

const (
	defaultGroupSize      = 5  // rule catalogue-group-size
	maxGroupSize          = 20 // 24 categories of this size fit into MaxListItems
	preloadedPictureCount = 2  // a phone shows two characters side by side
)

// Group is a category or letter with its best characters. A List call with the same search, the
// group's Key and its NextCursor returns the others.
type Group struct {
	Key            string
	Title          string
	CharacterCount int
	NextCursor     string
	Characters     []Character
}

// Groups is a page of groups: categories in their order, letters sorted. BestMatches has the best
// matches of a search, from all groups. It is empty on later pages, for a single group, and if all
// characters match equally well. CharacterCount is the number of characters in all
// groups.
type Groups struct {
	BestMatches    []Character
	Groups         []Group
	Grants         map[int]Grant
	CharacterCount int
	NextCursor     string
}

// Groups returns the characters that match, grouped by category or letter, with the grants of a
// user. An empty userID means a visitor. The number of queries is constant. The error for a bad
// cursor is errBadCursor.
func (s *Service) Groups(ctx context.Context, userID string, q GroupQuery) (Groups, error) {
	var afterKey *index.GroupKey
	if q.Cursor != "" {
		if err := core.ParseCursor(q.Cursor, &afterKey); err != nil || afterKey == nil {
			return Groups{}, errBadCursor.Because(err)
		}
	}
	v, err := s.latestView(ctx)
	if err != nil {
		return Groups{}, err
	}
	limit := defaultGroupSize
	if q.Limit > 0 {
		limit = min(q.Limit, maxGroupSize)
	}
	hits := v.index.Search(index.Query{Search: q.Search})
	allGroups := hits.Groups(groupingsByName[q.By], limit)
	page := groupPage{hits: hits}
	var more bool
	if page.groups, more = groupsAfter(allGroups, afterKey, MaxListItems/limit); more {
		page.nextCursor = core.FormatCursor(page.groups[len(page.groups)-1].GroupKey)
	}
	if afterKey == nil && len(allGroups) > 1 && hits.RanksDiffer() {
		page.bestCount = min(limit, hits.Total())
	}
	return s.fillGroups(ctx, userID, v, page, titleByGrouping[q.By])
}

// PreloadedPictureURLs returns the URLs of the first pictures of the first category. The page preloads
// these pictures before it has the groups.
func (s *Service) PreloadedPictureURLs(ctx context.Context) ([]string, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	return v.preloadedPictureURLs, nil
}

// The groupings and the titles of their groups (rule catalogue-tabs).
var (
	groupingsByName = map[string]index.Grouping{ByCategory: index.ByCategory, ByName: index.ByLetter}
	titleByGrouping = map[string]func(key string) string{
		ByCategory: func(key string) string { return key },
		ByName:     func(key string) string { return fmt.Sprintf(`Letter in "%s"`, key) },
	}
)

// groupsAfter returns at most limit groups that follow a key, and whether there are
// more. A nil key means from the start.
func groupsAfter(groups []index.Group, after *index.GroupKey, limit int) (page []index.Group, hasMore bool) {
	if after != nil {
		firstIndex := slices.IndexFunc(groups, func(g index.Group) bool { return g.Compare(*after) > 0 })
		if firstIndex < 0 {
			return nil, false
		}
		groups = groups[firstIndex:]
	}
	if len(groups) > limit {
		return groups[:limit], true
	}
	return groups, false
}

// groupPage is a page of groups before their characters are read from the database.
type groupPage struct {
	hits       *index.Hits
	groups     []index.Group
	bestCount  int // number of hits that become Groups.BestMatches
	nextCursor string
}

// characterIDs returns the character_ids of all characters of the page.
func (p groupPage) characterIDs() []int {
	ids := p.hits.IDs(0, p.bestCount)
	for _, g := range p.groups {
		for _, hit := range g.BestHits {
			ids = append(ids, p.hits.ID(hit))
		}
	}
	return ids
}

// fillGroups reads the characters of a page with one query.
func (s *Service) fillGroups(ctx context.Context, userID string, v catalogueView, page groupPage, title func(string) string) (Groups, error) {
	list, err := s.shownCharacters(ctx, v, page.characterIDs())
	if err != nil {
		return Groups{}, err
	}
	characterByID := make(map[int]Character, len(list))
	for _, c := range list {
		characterByID[c.CharacterID] = c
	}
	out := Groups{CharacterCount: page.hits.Total(), NextCursor: page.nextCursor}
	for hit := range page.bestCount {
		if c, shown := characterByID[page.hits.ID(hit)]; shown {
			out.BestMatches = append(out.BestMatches, c)
		}
	}
	for _, g := range page.groups {
		group := Group{Key: g.Name, Title: title(g.Name), CharacterCount: g.CharacterCount}
		for _, hit := range g.BestHits {
			if c, shown := characterByID[page.hits.ID(hit)]; shown {
				group.Characters = append(group.Characters, c)
			}
		}
		if g.CharacterCount > len(g.BestHits) {
			group.NextCursor = core.FormatCursor(page.hits.SortKey(g.BestHits[len(g.BestHits)-1]))
		}
		out.Groups = append(out.Groups, group)
	}
	out.Grants, err = s.deps.Access.Grants(ctx, userID, list)
	return out, err
}
