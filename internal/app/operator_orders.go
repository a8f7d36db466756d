package app

import (
	"context"
	"errors"
	"log/slog"

	"colloquy/internal/accounts"
	"colloquy/internal/audit"
	"colloquy/internal/billing"
	"colloquy/internal/billing/money"
	"colloquy/internal/core"
	"colloquy/internal/notices"
)

// Errors of RefundOrder.
var (
	ErrNoOrder       = errors.New("app: there is no such order")
	ErrInvalidAmount = errors.New("app: no amount of the order's currency")
	ErrNotPaid       = errors.New("app: the order is not paid, or less of it is left")
	ErrOtherProvider = errors.New("app: the provider of the order is not set up")
)

// Order is an order with the address of its buyer. Email is empty if the account was
// deleted.
type Order struct {
	billing.ListedOrder
	Email string
}

// Orders returns at most limit orders, the latest first. state is one of billing.OrderStates; empty
// means all. email is the address of one account; empty means all accounts. For an unknown state
// the error is billing.ErrUnknownState. For an unknown address the error is of kind core.NotFound.
// Rule payment-operator.
func (o *Operator) Orders(ctx context.Context, state, email string, limit int) ([]Order, error) {
	filter := billing.OrderFilter{State: state, Limit: limit}
	if email != "" {
		buyer, err := accounts.NewContactReader(o.db).ByEmail(ctx, email)
		if err != nil {
			return nil, err
		}
		filter.UserID = buyer.ID
	}
	list, err := o.billing.Orders(ctx, filter)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, v := range list {
		ids = append(ids, v.UserID)
	}
	addressByID, err := o.EmailsByUserID(ctx, ids)
	out := make([]Order, len(list))
	for i, v := range list {
		out[i] = Order{v, addressByID[v.UserID]}
	}
	return out, err
}

// RefundedOrder is the result of RefundOrder.
type RefundedOrder struct {
	billing.Purchase
	Amount money.Money // of this refund
}

// RefundOrder pays an order back at its provider. It does not check the refund policy. amount is a
// sum such as "0.50"; empty means all that is left. ref is the id of the order, the provider's
// order_id or payment_id, or the number of the invoice. The error is ErrNoOrder, ErrInvalidAmount,
// ErrNotPaid or ErrOtherProvider, or comes from the provider. Rule payment-operator.
func (o *Operator) RefundOrder(ctx context.Context, ref, amount, reason string) (RefundedOrder, error) {
	p, err := o.billing.Order(ctx, ref)
	if core.KindOf(err) == core.NotFound {
		return RefundedOrder{}, ErrNoOrder
	}
	if err != nil {
		return RefundedOrder{}, err
	}
	refundMinorAmount := int64(0)
	if amount != "" {
		m, err := money.Parse(amount, p.Price.Currency)
		if err != nil || m.MinorAmount == 0 {
			return RefundedOrder{Purchase: p}, ErrInvalidAmount
		}
		refundMinorAmount = m.MinorAmount
	}
	if p.Provider == billing.GrantProvider {
		return RefundedOrder{Purchase: p}, ErrNotPaid
	}
	service, err := o.billingService(ctx, p.Provider)
	if err != nil {
		return RefundedOrder{Purchase: p}, err
	}
	refundedOrder, err := service.Refund(ctx, p.ID, refundMinorAmount, reason, audit.OperatorActor)
	if core.KindOf(err) == core.Conflict {
		return RefundedOrder{Purchase: p}, ErrNotPaid
	}
	return RefundedOrder{refundedOrder, money.Money{MinorAmount: refundedOrder.RefundedAmount - p.RefundedAmount, Currency: p.Price.Currency}}, err
}

// billingService returns a service of package billing with the provider of the settings. The error
// is ErrOtherProvider if the settings have no provider, or one with another name.
func (o *Operator) billingService(ctx context.Context, provider string) (*billing.Service, error) {
	p, err := choosePayment(ctx, o.config, o.db, o.clock)
	if err != nil {
		return nil, err
	}
	if p == nil || p.Name() != provider {
		return nil, ErrOtherProvider
	}
	return billing.New(billing.Deps{
		DB: o.db, Provider: p, People: billingPeople{accounts.NewContactReader(o.db)}, Notices: billingNotices{notices.NewWriter(o.db, o.clock)},
		Mail: o.mailer, Jobs: o.jobs, Audit: o.audit, Clock: o.clock, Log: slog.New(slog.DiscardHandler), BaseURL: o.config.BaseURL(), Seller: invoiceSeller(o.config), TakesOnlyTestPayments: takesOnlyTestPayments(o.config),
	}), nil
}
