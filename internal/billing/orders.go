package billing

import (
	"context"
	"math"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// openFor is how long an order can be paid with the payment window that it was made
	// for.
	openFor = 30 * time.Minute
	// maxOrders is the number of orders of a page.
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

// orderPage is a page of a user's orders.
type orderPage struct {
	list  []shownOrder
	next  string // cursor of the next page; empty at the end
	total int    // orders of all pages
}

// orderCursor is the position of a page's last order.
type orderCursor struct {
	At int64  `json:"t"` // of its creation, in milliseconds
	ID string `json:"i"`
}

// orders returns a page of the orders of a user that a payment was tried for, or that can
// be paid, the latest first. limit is clamped to 1..100; cursor is the next of the previous
// page. It makes three queries for any number of orders. Rule payment-orders.
func (s *Service) orders(ctx context.Context, userID string, limit int, cursor string) (orderPage, error) {
	return s.ordersIn(ctx, s.deps.DB.Reader(), userID, limit, cursor)
}

func (s *Service) ordersIn(ctx context.Context, q storage.Querier, userID string, limit int, cursor string) (page orderPage, err error) {
	from := orderCursor{At: math.MaxInt64}
	if cursor != "" {
		if err := core.ParseCursor(cursor, &from); err != nil {
			return page, core.ErrBadCursor.Because(err)
		}
	}
	openSince := s.deps.Clock.Now().Add(-openFor)
	if page.total, err = s.store.countOrdersOf(ctx, q, userID, openSince); err != nil {
		return page, err
	}
	limit = min(max(limit, 1), maxOrders)
	list, err := s.store.ordersOf(ctx, q, userID, openSince, from, limit+1)
	if err != nil {
		return page, err
	}
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		page.next = core.Cursor(orderCursor{core.Millis(last.CreatedAt), last.ID})
	}
	page.list, err = s.withNames(ctx, q, list...)
	return page, err
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
