package collections

import (
	"context"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Lists returns the actor's collections, the latest first, each with its first characters. ref
// names the character of List.HasNamedCharacter; it may be empty or unknown. The number of queries
// is constant. Rule collections-overview.
func (s *Service) Lists(ctx context.Context, actor core.Actor, ref string) ([]List, error) {
	namedID, err := s.namedCharacter(ctx, ref)
	if err != nil {
		return nil, err
	}
	lists, err := s.store.lists(ctx, actor.UserID)
	if err != nil {
		return nil, err
	}
	filter, err := s.deps.Characters.Filter(ctx, "")
	if err != nil {
		return nil, err
	}
	previews, previewIDs := make([][]int, len(lists)), []int(nil)
	for i := range lists {
		previews[i] = lists[i].setSummary(filter, namedID)
		previewIDs = append(previewIDs, previews[i]...)
	}
	slices.Sort(previewIDs)
	cards, err := s.deps.Characters.Cards(ctx, actor.UserID, slices.Compact(previewIDs))
	for i := range lists {
		lists[i].Characters = cardsInOrder(cards, previews[i])
	}
	return lists, err
}

// noCharacterID is the character_id of no character.
const noCharacterID = -1

// namedCharacter returns the character_id of a reference, or noCharacterID.
func (s *Service) namedCharacter(ctx context.Context, ref string) (int, error) {
	if ref == "" {
		return noCharacterID, nil
	}
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil && core.KindOf(err) == core.NotFound {
		return noCharacterID, nil
	}
	return c.CharacterID, err
}

// setSummary sets ShownCount and HasNamedCharacter from the characters of the collection, and
// returns the character_ids of its preview. namedID is the character_id for HasNamedCharacter.
func (l *List) setSummary(filter SearchMatches, namedID int) (previewIDs []int) {
	l.HasNamedCharacter = slices.Contains(l.memberIDs, namedID)
	for _, id := range l.memberIDs {
		if _, is := filter.Find(id); !is {
			continue
		}
		if l.ShownCount++; l.ShownCount <= previewSize {
			previewIDs = append(previewIDs, id)
		}
	}
	return previewIDs
}

// List returns a collection of the actor with its characters. For a collection of another
// user the error is core.NotFound.
func (s *Service) List(ctx context.Context, actor core.Actor, id string) (List, error) {
	l, err := s.store.list(ctx, actor.UserID, id)
	if err != nil {
		return List{}, err
	}
	return s.withCharacters(ctx, actor.UserID, l)
}

// withCharacters sets the Characters of a collection. Their IsLocked and ExpiryAt apply to the
// viewer. Hidden characters stay in l.memberIDs only, and so keep their place. Rule
// collections-hidden.
func (s *Service) withCharacters(ctx context.Context, viewerID string, l List) (List, error) {
	var err error
	l.Characters, err = s.cards(ctx, viewerID, l.memberIDs)
	l.ShownCount = len(l.Characters)
	return l, err
}

// Create makes a collection. Several collections may have one name. Rule
// collections-name.
func (s *Service) Create(ctx context.Context, actor core.Actor, name, description string) (List, error) {
	t, err := listTexts{name, description}.trimAndCheck()
	if err != nil {
		return List{}, err
	}
	now := s.deps.Clock.Now()
	l := List{
		ID: core.NewID(now), OwnerID: actor.UserID, Name: t.name, Description: t.description,
		CreatedAt: now, UpdatedAt: now, Characters: []CharacterCard{},
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.incrementListCount(ctx, tx, actor.UserID, maxLists); err != nil {
			return err
		}
		return s.store.insertList(ctx, tx, l)
	})
	return l, err
}

// Edit replaces the name and the description of a collection.
func (s *Service) Edit(ctx context.Context, actor core.Actor, id, name, description string) (List, error) {
	t, err := listTexts{name, description}.trimAndCheck()
	if err != nil {
		return List{}, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.editList(ctx, tx, actor.UserID, id, t, s.deps.Clock.Now())
	})
	if err != nil {
		return List{}, err
	}
	return s.List(ctx, actor, id)
}

// Delete deletes a collection. Its share address ends with it.
func (s *Service) Delete(ctx context.Context, actor core.Actor, id string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.decrementListCount(ctx, tx, actor.UserID); err != nil {
			return err
		}
		return s.store.deleteList(ctx, tx, actor.UserID, id)
	})
}
