package collections

import (
	"context"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// member is a character in a collection.
type member struct {
	characterID int
	shown       bool // neither inactive nor deleted
}

func idsOfMembers(list []member) []int {
	out := make([]int, len(list))
	for i, m := range list {
		out[i] = m.characterID
	}
	return out
}

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
	return s.change(ctx, actor, id, func(tx storage.Querier, members []member) (changed bool, err error) {
		switch {
		case slices.Contains(idsOfMembers(members), c.CharacterID):
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
	return s.change(ctx, actor, id, func(tx storage.Querier, members []member) (changed bool, err error) {
		position := slices.Index(idsOfMembers(members), c.CharacterID)
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
	return s.change(ctx, actor, id, func(tx storage.Querier, members []member) (changed bool, err error) {
		order, fits := reordered(members, characterIDs)
		switch {
		case !fits:
			return false, errListChanged
		case slices.Equal(order, idsOfMembers(members)):
			return false, nil
		}
		return true, s.store.setOrder(ctx, tx, id, order)
	})
}

// reordered returns the characters of a collection in the wanted order. It returns false
// if wanted names a character twice or one that the collection does not have, or if it
// leaves a shown one out.
func reordered(members []member, wanted []int) (order []int, fits bool) {
	named := make(map[int]bool, len(wanted))
	for _, id := range wanted {
		named[id] = true
	}
	if len(named) != len(wanted) {
		return nil, false
	}
	order, next := make([]int, len(members)), 0
	for i, m := range members {
		switch {
		case named[m.characterID]:
			order[i] = wanted[next]
			next++
		case m.shown:
			return nil, false
		default:
			order[i] = m.characterID
		}
	}
	return order, next == len(wanted)
}

// change runs fn in a transaction that has locked a collection of the actor, with its
// characters in their order. It returns the collection after the transaction.
func (s *Service) change(ctx context.Context, actor core.Actor, id string, fn func(tx storage.Querier, members []member) (changed bool, err error)) (List, error) {
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
