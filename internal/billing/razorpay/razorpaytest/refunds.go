package razorpaytest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
)

// keyedRefund is the first refund call with an idempotency key: the hash of its payment id and
// body, and the refund.
type keyedRefund struct {
	body   [32]byte
	refund *Refund // nil while the call runs
}

var refundKeyPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{10,}$`)

// createRefund answers a call that requests a refund. Without an idempotency key, each call
// makes another refund.
func (s *Server) createRefund(id, key string, body []byte) answer {
	if key == "" || s.IgnoresRefundKeys {
		a, _ := s.makeRefund(id, body)
		return a
	}
	if !refundKeyPattern.MatchString(key) {
		return refusal(400, "The idempotency key must have at least 10 letters, digits, - and _", "")
	}
	sum := sha256.Sum256(append([]byte(id+" "), body...))
	if earlier := s.refundsByKey[key]; earlier != nil {
		switch {
		case earlier.body != sum:
			return refusal(400, "Different request with the same idempotency key has already been processed.", "")
		case earlier.refund == nil:
			return refusal(409, "Request failed because another request is in progress with the same idempotency key", "")
		}
		return answer{200, *earlier.refund}
	}
	runningRefund := &keyedRefund{body: sum}
	s.refundsByKey[key] = runningRefund
	s.delayRefund()
	a, made := s.makeRefund(id, body)
	runningRefund.refund = made
	if made == nil {
		delete(s.refundsByKey, key)
	}
	return a
}

func (s *Server) makeRefund(id string, body []byte) (answer, *Refund) {
	p := s.findPayment(id)
	if p == nil {
		return refuseUnknownID(id, "pay"), nil
	}
	in := struct {
		Amount  json.RawMessage   `json:"amount"`
		Speed   string            `json:"speed"`
		Notes   map[string]string `json:"notes"`
		Receipt *string           `json:"receipt"`
	}{Amount: fmt.Append(nil, p.Amount), Speed: "normal"}
	if len(body) > 0 {
		if a, ok := decodeStrictly(body, &in); !ok {
			return a, nil
		}
	}
	amount, a := parseAmount(in.Amount, p.Currency)
	switch {
	case a.status != 0:
		return a, nil
	case !p.Captured:
		return refusal(400, "The payment status should be captured for action to be taken", ""), nil
	case p.AmountRefunded >= p.Amount:
		return refusal(400, "The payment has been fully refunded already", ""), nil
	case amount > p.Amount-p.AmountRefunded:
		return refusal(400, "The refund amount provided is greater than amount captured", "amount"), nil
	case in.Speed != "normal" && in.Speed != "optimum":
		return refusal(400, "The speed is invalid.", "speed"), nil
	}
	r := &Refund{
		ID: newID("rfnd"), Entity: "refund", Amount: amount, Currency: p.Currency, PaymentID: id, Notes: []string{}, Receipt: in.Receipt,
		Status: "pending", SpeedRequested: in.Speed, SpeedProcessed: "normal", CreatedAt: s.now(),
	}
	s.refunds = append(s.refunds, r)
	p.addRefunded(amount)
	events := []Delivery{s.newEvent("refund.created", p, nil, r, nil)}
	if !s.HasSlowRefunds {
		r.Status = "processed"
		events = append(events, s.newEvent("refund.processed", p, nil, r, nil))
	}
	s.sendDeliveries(events...)
	return answer{200, *r}, r
}

// addRefunded adds an amount to the refunded amount of a payment. The amount is negative if a
// refund has failed.
func (p *Payment) addRefunded(amount int64) {
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

// FinishRefund ends a pending refund, as the bank does days later. The refund succeeds if
// isPaid is set, and fails otherwise.
func (s *Server) FinishRefund(id string, isPaid bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.refunds, func(r *Refund) bool { return r.ID == id && r.Status == "pending" })
	if i < 0 {
		return fmt.Errorf("razorpaytest: there is no pending refund %q", id)
	}
	r := s.refunds[i]
	p, kind := s.findPayment(r.PaymentID), "refund.processed"
	r.Status = "processed"
	if !isPaid {
		r.Status, kind = "failed", "refund.failed"
		p.addRefunded(-r.Amount)
	}
	s.sendDeliveries(s.newEvent(kind, p, nil, r, nil))
	return nil
}

// RefundAll refunds the rest of a payment, like a refund made in Razorpay's dashboard.
func (s *Server) RefundAll(paymentID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.findPayment(paymentID)
	if p == nil {
		return fmt.Errorf("razorpaytest: there is no payment %q", paymentID)
	}
	if a, made := s.makeRefund(paymentID, fmt.Appendf(nil, `{"amount":%d}`, p.Amount-p.AmountRefunded)); made == nil {
		return fmt.Errorf("razorpaytest: the refund is answered %d", a.status)
	}
	return nil
}

// ExpireAuthorization pays back an authorized payment that was not captured in time.
func (s *Server) ExpireAuthorization(paymentID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.findPayment(paymentID)
	if p == nil || p.Status != "authorized" {
		return fmt.Errorf("razorpaytest: there is no authorized payment %q", paymentID)
	}
	r := &Refund{ID: newID("rfnd"), Entity: "refund", Amount: p.Amount, Currency: p.Currency, PaymentID: p.ID, Notes: []string{}, Status: "processed", SpeedRequested: "normal", SpeedProcessed: "normal", CreatedAt: s.now()}
	s.refunds = append(s.refunds, r)
	p.addRefunded(p.Amount)
	s.sendDeliveries(s.newEvent("refund.processed", p, nil, r, nil))
	return nil
}

// fetchRefunds answers with the refunds of a payment. The query parameter skip says how many to
// leave out at the start. count says how many to return: by default ten, at most a hundred.
func (s *Server) fetchRefunds(paymentID string, query url.Values) answer {
	if s.findPayment(paymentID) == nil {
		return refuseUnknownID(paymentID, "pay")
	}
	list := slices.DeleteFunc(copyValues(s.refunds), func(r Refund) bool { return r.PaymentID != paymentID })
	pageSize, err := strconv.Atoi(query.Get("count"))
	if err != nil {
		pageSize = 10
	}
	skip, _ := strconv.Atoi(query.Get("skip"))
	list = list[min(skip, len(list)):]
	return collectionAnswer(list[:min(pageSize, 100, len(list))])
}

// disputeStatuses has the status of a dispute after an event, by the last word of the event's name.
var disputeStatuses = map[string]string{
	"created": "open", "under_review": "under_review", "action_required": "open", "won": "won", "lost": "lost", "closed": "closed",
}
