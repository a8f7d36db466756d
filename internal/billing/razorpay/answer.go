package razorpay

import (
	"fmt"
	"regexp"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
)

// newOrder returns the body of a new order. Razorpay refuses unknown fields.
func newOrder(receipt string, price money.Money) any {
	return map[string]any{
		"amount": price.Minor, "currency": price.Currency, "receipt": receipt,
		"payment": map[string]any{
			"capture": "automatic",
			"capture_options": map[string]any{
				"automatic_expiry_period": captureMinutes, "manual_expiry_period": captureMinutes, "refund_speed": "normal",
			},
		},
	}
}

// The answers, with the fields that are used. Among the others are notes, which are an
// object or, when empty, an array.
type (
	orderJSON struct {
		ID        string `json:"id"`
		Amount    int64  `json:"amount"`
		Currency  string `json:"currency"`
		Receipt   string `json:"receipt"`
		CreatedAt int64  `json:"created_at"`
	}
	paymentJSON struct {
		ID             string `json:"id"`
		OrderID        string `json:"order_id"`
		Amount         int64  `json:"amount"`
		Currency       string `json:"currency"`
		Status         string `json:"status"`
		Captured       *bool  `json:"captured"`
		AmountRefunded int64  `json:"amount_refunded"`
	}
	refundJSON struct {
		ID        string `json:"id"`
		PaymentID string `json:"payment_id"`
		Amount    int64  `json:"amount"`
		Currency  string `json:"currency"`
		Receipt   string `json:"receipt"`
		Status    string `json:"status"`
	}
	disputeJSON struct {
		ID        string `json:"id"`
		PaymentID string `json:"payment_id"`
		Status    string `json:"status"`
	}
)

// unreadable is the error of an answer that is not what Razorpay documents.
func unreadable(what string) error {
	return fmt.Errorf("%w: the answer of Razorpay has %s", provider.ErrUnavailable, what)
}

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

func readMoney(amount int64, currency string) (money.Money, error) {
	if amount < 0 || !currencyCode.MatchString(currency) {
		return money.Money{}, unreadable("no amount of money")
	}
	return money.Money{Minor: amount, Currency: currency}, nil
}

// check returns an error if the order is not the one that was asked for.
func (o orderJSON) check(receipt string, price money.Money) error {
	if !identifier.MatchString(o.ID) {
		return unreadable("an order without an id")
	}
	if o.Receipt != receipt || o.Amount != price.Minor || o.Currency != price.Currency {
		return fmt.Errorf("razorpay: the order with the receipt %s has another price", receipt)
	}
	return nil
}

func (p paymentJSON) payment() (provider.Payment, error) {
	price, err := readMoney(p.Amount, p.Currency)
	if err == nil && (!identifier.MatchString(p.ID) || p.AmountRefunded < 0) {
		err = unreadable("no payment")
	}
	if err != nil {
		return provider.Payment{}, err
	}
	return provider.Payment{ID: p.ID, OrderID: p.OrderID, Price: price, State: p.state(), Refunded: p.AmountRefunded}, nil
}

// state returns the state of the payment. A status that this package does not know is
// created, the state in which nothing has happened to money.
func (p paymentJSON) state() provider.PaymentState {
	switch state := provider.PaymentState(p.Status); state {
	case provider.PaymentReserved, provider.PaymentCaptured, provider.PaymentNotCharged:
		return state
	case provider.PaymentPaidBack:
		// Razorpay pays back what nobody captured in time. That payment was never taken.
		if p.Captured != nil && !*p.Captured {
			return provider.PaymentNotCharged
		}
		return state
	}
	return provider.PaymentCreated
}

func (r refundJSON) refund() (provider.Refund, error) {
	amount, err := readMoney(r.Amount, r.Currency)
	if err == nil && (!identifier.MatchString(r.ID) || !identifier.MatchString(r.PaymentID)) {
		err = unreadable("no refund")
	}
	if err != nil {
		return provider.Refund{}, err
	}
	return provider.Refund{ID: r.ID, PaymentID: r.PaymentID, Amount: amount, State: r.state()}, nil
}

// state returns the state of the refund; one that this package does not know is pending.
func (r refundJSON) state() provider.RefundState {
	switch state := provider.RefundState(r.Status); state {
	case provider.RefundProcessed, provider.RefundFailed:
		return state
	}
	return provider.RefundPending
}

func (d disputeJSON) dispute() (provider.Dispute, error) {
	if !identifier.MatchString(d.ID) || !identifier.MatchString(d.PaymentID) {
		return provider.Dispute{}, unreadable("no dispute")
	}
	return provider.Dispute{ID: d.ID, PaymentID: d.PaymentID, State: d.state()}, nil
}

// state returns the state of the dispute; every one before the decision is open.
func (d disputeJSON) state() provider.DisputeState {
	switch state := provider.DisputeState(d.Status); state {
	case provider.DisputeWon, provider.DisputeLost, provider.DisputeClosed:
		return state
	}
	return provider.DisputeOpen
}
