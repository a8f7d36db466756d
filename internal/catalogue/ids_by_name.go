package catalogue

import (
	"context"
	"strings"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/storage"
)

// hiddenName is the folded name of a hidden character. The index does not have it.
type hiddenName struct {
	id   int // character_id
	name string
}

// IDsByName returns the character_ids of the characters whose folded name contains text. text must
// be folded (fold.Text). The result includes hidden characters, so call it only for lists of
// characters that a user has already. Rule chats-search.
func (s *Service) IDsByName(ctx context.Context, text string) (map[int]bool, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	shownIDs := v.index.IDsByName(text)
	out := make(map[int]bool, len(shownIDs))
	for _, id := range shownIDs {
		out[id] = true
	}
	for _, c := range v.hiddenNames {
		if strings.Contains(c.name, text) {
			out[c.id] = true
		}
	}
	return out, nil
}

// hiddenNames reads the names of the hidden characters.
func (s store) hiddenNames(ctx context.Context) ([]hiddenName, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (c hiddenName, err error) {
		var key string
		err = r.Scan(&c.id, &key)
		c.name = index.NameInSearchKey(key)
		return c, err
	}, `SELECT character_id, search_key FROM characters WHERE NOT is_active OR is_deleted`)
}
