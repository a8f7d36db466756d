package billing

import (
	"slices"
	"strings"

	"colloquy/internal/billing/money"
)

// orderFacts are the provider's reports about an order. Reports may come in any sequence and more than
// once. payingPaymentID is the id of the payment that has paid the order, or empty. Rule
// payment-settle.
type orderFacts struct {
	price           money.Money
	payingPaymentID string
	isCancelled     bool
	payments        []Payment
	refunds         []Refund
	disputes        []Dispute
}

// derivedState is the state of an order that derive computes from its facts.
type derivedState struct {
	status         Status
	paymentStatus  PaymentStatus
	refundedAmount int64 // minor unit
}

// derive computes the state of an order, without side effects. A full refund or a lost dispute has
// precedence over everything else. A payment has precedence over failed tries.
func (f orderFacts) derive() derivedState {
	if f.payingPaymentID == "" {
		return f.deriveUnpaid()
	}
	refundedSum := f.refundedAmount()
	switch {
	case refundedSum >= f.price.MinorAmount || f.hasDispute(DisputeLost):
		return derivedState{Refunded, PaymentRefunded, refundedSum}
	case f.hasDispute(DisputeOpen):
		return derivedState{Disputed, PaymentDisputed, refundedSum}
	case refundedSum > 0:
		return derivedState{Active, PaymentPartiallyRefunded, refundedSum}
	}
	return derivedState{Active, PaymentPaid, 0}
}

func (f orderFacts) deriveUnpaid() derivedState {
	switch {
	case f.hasPayment(PaymentReserved) && !f.isCancelled:
		return derivedState{Pending, PaymentAuthorized, 0}
	case f.hasPayment(PaymentNotCharged):
		return derivedState{Failed, PaymentFailed, 0}
	case f.isCancelled:
		return derivedState{Cancelled, PaymentCancelled, 0}
	}
	return derivedState{Pending, PaymentPending, 0}
}

func (f orderFacts) hasPayment(state PaymentState) bool {
	return slices.ContainsFunc(f.payments, func(p Payment) bool { return p.State == state && p.Price == f.price })
}

func (f orderFacts) hasDispute(state DisputeState) bool {
	return slices.ContainsFunc(f.disputes, func(d Dispute) bool { return d.PaymentID == f.payingPaymentID && d.State == state })
}

// refundedAmount returns the refunded part of the payment that paid the order, in the minor unit.
// The provider's sum for the payment may include failed refunds, so refundedAmount subtracts them.
// Rule payment-refund-failed.
func (f orderFacts) refundedAmount() int64 {
	var refundedSum, failedSum int64
	for _, r := range f.refunds {
		switch {
		case r.PaymentID != f.payingPaymentID:
		case r.State == RefundFailed:
			failedSum += r.Amount.MinorAmount
		default:
			refundedSum += r.Amount.MinorAmount
		}
	}
	for _, p := range f.payments {
		if p.ID == f.payingPaymentID {
			refundedSum = max(refundedSum, paidBackAmount(p)-failedSum)
		}
	}
	return min(refundedSum, f.price.MinorAmount)
}

// failedRefundCount counts the refunds that failed at the bank.
func (f orderFacts) failedRefundCount() (n int) {
	for _, r := range f.refunds {
		if r.State == RefundFailed {
			n++
		}
	}
	return n
}

// payingPayment returns the payment that pays the order. The payment was captured and has the
// order's price. Payments that were not paid back have precedence. If no payment pays the order,
// the second result is false.
func (f orderFacts) payingPayment() (Payment, bool) {
	var out Payment
	for _, p := range f.payments {
		if isMoneyTaken(p) && p.Price == f.price && (out.ID == "" || isPreferredPayment(p, out)) {
			out = p
		}
	}
	return out, out.ID != ""
}

func isPreferredPayment(a, b Payment) bool {
	if a.State != b.State {
		return a.State == PaymentCaptured
	}
	return a.ID < b.ID
}

// mostAdvancedPaymentID returns the id of the payment whose state has the highest rank, or "".
// It is the payment that an unpaid order shows.
func (f orderFacts) mostAdvancedPaymentID() string {
	if len(f.payments) == 0 {
		return ""
	}
	return slices.MaxFunc(f.payments, func(a, b Payment) int {
		if d := paymentStateRank[a.State] - paymentStateRank[b.State]; d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	}).ID
}

// surplusPayments returns the captured payments that do not pay the order and are not yet
// paid back in full. Rule payment-surplus.
func (f orderFacts) surplusPayments() []Payment {
	return slices.DeleteFunc(slices.Clone(f.payments), func(p Payment) bool {
		return p.ID == f.payingPaymentID || !isMoneyTaken(p) || paidBackAmount(p) >= p.Price.MinorAmount
	})
}

// isMoneyTaken reports whether the payment was captured, even if it was paid back later.
func isMoneyTaken(p Payment) bool { return p.State == PaymentCaptured || p.State == PaymentPaidBack }

// paidBackAmount returns how much of a payment was paid back, in the minor unit.
func paidBackAmount(p Payment) int64 {
	if p.State == PaymentPaidBack {
		return p.Price.MinorAmount
	}
	return p.RefundedAmount
}

// Ranks of the states of payments, refunds and disputes. A report of a state with a lower rank does
// not change the stored state. PaymentNotCharged has a lower rank than PaymentReserved, because the
// bank can reserve a payment after a failure.
var (
	paymentStateRank = map[PaymentState]int{PaymentCreated: 0, PaymentNotCharged: 1, PaymentReserved: 2, PaymentCaptured: 3, PaymentPaidBack: 4}
	refundStateRank  = map[RefundState]int{RefundPending: 0, RefundProcessed: 1, RefundFailed: 2}
	disputeStateRank = map[DisputeState]int{DisputeOpen: 0, DisputeClosed: 1, DisputeWon: 2, DisputeLost: 3}
)

// combineReports combines two reports about the same payment: it takes the more advanced
// state and the larger refunded amount.
func combineReports(a, b Payment) Payment {
	if paymentStateRank[b.State] > paymentStateRank[a.State] {
		a.State = b.State
	}
	a.RefundedAmount = max(a.RefundedAmount, b.RefundedAmount)
	return a
}
