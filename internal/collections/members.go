package collections

import (
	"cmp"
	"context"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Add adds a character at the end of a collection. If the collection has it already, Add
// changes nothing. Rules collections-add, collections-limits.
func (s *Service) Add(ctx context.Context, actor core.Actor, id, ref string) (List, error) {
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return List{}, err
	}
	if c.Hidden {
		return List{}, errNoCharacter
	}
	return s.change(ctx, actor, id, func(tx storage.Querier, members []int) (changed bool, err error) {
		switch {
		case slices.Contains(members, c.CharacterID):
			return false, nil
		case len(members) >= maxCharacters:
			return false, errListFull
		}
		return true, s.store.insertMember(ctx, tx, id, c.CharacterID, len(members), s.deps.Clock.Now())
	})
}

// TakeOut takes a character out of a collection, also a hidden one. If the collection does
// not have it, TakeOut changes nothing. Rule collections-take-out.
func (s *Service) TakeOut(ctx context.Context, actor core.Actor, id, ref string) (List, error) {
	c, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return List{}, err
	}
	return s.change(ctx, actor, id, func(tx storage.Querier, members []int) (changed bool, err error) {
		position := slices.Index(members, c.CharacterID)
		if position < 0 {
			return false, nil
		}
		return true, s.store.deleteMember(ctx, tx, id, c.CharacterID, position)
	})
}

// Reorder sets the order of a collection. characterIDs names each of its characters once;
// hidden ones may be left out and then keep their place. If it names others, the error is
// core.Conflict. Rule collections-reorder.
func (s *Service) Reorder(ctx context.Context, actor core.Actor, id string, characterIDs []int) (List, error) {
	return s.change(ctx, actor, id, func(tx storage.Querier, members []int) (changed bool, err error) {
		order, leftOut, fits := reordered(members, characterIDs)
		if !fits {
			return false, errListChanged
		}
		if shown, err := s.store.anyShown(ctx, tx, leftOut); err != nil || shown {
			return false, cmp.Or[error](err, errListChanged)
		}
		if slices.Equal(order, members) {
			return false, nil
		}
		return true, s.store.setOrder(ctx, tx, id, order)
	})
}

// reordered returns the members in the wanted order. Members that wanted leaves out keep
// their place. It returns false if wanted names a character twice or one that is no
// member.
func reordered(members, wanted []int) (order, leftOut []int, fits bool) {
	named := make(map[int]bool, len(wanted))
	for _, id := range wanted {
		named[id] = true
	}
	if len(named) != len(wanted) {
		return nil, nil, false
	}
	order = slices.Clone(members)
	next := 0
	for i, id := range members {
		if !named[id] {
			leftOut = append(leftOut, id)
			continue
		}
		order[i] = wanted[next]
		next++
	}
	return order, leftOut, next == len(wanted)
}

// change runs fn in a transaction that has locked a collection of the actor, with its
// characters in their order. It returns the collection after the transaction.
func (s *Service) change(ctx context.Context, actor core.Actor, id string, fn func(tx storage.Querier, members []int) (changed bool, err error)) (List, error) {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.lockList(ctx, tx, actor.UserID, id); err != nil {
			return err
		}
		members, err := s.store.members(ctx, tx, id)
		if err != nil {
			return err
		}
		changed, err := fn(tx, members)
		if err != nil || !changed {
			return err
		}
		return s.store.touch(ctx, tx, id, s.deps.Clock.Now())
	})
	if err != nil {
		return List{}, err
	}
	return s.List(ctx, actor, id)
}
