package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// openFor is how long an order can be paid with the payment window that it was made
	// for.
	openFor = 30 * time.Minute
	// maxOrders is the number of orders of a list.
	maxOrders = 100
)

var errNoOrder = core.E(core.NotFound, "order_not_found", "There is no such order.")

// shownOrder is an order with the name of its character, empty for every character.
// IsTest says that no money is taken.
type shownOrder struct {
	Purchase
	CharacterName string
	IsTest        bool
}

// orders returns the orders of a user that a payment was tried for, or that can be paid. Rule payment-orders.
func (s *Service) orders(ctx context.Context, userID string) ([]shownOrder, error) {
	q := s.deps.DB.Reader()
	list, err := s.store.ordersOf(ctx, q, userID, s.deps.Clock.Now().Add(-openFor), maxOrders)
	if err != nil {
		return nil, err
	}
	return s.withNames(ctx, q, list...)
}

// withNames adds the names of the characters, in one query.
func (s *Service) withNames(ctx context.Context, q storage.Querier, list ...Purchase) ([]shownOrder, error) {
	names, err := s.store.characterNames(ctx, q, charactersOf(list))
	out := make([]shownOrder, len(list))
	for i, p := range list {
		out[i] = shownOrder{Purchase: p, CharacterName: names[p.CharacterID]}
	}
	return out, err
}

// charactersOf returns the characters of orders, without plans that open every one.
func charactersOf(list []Purchase) []int {
	var ids []int
	for _, p := range list {
		if p.CharacterID != 0 {
			ids = append(ids, p.CharacterID)
		}
	}
	return ids
}

// order returns an order of a user by its id or the provider's, with the name of its
// character.
func (s *Service) order(ctx context.Context, userID, ref string) (shownOrder, error) {
	p, err := s.store.orderOf(ctx, s.deps.DB.Reader(), userID, ref)
	if err != nil {
		return shownOrder{}, err
	}
	list, err := s.withNames(ctx, s.deps.DB.Reader(), p)
	return list[0], err
}
