package collections

import (
	"cmp"
	"context"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// AddCharacter adds a character at the end of a collection, unless the collection has it already. A
// hidden character causes errNoCharacter, and a full collection causes errListFull. Rules
// collections-add, collections-limits.
func (s *Service) AddCharacter(ctx context.Context, actor core.Actor, id, ref string) (List, error) {
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return List{}, err
	}
	if c.IsHidden {
		return List{}, errNoCharacter
	}
	return s.changeMembers(ctx, actor, id, func(_ storage.Querier, members []int) ([]int, error) {
		switch {
		case slices.Contains(members, c.CharacterID):
			return members, nil
		case len(members) >= maxCharacters:
			return nil, errListFull
		}
		return append(members, c.CharacterID), nil
	})
}

// RemoveCharacter takes a character, which may be hidden, out of a collection. If the collection
// does not have the character, nothing changes. Rule collections-take-out.
func (s *Service) RemoveCharacter(ctx context.Context, actor core.Actor, id, ref string) (List, error) {
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return List{}, err
	}
	return s.changeMembers(ctx, actor, id, func(_ storage.Querier, members []int) ([]int, error) {
		return slices.DeleteFunc(members, func(id int) bool { return id == c.CharacterID }), nil
	})
}

// Reorder sets the order of a collection. characterIDs names each of its characters once. It may
// leave out hidden characters, which keep their place. If another character is added or a shown one
// is missing, the error is errListChanged. Rule collections-order.
func (s *Service) Reorder(ctx context.Context, actor core.Actor, id string, characterIDs []int) (List, error) {
	return s.changeMembers(ctx, actor, id, func(tx storage.Querier, members []int) ([]int, error) {
		orderedIDs, leftOutIDs, fits := reorderMembers(members, characterIDs)
		if !fits {
			return nil, errListChanged
		}
		if isAnyShown, err := s.store.anyCharacterVisible(ctx, tx, leftOutIDs); err != nil || isAnyShown {
			return nil, cmp.Or[error](err, errListChanged)
		}
		return orderedIDs, nil
	})
}

// reorderMembers returns the members in the wanted order. Members that are not in wantedIDs keep
// their place. fits is false if wantedIDs names a character twice or one that is no member.
func reorderMembers(members, wantedIDs []int) (orderedIDs, leftOutIDs []int, fits bool) {
	wantedSet := make(map[int]bool, len(wantedIDs))
	for _, id := range wantedIDs {
		wantedSet[id] = true
	}
	if len(wantedSet) != len(wantedIDs) {
		return nil, nil, false
	}
	orderedIDs = slices.Clone(members)
	nextIndex := 0
	for i, id := range members {
		if !wantedSet[id] {
			leftOutIDs = append(leftOutIDs, id)
			continue
		}
		orderedIDs[i] = wantedIDs[nextIndex]
		nextIndex++
	}
	return orderedIDs, leftOutIDs, nextIndex == len(wantedIDs)
}

// changeMembers replaces the characters of the actor's collection by those that fn returns. It
// locks the collection, calls fn and writes in one transaction. If fn returns the same characters,
// UpdatedAt does not change.
func (s *Service) changeMembers(ctx context.Context, actor core.Actor, id string, fn func(tx storage.Querier, members []int) ([]int, error)) (List, error) {
	var l List
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if l, err = s.store.lockList(ctx, tx, actor.UserID, id); err != nil {
			return err
		}
		oldMemberIDs := slices.Clone(l.memberIDs)
		if l.memberIDs, err = fn(tx, l.memberIDs); err != nil || slices.Equal(l.memberIDs, oldMemberIDs) {
			return err
		}
		l.UpdatedAt = s.deps.Clock.Now()
		return s.store.setMembers(ctx, tx, l)
	})
	if err != nil {
		return List{}, err
	}
	return s.withCharacters(ctx, actor.UserID, l)
}
