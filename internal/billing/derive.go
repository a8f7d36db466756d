package billing

import (
	"slices"
	"strings"

	"colloquy/internal/billing/money"
)

// facts are what a provider has reported about an order, in any order and any number of
// times. paidBy is the payment that paid it, empty before. Rule payment-settle.
type facts struct {
	price     money.Money
	paidBy    string
	cancelled bool
	payments  []Payment
	refunds   []Refund
	disputes  []Dispute
}

// derived is what follows from facts.
type derived struct {
	status        Status
	paymentStatus PaymentStatus
	refunded      int64 // minor unit
}

// derive is pure. A refund of the whole amount and a lost dispute win over everything, a
// payment over failed tries.
func (f facts) derive() derived {
	if f.paidBy == "" {
		return f.deriveUnpaid()
	}
	refunded := f.refunded()
	switch {
	case refunded >= f.price.Minor || f.hasDispute(DisputeLost):
		return derived{Refunded, PaymentRefunded, refunded}
	case f.hasDispute(DisputeOpen):
		return derived{Disputed, PaymentDisputed, refunded}
	case refunded > 0:
		return derived{Active, PaymentPartiallyRefunded, refunded}
	}
	return derived{Active, PaymentPaid, 0}
}

func (f facts) deriveUnpaid() derived {
	switch {
	case f.hasPayment(PaymentReserved) && !f.cancelled:
		return derived{Pending, PaymentAuthorized, 0}
	case f.hasPayment(PaymentNotCharged):
		return derived{Failed, PaymentFailed, 0}
	case f.cancelled:
		return derived{Cancelled, PaymentCancelled, 0}
	}
	return derived{Pending, PaymentPending, 0}
}

func (f facts) hasPayment(state PaymentState) bool {
	return slices.ContainsFunc(f.payments, func(p Payment) bool { return p.State == state && p.Price == f.price })
}

func (f facts) hasDispute(state DisputeState) bool {
	return slices.ContainsFunc(f.disputes, func(d Dispute) bool { return d.PaymentID == f.paidBy && d.State == state })
}

// refunded is what went back of the payment that paid the order. The payment states a
// sum, in which a refund that failed later may be contained.
func (f facts) refunded() int64 {
	var sum, failed int64
	for _, r := range f.refunds {
		switch {
		case r.PaymentID != f.paidBy:
		case r.State == RefundFailed:
			failed += r.Amount.Minor
		default:
			sum += r.Amount.Minor
		}
	}
	for _, p := range f.payments {
		if p.ID == f.paidBy {
			sum = max(sum, paidBack(p)-failed)
		}
	}
	return min(sum, f.price.Minor)
}

// failedRefunds counts the refunds that failed at the bank.
func (f facts) failedRefunds() (n int) {
	for _, r := range f.refunds {
		if r.State == RefundFailed {
			n++
		}
	}
	return n
}

// payer returns the payment that pays the order, if one of them can: captured, of the
// order's price. One that was not refunded is preferred.
func (f facts) payer() (Payment, bool) {
	var out Payment
	for _, p := range f.payments {
		if isTaken(p) && p.Price == f.price && (out.ID == "" || isBetterPayer(p, out)) {
			out = p
		}
	}
	return out, out.ID != ""
}

func isBetterPayer(a, b Payment) bool {
	if a.State != b.State {
		return a.State == PaymentCaptured
	}
	return a.ID < b.ID
}

// latestTry returns the payment that an order without a paid one shows, or "".
func (f facts) latestTry() string {
	if len(f.payments) == 0 {
		return ""
	}
	return slices.MaxFunc(f.payments, func(a, b Payment) int {
		if d := paymentRank[a.State] - paymentRank[b.State]; d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	}).ID
}

// surplus returns the captured payments that do not pay the order.
func (f facts) surplus() []Payment {
	return slices.DeleteFunc(slices.Clone(f.payments), func(p Payment) bool { return p.ID == f.paidBy || !isTaken(p) || paidBack(p) >= p.Price.Minor })
}

// isTaken reports whether the money of a payment was taken, also if it went back since.
func isTaken(p Payment) bool { return p.State == PaymentCaptured || p.State == PaymentPaidBack }

// paidBack is the sum of a payment that went back, in the minor unit.
func paidBack(p Payment) int64 {
	if p.State == PaymentPaidBack {
		return p.Price.Minor
	}
	return p.Refunded
}

// The states of payments, refunds and disputes only go forward: reports may be late. A
// failed payment can still be authorized.
var (
	paymentRank = map[PaymentState]int{PaymentCreated: 0, PaymentNotCharged: 1, PaymentReserved: 2, PaymentCaptured: 3, PaymentPaidBack: 4}
	refundRank  = map[RefundState]int{RefundPending: 0, RefundProcessed: 1, RefundFailed: 2}
	disputeRank = map[DisputeState]int{DisputeOpen: 0, DisputeClosed: 1, DisputeWon: 2, DisputeLost: 3}
)

// mergedPayment returns what two reports about a payment say together.
func mergedPayment(a, b Payment) Payment {
	if paymentRank[b.State] > paymentRank[a.State] {
		a.State = b.State
	}
	a.Refunded = max(a.Refunded, b.Refunded)
	return a
}
