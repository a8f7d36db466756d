package billing

import (
	"context"
	"errors"
	"slices"

	"colloquy/internal/audit"
	"colloquy/internal/storage"
)

// OrderStates are the values of OrderFilter.State: states of the purchase, of its payment and
// of its refunds.
var OrderStates = []string{
	string(Pending), string(Active), string(Expired), string(Failed), string(Cancelled), string(Refunded), string(Disputed),
	string(PaymentAuthorized), string(PaymentPartiallyRefunded), failedRefundState,
}

// failedRefundState selects the orders with a refund that failed at the bank, even if the
// money was paid back later. Rule payment-refund-failed.
const failedRefundState = "refund_failed"

// ErrUnknownState is the error for an OrderFilter.State that is not one of OrderStates.
var ErrUnknownState = errors.New("billing: unknown state of orders")

// OrderFilter selects orders. An empty State or UserID selects all. Limit is the largest
// number of orders; 0 selects none.
type OrderFilter struct {
	State  string
	UserID string
	Limit  int
}

// ListedOrder is an order as an operator sees it. CharacterName is empty if the plan opens every
// character. FailedRefundAmount is the sum of the refunds that the bank rejected, in the minor unit.
type ListedOrder struct {
	Purchase
	CharacterName      string
	FailedRefundAmount int64
}

// Orders returns orders, the latest first. The list also has orders without a payment, and access
// that the operator gave. The audit log records the call. Rule payment-operator.
func (o *Operator) Orders(ctx context.Context, f OrderFilter) ([]ListedOrder, error) {
	if f.State != "" && !slices.Contains(OrderStates, f.State) {
		return nil, ErrUnknownState
	}
	subject := f.UserID
	if subject == "" {
		subject = audit.OperatorActor
	}
	var list []Purchase
	var names map[int]string
	var failed map[string]int64
	err := o.store.db.Write(ctx, func(tx storage.Querier) (err error) {
		if list, err = o.store.orders(ctx, tx, f, o.clock.Now()); err != nil {
			return err
		}
		if names, err = o.store.characterNames(ctx, tx, characterIDsOf(list)); err != nil {
			return err
		}
		if failed, err = o.store.failedRefundSumsByPurchaseID(ctx, tx); err != nil {
			return err
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.OrdersListed, ActorID: audit.OperatorActor, SubjectID: subject, Detail: f.State})
	})
	out := make([]ListedOrder, len(list))
	for i, p := range list {
		out[i] = ListedOrder{p, names[p.CharacterID], failed[p.ID]}
	}
	return out, err
}

// Order returns an order by its id, the provider's order_id or payment_id, or the number
// of its invoice. If there is none, the error is of kind core.NotFound.
func (o *Operator) Order(ctx context.Context, ref string) (Purchase, error) {
	return o.store.orderByAnyID(ctx, o.store.db.Reader(), ref)
}
