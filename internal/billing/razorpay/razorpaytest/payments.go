package razorpaytest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

// Outcome is what happens when the payer presses the button of Checkout.
type Outcome string

// The outcomes of a payment.
const (
	Success    Outcome = "success"    // captured, if the order says so, else authorized
	Authorized Outcome = "authorized" // authorized late: not captured although the order says so
	Failure    Outcome = "failure"
	SecondTry  Outcome = "second-try" // fails, and succeeds with a second payment
)

// Paid is what Checkout gives to the page. Failed is set instead for a failed payment.
type Paid struct {
	PaymentID string         `json:"razorpay_payment_id,omitempty"`
	OrderID   string         `json:"razorpay_order_id,omitempty"`
	Signature string         `json:"razorpay_signature,omitempty"`
	Failed    map[string]any `json:"error,omitempty"`
}

const rupees = 83 // for a unit of every foreign currency

// Pay plays the payer of an order.
func (s *Server) Pay(orderID string, outcome Outcome) (Paid, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.order(orderID)
	switch {
	case o == nil:
		return Paid{}, fmt.Errorf("razorpaytest: there is no order %q", orderID)
	case o.Status == "paid":
		return Paid{}, fmt.Errorf("razorpaytest: the order is already paid")
	case !slices.Contains([]Outcome{Success, Authorized, Failure, SecondTry}, outcome):
		return Paid{}, fmt.Errorf("razorpaytest: there is no outcome %q", outcome)
	}
	p := s.attempt(o)
	if outcome == Failure || outcome == SecondTry {
		s.failPayment(p)
		if outcome == Failure {
			return Paid{Failed: failure(p)}, nil
		}
		p = s.attempt(o)
	}
	events := s.authorize(p)
	if o.Payment.isAutomatic() && outcome != Authorized {
		events = append(events, s.take(p)...)
	}
	s.send(events...)
	return Paid{PaymentID: p.ID, OrderID: o.ID, Signature: s.Sign(o.ID, p.ID)}, nil
}

// attempt adds a payment to an order.
func (s *Server) attempt(o *Order) *Payment {
	p := &Payment{
		ID: newID("pay"), Entity: "payment", Amount: o.Amount, Currency: o.Currency, Status: "created", OrderID: &o.ID,
		Method: "card", Email: "payer@post.example", Contact: "+919000090000", Notes: o.Notes, CreatedAt: s.now(),
	}
	if o.Currency != "INR" {
		p.International, p.BaseAmount, p.BaseCurrency = true, o.Amount*rupees, "INR"
	}
	o.Attempts++
	o.Status = "attempted"
	s.payments = append(s.payments, p)
	return p
}

func (s *Server) failPayment(p *Payment) {
	code, text := "BAD_REQUEST_ERROR", "Your payment has been declined by your bank."
	p.Status, p.ErrorCode, p.ErrorDescription = "failed", &code, &text
	s.send(s.event("payment.failed", p, nil, nil, nil))
}

// failure is what Checkout says of a failed payment.
func failure(p *Payment) map[string]any {
	return map[string]any{
		"code": *p.ErrorCode, "description": *p.ErrorDescription, "source": "bank", "step": "payment_authorization", "reason": "payment_failed",
		"metadata": map[string]any{"order_id": *p.OrderID, "payment_id": p.ID},
	}
}

func (s *Server) authorize(p *Payment) []Delivery {
	p.Status = "authorized"
	return []Delivery{s.event("payment.authorized", p, nil, nil, nil)}
}

// take captures a payment and marks its order as paid.
func (s *Server) take(p *Payment) []Delivery {
	fee := p.Amount / 50
	p.Status, p.Captured, p.Fee = "captured", true, &fee
	events := []Delivery{s.event("payment.captured", p, nil, nil, nil)}
	if p.OrderID == nil {
		return events
	}
	o := s.order(*p.OrderID)
	o.Status, o.AmountPaid, o.AmountDue = "paid", o.Amount, 0
	return append(events, s.event("order.paid", p, o, nil, nil))
}

