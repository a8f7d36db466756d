package billing

import (
	"context"
	"math"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// maxPaymentWindowAge is the largest age of an order that nobody has tried to pay. The list of
	// orders leaves out older ones, and PlaceOrder does not return them again. Rules
	// payment-orders, payment-order-once.
	maxPaymentWindowAge = 30 * time.Minute
	// maxOrdersPerPage is the most orders on a page. Rule payment-orders.
	maxOrdersPerPage = 100
)

var errNoOrder = core.E(core.NotFound, "order_not_found", "There is no such order.")

// shownOrder is an order with the name of its character. CharacterName is empty if the plan opens
// every character. IsTest: no money is taken. Only newBuyerNotifier sets it, for notices and mails.
type shownOrder struct {
	Purchase
	CharacterName string
	IsTest        bool
}

// orderPage is a page of a user's orders.
type orderPage struct {
	list       []shownOrder
	nextCursor string // cursor of the next page; empty at the end
	total      int    // number of orders on all pages
}

// orderCursor is the position of a page's last order.
type orderCursor struct {
	At int64  `json:"t"` // time of creation, in Unix milliseconds
	ID string `json:"i"`
}

// orders returns a page of a user's orders, the latest first. It leaves out orders that were never
// tried and cannot be paid any more. limit is clamped to 1..100. cursor is orderPage.nextCursor of
// the previous page, or empty. The call makes three queries for any number of orders. Rule
// payment-orders.
func (s *Service) orders(ctx context.Context, userID string, limit int, cursor string) (orderPage, error) {
	return s.readOrderPage(ctx, s.deps.DB.Reader(), userID, limit, cursor)
}

func (s *Service) readOrderPage(ctx context.Context, q storage.Querier, userID string, limit int, cursor string) (page orderPage, err error) {
	from := orderCursor{At: math.MaxInt64}
	if cursor != "" {
		if err := core.ParseCursor(cursor, &from); err != nil {
			return page, core.ErrBadCursor.Because(err)
		}
	}
	pendingSince := s.deps.Clock.Now().Add(-maxPaymentWindowAge)
	if page.total, err = s.store.countOrdersOf(ctx, q, userID, pendingSince); err != nil {
		return page, err
	}
	limit = min(max(limit, 1), maxOrdersPerPage)
	list, err := s.store.ordersOf(ctx, q, userID, pendingSince, from, limit+1)
	if err != nil {
		return page, err
	}
	if len(list) > limit {
		list = list[:limit]
		lastOrder := list[limit-1]
		page.nextCursor = core.FormatCursor(orderCursor{core.Millis(lastOrder.CreatedAt), lastOrder.ID})
	}
	page.list, err = s.withCharacterNames(ctx, q, list...)
	return page, err
}

// withCharacterNames adds the names of the characters, in one query.
func (s *Service) withCharacterNames(ctx context.Context, q storage.Querier, list ...Purchase) ([]shownOrder, error) {
	names, err := s.store.characterNames(ctx, q, characterIDsOf(list))
	out := make([]shownOrder, len(list))
	for i, p := range list {
		out[i] = shownOrder{Purchase: p, CharacterName: names[p.CharacterID]}
	}
	return out, err
}

// characterIDsOf returns the character_ids of orders. It leaves out orders that open every
// character.
func characterIDsOf(list []Purchase) []int {
	var ids []int
	for _, p := range list {
		if p.CharacterID != 0 {
			ids = append(ids, p.CharacterID)
		}
	}
	return ids
}

// order returns an order of a user, with the name of its character. ref is the id of the order or
// the provider's order_id.
func (s *Service) order(ctx context.Context, userID, ref string) (shownOrder, error) {
	p, err := s.store.orderOf(ctx, s.deps.DB.Reader(), userID, ref)
	if err != nil {
		return shownOrder{}, err
	}
	list, err := s.withCharacterNames(ctx, s.deps.DB.Reader(), p)
	return list[0], err
}
