package catalogue

import (
	"context"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/core"
)

// Query selects characters. Empty fields select all.
type Query struct {
	Search      string
	Category    string
	FirstLetter string
	Tag         string
	Limit       int    // 0 means MaxListItems
	Cursor      string // NextCursor of the previous page
}

// MaxListItems is the maximum number of characters in one answer (rule catalogue-list-limit).
const MaxListItems = 500

// List is a page of characters with their grants. Total counts the matches on all
// pages.
type List struct {
	Characters []Character
	Grants     map[int]Grant
	Total      int
	NextCursor string
}

// List returns the characters that match, the best match first, with the grants of a user. An
// empty userID means a visitor. For a bad cursor the error is errBadCursor.
func (s *Service) List(ctx context.Context, userID string, q Query) (List, error) {
	afterKey, err := parseCursor(q.Cursor)
	if err != nil {
		return List{}, err
	}
	v, err := s.latestView(ctx)
	if err != nil {
		return List{}, err
	}
	hits := v.index.Search(index.Query{Search: q.Search, Category: q.Category, FirstLetter: q.FirstLetter, Tag: normaliseTag(q.Tag)})
	out := List{Total: hits.Total()}
	limit := MaxListItems
	if q.Limit > 0 {
		limit = min(q.Limit, MaxListItems)
	}
	first, last := hits.FirstAfter(afterKey), hits.Total()
	if last-first > limit {
		last = first + limit
		out.NextCursor = core.FormatCursor(hits.SortKey(last - 1))
	}
	out.Characters, err = s.shownCharacters(ctx, v, hits.IDs(first, last))
	if err != nil {
		return List{}, err
	}
	out.Grants, err = s.deps.Access.Grants(ctx, userID, out.Characters)
	return out, err
}

// parseCursor decodes the sort key in a NextCursor. It returns nil for an empty
// text.
func parseCursor(text string) (*index.SortKey, error) {
	if text == "" {
		return nil, nil
	}
	var key index.SortKey
	if err := core.ParseCursor(text, &key); err != nil {
		return nil, errBadCursor.Because(err)
	}
	return &key, nil
}