// CaptureLate captures an authorized payment, as Razorpay itself does with one whose payer
// has closed Checkout.
func (s *Server) CaptureLate(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.payment(id)
	if p == nil || p.Status != "authorized" {
		return fmt.Errorf("razorpaytest: there is no authorized payment %q", id)
	}
	s.send(s.take(p)...)
	return nil
}

func (s *Server) fetchPayment(id string) answer {
	if p := s.payment(id); p != nil {
		return answer{200, *p}
	}
	return unknown(id, "pay")
}

func (s *Server) capture(id string, body []byte) answer {
	p := s.payment(id)
	if p == nil {
		return unknown(id, "pay")
	}
	var in struct {
		Amount   json.RawMessage `json:"amount"`
		Currency string          `json:"currency"`
	}
	if a, ok := decode(body, &in); !ok {
		return a
	}
	amount, a := readAmount(in.Amount, in.Currency)
	switch {
	case a.status != 0:
		return a
	case p.Captured:
		return refuse(400, "This payment has already been captured", "")
	case p.Status != "authorized":
		return refuse(400, "Only payments which have been authorized and not yet captured can be captured", "")
	case amount != p.Amount || in.Currency != p.Currency:
		return refuse(400, "Capture amount must be equal to the amount authorized", "amount")
	}
	s.send(s.take(p)...)
	return answer{200, *p}
}

// keyedRefund is the first call with a key.
type keyedRefund struct {
	body   [32]byte
	refund *Refund // nil while the call runs
}

var refundKey = regexp.MustCompile(`^[A-Za-z0-9_-]{10,}$`)

// createRefund answers the call of a refund. Without a key each call makes another one.
func (s *Server) createRefund(id, key string, body []byte) answer {
	if key == "" || s.IgnoresRefundKeys {
		a, _ := s.refund(id, body)
		return a
	}
	if !refundKey.MatchString(key) {
		return refuse(400, "The idempotency key must have at least 10 letters, digits, - and _", "")
	}
	sum := sha256.Sum256(append([]byte(id+" "), body...))
	if first := s.keys[key]; first != nil {
		switch {
		case first.body != sum:
			return refuse(400, "Different request with the same idempotency key has already been processed.", "")
		case first.refund == nil:
			return refuse(409, "Request failed because another request is in progress with the same idempotency key", "")
		}
		return answer{200, *first.refund}
	}
	running := &keyedRefund{body: sum}
	s.keys[key] = running
	s.waitInRefund()
	a, made := s.refund(id, body)
	running.refund = made
	if made == nil {
		delete(s.keys, key)
	}
	return a
}

func (s *Server) refund(id string, body []byte) (answer, *Refund) {
	p := s.payment(id)
	if p == nil {
		return unknown(id, "pay"), nil
	}
	in := struct {
		Amount  json.RawMessage   `json:"amount"`
		Speed   string            `json:"speed"`
		Notes   map[string]string `json:"notes"`
		Receipt *string           `json:"receipt"`
	}{Amount: fmt.Append(nil, p.Amount), Speed: "normal"}
	if len(body) > 0 {
		if a, ok := decode(body, &in); !ok {
			return a, nil
		}
	}
	amount, a := readAmount(in.Amount, p.Currency)
	switch {
	case a.status != 0:
		return a, nil
	case !p.Captured:
		return refuse(400, "The payment status should be captured for action to be taken", ""), nil
	case p.AmountRefunded >= p.Amount:
		return refuse(400, "The payment has been fully refunded already", ""), nil
	case amount > p.Amount-p.AmountRefunded:
		return refuse(400, "The refund amount provided is greater than amount captured", "amount"), nil
	case in.Speed != "normal" && in.Speed != "optimum":
		return refuse(400, "The speed is invalid.", "speed"), nil
	}
	r := &Refund{
		ID: newID("rfnd"), Entity: "refund", Amount: amount, Currency: p.Currency, PaymentID: id, Notes: []string{}, Receipt: in.Receipt,
		Status: "pending", SpeedRequested: in.Speed, SpeedProcessed: "normal", CreatedAt: s.now(),
	}
	s.refunds = append(s.refunds, r)
	p.giveBack(amount)
	events := []Delivery{s.event("refund.created", p, nil, r, nil)}
	if !s.HasSlowRefunds {
		r.Status = "processed"
		events = append(events, s.event("refund.processed", p, nil, r, nil))
	}
	s.send(events...)
	return answer{200, *r}, r
}

