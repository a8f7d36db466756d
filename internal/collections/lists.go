package collections

import (
	"context"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Collections returns the actor's collections, the latest first, each with its first characters. ref
// names the character of Collection.HasNamedCharacter; it may be empty or unknown. The number of
// queries is constant. Rule collections-overview.
func (s *Service) Collections(ctx context.Context, actor core.Actor, ref string) ([]Collection, error) {
	namedID, err := s.findCharacterID(ctx, ref)
	if err != nil {
		return nil, err
	}
	collections, err := s.store.collections(ctx, actor.UserID)
	if err != nil {
		return nil, err
	}
	filter, err := s.deps.Characters.Filter(ctx, "")
	if err != nil {
		return nil, err
	}
	previews, previewIDs := make([][]int, len(collections)), []int(nil)
	for i := range collections {
		previews[i] = collections[i].countShownAndPickPreview(filter, namedID)
		previewIDs = append(previewIDs, previews[i]...)
	}
	slices.Sort(previewIDs)
	stamps, err := s.deps.Characters.Stamps(ctx, actor.UserID, slices.Compact(previewIDs))
	for i := range collections {
		collections[i].Characters = stampsInOrder(stamps, previews[i])
	}
	return collections, err
}

// noCharacterID is the character_id of no character.
const noCharacterID = -1

// findCharacterID returns the character_id of a reference, or noCharacterID.
func (s *Service) findCharacterID(ctx context.Context, ref string) (int, error) {
	if ref == "" {
		return noCharacterID, nil
	}
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil && core.KindOf(err) == core.NotFound {
		return noCharacterID, nil
	}
	return c.CharacterID, err
}

// countShownAndPickPreview sets ShownCount and HasNamedCharacter from the characters of the collection, and
// returns the character_ids of its preview. namedID is the character_id for HasNamedCharacter.
func (l *Collection) countShownAndPickPreview(filter SearchMatches, namedID int) (previewIDs []int) {
	l.HasNamedCharacter = slices.Contains(l.characterIDs, namedID)
	for _, id := range l.characterIDs {
		if _, is := filter.Find(id); !is {
			continue
		}
		if l.ShownCount++; l.ShownCount <= previewSize {
			previewIDs = append(previewIDs, id)
		}
	}
	return previewIDs
}

// Collection returns a collection of the actor with its characters. For a collection of another
// user the error is core.NotFound.
func (s *Service) Collection(ctx context.Context, actor core.Actor, id string) (Collection, error) {
	l, err := s.store.collection(ctx, actor.UserID, id)
	if err != nil {
		return Collection{}, err
	}
	return s.withCharacters(ctx, actor.UserID, l)
}

// withCharacters sets the Characters of a collection. Their IsLocked and ExpiryAt apply to the
// viewer. Hidden characters stay in l.characterIDs only, and so keep their place. Rule
// collections-hidden.
func (s *Service) withCharacters(ctx context.Context, viewerID string, l Collection) (Collection, error) {
	var err error
	l.Characters, err = s.stamps(ctx, viewerID, l.characterIDs)
	l.ShownCount = len(l.Characters)
	return l, err
}

// Create makes a collection. Several collections may have one name. Rule
// collections-name.
func (s *Service) Create(ctx context.Context, actor core.Actor, name, description string) (Collection, error) {
	t, err := collectionTexts{name, description}.trimAndCheck()
	if err != nil {
		return Collection{}, err
	}
	now := s.deps.Clock.Now()
	l := Collection{
		ID: core.NewID(now), OwnerID: actor.UserID, Name: t.name, Description: t.description,
		CreatedAt: now, UpdatedAt: now, Characters: []CharacterStamp{},
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.incrementCollectionCount(ctx, tx, actor.UserID, maxCollections); err != nil {
			return err
		}
		return s.store.insertCollection(ctx, tx, l)
	})
	return l, err
}

// Edit replaces the name and the description of a collection.
func (s *Service) Edit(ctx context.Context, actor core.Actor, id, name, description string) (Collection, error) {
	t, err := collectionTexts{name, description}.trimAndCheck()
	if err != nil {
		return Collection{}, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.editCollection(ctx, tx, actor.UserID, id, t, s.deps.Clock.Now())
	})
	if err != nil {
		return Collection{}, err
	}
	return s.Collection(ctx, actor, id)
}

// Delete deletes a collection. Its share address ends with it.
func (s *Service) Delete(ctx context.Context, actor core.Actor, id string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.decrementCollectionCount(ctx, tx, actor.UserID); err != nil {
			return err
		}
		return s.store.deleteCollection(ctx, tx, actor.UserID, id)
	})
}
