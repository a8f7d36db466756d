package razorpaytest

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Outcome is what happens when the payer presses the button of Checkout.
type Outcome string

// The outcomes of a payment.
const (
	Success    Outcome = "success"    // captured if the order asks for automatic capture, else authorized
	Authorized Outcome = "authorized" // authorized but never captured automatically, even if the order asks for it
	Failure    Outcome = "failure"
	SecondTry  Outcome = "second-try" // the first payment of the order fails, a second one succeeds
)

// PaymentResult is what Checkout gives to the page. For a failed payment only Error is set.
type PaymentResult struct {
	PaymentID string         `json:"razorpay_payment_id,omitempty"`
	OrderID   string         `json:"razorpay_order_id,omitempty"`
	Signature string         `json:"razorpay_signature,omitempty"`
	Error     map[string]any `json:"error,omitempty"`
}

const rupeesPerUnit = 83 // exchange rate of every foreign currency

// Pay simulates a payer who pays an order with the given outcome.
func (s *Server) Pay(orderID string, outcome Outcome) (PaymentResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.findOrder(orderID)
	switch {
	case o == nil:
		return PaymentResult{}, fmt.Errorf("razorpaytest: there is no order %q", orderID)
	case o.Status == "paid":
		return PaymentResult{}, fmt.Errorf("razorpaytest: the order is already paid")
	case !slices.Contains([]Outcome{Success, Authorized, Failure, SecondTry}, outcome):
		return PaymentResult{}, fmt.Errorf("razorpaytest: there is no outcome %q", outcome)
	}
	p := s.addAttempt(o)
	if outcome == Failure || outcome == SecondTry {
		s.failPayment(p)
		if outcome == Failure {
			return PaymentResult{Error: failureJSON(p)}, nil
		}
		p = s.addAttempt(o)
	}
	events := s.authorize(p)
	if o.Payment.isAutomatic() && outcome != Authorized {
		events = append(events, s.captureAndMarkPaid(p)...)
	}
	s.sendDeliveries(events...)
	return PaymentResult{PaymentID: p.ID, OrderID: o.ID, Signature: s.SignPayment(o.ID, p.ID)}, nil
}

// addAttempt adds a payment to an order.
func (s *Server) addAttempt(o *Order) *Payment {
	p := &Payment{
		ID: newID("pay"), Entity: "payment", Amount: o.Amount, Currency: o.Currency, Status: "created", OrderID: &o.ID,
		Method: "card", Email: "payer@post.example", Contact: "+919000090000", Notes: o.Notes, CreatedAt: s.now(),
	}
	if o.Currency != "INR" {
		p.International, p.BaseAmount, p.BaseCurrency = true, o.Amount*rupeesPerUnit, "INR"
	}
	o.Attempts++
	o.Status = "attempted"
	s.payments = append(s.payments, p)
	return p
}

func (s *Server) failPayment(p *Payment) {
	code, text := "BAD_REQUEST_ERROR", "Your payment has been declined by your bank."
	p.Status, p.ErrorCode, p.ErrorDescription = "failed", &code, &text
	s.sendDeliveries(s.newEvent("payment.failed", p, nil, nil, nil))
}

// failureJSON returns the error that Checkout gives to the page after a failed payment.
func failureJSON(p *Payment) map[string]any {
	return map[string]any{
		"code": *p.ErrorCode, "description": *p.ErrorDescription, "source": "bank", "step": "payment_authorization", "reason": "payment_failed",
		"metadata": map[string]any{"order_id": *p.OrderID, "payment_id": p.ID},
	}
}

func (s *Server) authorize(p *Payment) []Delivery {
	p.Status = "authorized"
	return []Delivery{s.newEvent("payment.authorized", p, nil, nil, nil)}
}

// captureAndMarkPaid captures a payment and marks its order as paid. It returns the webhook
// messages about the payment and the order.
func (s *Server) captureAndMarkPaid(p *Payment) []Delivery {
	fee := p.Amount / 50
	p.Status, p.Captured, p.Fee = "captured", true, &fee
	events := []Delivery{s.newEvent("payment.captured", p, nil, nil, nil)}
	if p.OrderID == nil {
		return events
	}
	o := s.findOrder(*p.OrderID)
	o.Status, o.AmountPaid, o.AmountDue = "paid", o.Amount, 0
	return append(events, s.newEvent("order.paid", p, o, nil, nil))
}

// CaptureLate captures an authorized payment, as Razorpay does if the payer has closed
// Checkout.
func (s *Server) CaptureLate(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.findPayment(id)
	if p == nil || p.Status != "authorized" {
		return fmt.Errorf("razorpaytest: there is no authorized payment %q", id)
	}
	s.sendDeliveries(s.captureAndMarkPaid(p)...)
	return nil
}

func (s *Server) fetchPayment(id string) answer {
	if p := s.findPayment(id); p != nil {
		return answer{200, *p}
	}
	return refuseUnknownID(id, "pay")
}

func (s *Server) answerCapture(id string, body []byte) answer {
	p := s.findPayment(id)
	if p == nil {
		return refuseUnknownID(id, "pay")
	}
	var in struct {
		Amount   json.RawMessage `json:"amount"`
		Currency string          `json:"currency"`
	}
	if a, ok := decodeStrictly(body, &in); !ok {
		return a
	}
	amount, a := parseAmount(in.Amount, in.Currency)
	switch {
	case a.status != 0:
		return a
	case p.Captured:
		return refusal(400, "This payment has already been captured", "")
	case p.Status != "authorized":
		return refusal(400, "Only payments which have been authorized and not yet captured can be captured", "")
	case amount != p.Amount || in.Currency != p.Currency:
		return refusal(400, "Capture amount must be equal to the amount authorized", "amount")
	}
	s.sendDeliveries(s.captureAndMarkPaid(p)...)
	return answer{200, *p}
}

// AdvanceDispute opens a dispute of a payment, or changes its status. event is the name of a
// webhook event without its prefix, such as created, under_review or lost.
func (s *Server) AdvanceDispute(paymentID, event string) (disputeID string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, status := s.findPayment(paymentID), disputeStatuses[event]
	if p == nil || !p.Captured || status == "" {
		return "", fmt.Errorf("razorpaytest: no dispute of %q can be %q", paymentID, event)
	}
	i := slices.IndexFunc(s.disputes, func(d *Dispute) bool { return d.PaymentID == paymentID })
	if i < 0 {
		i = len(s.disputes)
		s.disputes = append(s.disputes, &Dispute{
			ID: newID("disp"), Entity: "dispute", PaymentID: paymentID, Amount: p.Amount, Currency: p.Currency,
			ReasonCode: "chargeback", Phase: "chargeback", CreatedAt: s.now(),
		})
	}
	d := s.disputes[i]
	if d.Status = status; status == "lost" {
		d.AmountDeducted = d.Amount
	}
	s.sendDeliveries(s.newEvent("payment.dispute."+event, p, nil, nil, d))
	return d.ID, nil
}