// giveBack adds to the refunded amount of a payment; a negative amount takes away.
func (p *Payment) giveBack(amount int64) {
	p.AmountRefunded += amount
	full, partial := "full", "partial"
	switch p.AmountRefunded {
	case 0:
		p.Status, p.RefundStatus = "captured", nil
	case p.Amount:
		p.Status, p.RefundStatus = "refunded", &full
	default:
		p.Status, p.RefundStatus = "captured", &partial
	}
}

// FinishRefund ends a pending refund, as the bank does days later.
func (s *Server) FinishRefund(id string, isPaid bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.refunds, func(r *Refund) bool { return r.ID == id && r.Status == "pending" })
	if i < 0 {
		return fmt.Errorf("razorpaytest: there is no pending refund %q", id)
	}
	r := s.refunds[i]
	p, kind := s.payment(r.PaymentID), "refund.processed"
	r.Status = "processed"
	if !isPaid {
		r.Status, kind = "failed", "refund.failed"
		p.giveBack(-r.Amount)
	}
	s.send(s.event(kind, p, nil, r, nil))
	return nil
}

// RefundAll pays everything back that is left of a payment, as somebody at the dashboard
// does.
func (s *Server) RefundAll(paymentID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.payment(paymentID)
	if p == nil {
		return fmt.Errorf("razorpaytest: there is no payment %q", paymentID)
	}
	if a, made := s.refund(paymentID, fmt.Appendf(nil, `{"amount":%d}`, p.Amount-p.AmountRefunded)); made == nil {
		return fmt.Errorf("razorpaytest: the refund is answered %d", a.status)
	}
	return nil
}

// LetExpire pays an authorized payment back that nobody has captured in time.
func (s *Server) LetExpire(paymentID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.payment(paymentID)
	if p == nil || p.Status != "authorized" {
		return fmt.Errorf("razorpaytest: there is no authorized payment %q", paymentID)
	}
	r := &Refund{ID: newID("rfnd"), Entity: "refund", Amount: p.Amount, Currency: p.Currency, PaymentID: p.ID, Notes: []string{}, Status: "processed", SpeedRequested: "normal", SpeedProcessed: "normal", CreatedAt: s.now()}
	s.refunds = append(s.refunds, r)
	p.giveBack(p.Amount)
	s.send(s.event("refund.processed", p, nil, r, nil))
	return nil
}

func (s *Server) fetchRefunds(paymentID string) answer {
	if s.payment(paymentID) == nil {
		return unknown(paymentID, "pay")
	}
	return collection(slices.DeleteFunc(values(s.refunds), func(r Refund) bool { return r.PaymentID != paymentID }))
}

// disputeStatuses are the statuses of a dispute by the last word of their events.
var disputeStatuses = map[string]string{
	"created": "open", "under_review": "under_review", "action_required": "open", "won": "won", "lost": "lost", "closed": "closed",
}

// Dispute makes the dispute of a payment, or moves it on. event is the last word of an
// event, such as created, under_review or lost.
func (s *Server) Dispute(paymentID, event string) (disputeID string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, status := s.payment(paymentID), disputeStatuses[event]
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
	s.send(s.event("payment.dispute."+event, p, nil, nil, d))
	return d.ID, nil
}
