package razorpay

import (
	"fmt"
	"regexp"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
)

// newOrderBody returns the body of a new order. Razorpay refuses unknown fields.
func newOrderBody(receipt string, price money.Money) any {
	return map[string]any{
		"amount": price.MinorAmount, "currency": price.Currency, "receipt": receipt,
		"payment": map[string]any{
			"capture": "automatic",
			"capture_options": map[string]any{
				"automatic_expiry_period": captureMinutes, "manual_expiry_period": captureMinutes, "refund_speed": "normal",
			},
		},
	}
}

// The JSON of answers, with the fields that this package uses. It leaves out the field notes,
// which is an object or, if it is empty, an array.
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

// unreadableAnswerError returns the error for an answer that differs from Razorpay's documentation.
// The argument "what" names the fault, such as "an order without an id".
func unreadableAnswerError(what string) error {
	return fmt.Errorf("%w: the answer of Razorpay has %s", provider.ErrUnavailable, what)
}

var currencyCodePattern = regexp.MustCompile(`^[A-Z]{3}$`)

func parseMoney(amount int64, currency string) (money.Money, error) {
	if amount < 0 || !currencyCodePattern.MatchString(currency) {
		return money.Money{}, unreadableAnswerError("no amount of money")
	}
	return money.Money{MinorAmount: amount, Currency: currency}, nil
}

// checkMatches returns an error if the id of the order is not valid, or if its receipt or price
// differs from the given one.
func (o orderJSON) checkMatches(receipt string, price money.Money) error {
	if !idPattern.MatchString(o.ID) {
		return unreadableAnswerError("an order without an id")
	}
	if o.Receipt != receipt || o.Amount != price.MinorAmount || o.Currency != price.Currency {
		return fmt.Errorf("razorpay: the order that was found for the receipt %s has another receipt or price", receipt)
	}
	return nil
}

func (p paymentJSON) toPayment() (provider.Payment, error) {
	price, err := parseMoney(p.Amount, p.Currency)
	if err == nil && (!idPattern.MatchString(p.ID) || p.AmountRefunded < 0) {
		err = unreadableAnswerError("no payment")
	}
	if err != nil {
		return provider.Payment{}, err
	}
	return provider.Payment{ID: p.ID, OrderID: p.OrderID, Price: price, State: p.state(), RefundedAmount: p.AmountRefunded}, nil
}

// state returns the state of the payment. For an unknown status it is PaymentCreated, the
// state in which no money was moved. Rule payment-settle.
func (p paymentJSON) state() provider.PaymentState {
	switch state := provider.PaymentState(p.Status); state {
	case provider.PaymentReserved, provider.PaymentCaptured, provider.PaymentNotCharged:
		return state
	case provider.PaymentPaidBack:
		// Razorpay also reports this status for a payment that was not captured in time. Razorpay
		// never took money for that payment.
		if p.Captured != nil && !*p.Captured {
			return provider.PaymentNotCharged
		}
		return state
	}
	return provider.PaymentCreated
}

func (r refundJSON) toRefund() (provider.Refund, error) {
	amount, err := parseMoney(r.Amount, r.Currency)
	if err == nil && (!idPattern.MatchString(r.ID) || !idPattern.MatchString(r.PaymentID)) {
		err = unreadableAnswerError("no refund")
	}
	if err != nil {
		return provider.Refund{}, err
	}
	return provider.Refund{ID: r.ID, PaymentID: r.PaymentID, Amount: amount, State: r.state()}, nil
}

// state returns the state of the refund. For an unknown status it is RefundPending.
func (r refundJSON) state() provider.RefundState {
	switch state := provider.RefundState(r.Status); state {
	case provider.RefundProcessed, provider.RefundFailed:
		return state
	}
	return provider.RefundPending
}

func (d disputeJSON) toDispute() (provider.Dispute, error) {
	if !idPattern.MatchString(d.ID) || !idPattern.MatchString(d.PaymentID) {
		return provider.Dispute{}, unreadableAnswerError("no dispute")
	}
	return provider.Dispute{ID: d.ID, PaymentID: d.PaymentID, State: d.state()}, nil
}

// state returns the state of the dispute. For every status before the decision it is
// DisputeOpen. Rule payment-settle.
func (d disputeJSON) state() provider.DisputeState {
	switch state := provider.DisputeState(d.Status); state {
	case provider.DisputeWon, provider.DisputeLost, provider.DisputeClosed:
		return state
	}
	return provider.DisputeOpen
}
