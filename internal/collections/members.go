package collections

import (
	"cmp"
	"context"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// AddCharacter adds a character at the end of a collection, unless the collection has it already. A
// hidden character causes errNoCharacter, and a full collection causes errCollectionFull. Rules
// collections-add, collections-limits.
func (s *Service) AddCharacter(ctx context.Context, actor core.Actor, id, ref string) (Collection, error) {
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return Collection{}, err
	}
	if c.IsHidden {
		return Collection{}, errNoCharacter
	}
	return s.changeCharacters(ctx, actor, id, func(_ storage.Querier, currentIDs []int) ([]int, error) {
		switch {
		case slices.Contains(currentIDs, c.CharacterID):
			return currentIDs, nil
		case len(currentIDs) >= maxCharacters:
			return nil, errCollectionFull
		}
		return append(currentIDs, c.CharacterID), nil
	})
}

// RemoveCharacter takes a character, which may be hidden, out of a collection. If the collection
// does not have the character, nothing changes. Rule collections-take-out.
func (s *Service) RemoveCharacter(ctx context.Context, actor core.Actor, id, ref string) (Collection, error) {
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return Collection{}, err
	}
	return s.changeCharacters(ctx, actor, id, func(_ storage.Querier, currentIDs []int) ([]int, error) {
		return slices.DeleteFunc(currentIDs, func(id int) bool { return id == c.CharacterID }), nil
	})
}

// Reorder sets the order of a collection. characterIDs names each of its characters once. It may
// leave out hidden characters, which keep their place. If another character is added or a shown one
// is missing, the error is errCollectionChanged. Rule collections-order.
func (s *Service) Reorder(ctx context.Context, actor core.Actor, id string, characterIDs []int) (Collection, error) {
	return s.changeCharacters(ctx, actor, id, func(tx storage.Querier, currentIDs []int) ([]int, error) {
		orderedIDs, leftOutIDs, isValidOrder := reorderCharacters(currentIDs, characterIDs)
		if !isValidOrder {
			return nil, errCollectionChanged
		}
		if isAnyShown, err := s.store.anyCharacterVisible(ctx, tx, leftOutIDs); err != nil || isAnyShown {
			return nil, cmp.Or[error](err, errCollectionChanged)
		}
		return orderedIDs, nil
	})
}

// reorderCharacters returns currentIDs in the wanted order. Characters that are not in wantedIDs keep
// their place. isValidOrder is false if wantedIDs names a character twice or one that is not in
// currentIDs. Rule collections-hidden.
func reorderCharacters(currentIDs, wantedIDs []int) (orderedIDs, leftOutIDs []int, isValidOrder bool) {
	wantedSet := make(map[int]bool, len(wantedIDs))
	for _, id := range wantedIDs {
		wantedSet[id] = true
	}
	if len(wantedSet) != len(wantedIDs) {
		return nil, nil, false
	}
	orderedIDs = slices.Clone(currentIDs)
	nextIndex := 0
	for i, id := range currentIDs {
		if !wantedSet[id] {
			leftOutIDs = append(leftOutIDs, id)
			continue
		}
		orderedIDs[i] = wantedIDs[nextIndex]
		nextIndex++
	}
	return orderedIDs, leftOutIDs, nextIndex == len(wantedIDs)
}

// changeCharacters replaces the characters of the actor's collection by those that fn returns. It
// locks the collection, calls fn and writes in one transaction. If fn returns the same characters,
// UpdatedAt does not change.
func (s *Service) changeCharacters(ctx context.Context, actor core.Actor, id string, fn func(tx storage.Querier, currentIDs []int) ([]int, error)) (Collection, error) {
	var l Collection
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if l, err = s.store.lockCollection(ctx, tx, actor.UserID, id); err != nil {
			return err
		}
		oldCharacterIDs := slices.Clone(l.characterIDs)
		if l.characterIDs, err = fn(tx, l.characterIDs); err != nil || slices.Equal(l.characterIDs, oldCharacterIDs) {
			return err
		}
		l.UpdatedAt = s.deps.Clock.Now()
		return s.store.setCharacters(ctx, tx, l)
	})
	if err != nil {
		return Collection{}, err
	}
	return s.withCharacters(ctx, actor.UserID, l)
}
