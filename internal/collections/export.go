package collections

import (
	"context"
	"time"
)

type exportedCollection struct {
	Name         string    `json:"name"`
	Description  string    `json:"description"`
	ShareURL     string    `json:"share_url"`
	CharacterIDs []int     `json:"character_ids"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}

// Export emits the collections of a user, with hidden characters. There are at most
// maxCollections with maxCharacters each.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	const section = "collections"
	collections, err := s.store.collections(ctx, userID)
	if err != nil {
		return err
	}
	if err := emit(section, nil); err != nil {
		return err
	}
	for _, l := range collections {
		item := exportedCollection{l.Name, l.Description, "", l.characterIDs, l.CreatedAt, l.UpdatedAt}
		if l.ShareToken != "" {
			item.ShareURL = s.shareURL(l.ShareToken)
		}
		if err := emit(section, item); err != nil {
			return err
		}
	}
	return nil
}
