package billing

import (
	"testing"

	"colloquy/internal/billing/money"
)

func usd(minor int64) money.Money { return money.Money{MinorAmount: minor, Currency: "USD"} }

// rule payment-settle
func TestStatusFollowsFromFacts(t *testing.T) {
	newPayment := func(id string, state PaymentState, refunded int64) Payment {
		return Payment{ID: id, OrderID: "order_1", Price: usd(100), State: state, RefundedAmount: refunded}
	}
	newRefund := func(id string, amount int64, state RefundState) Refund {
		return Refund{ID: id, PaymentID: "pay_1", Amount: usd(amount), State: state}
	}
	newDispute := func(id string, state DisputeState) Dispute {
		return Dispute{ID: id, PaymentID: "pay_1", State: state}
	}
	capturedPayment := newPayment("pay_1", PaymentCaptured, 0)
	for name, test := range map[string]struct {
		facts orderFacts
		want  derivedState
	}{
		"new":                            {orderFacts{}, derivedState{Pending, PaymentPending, 0}},
		"failed":                         {orderFacts{payments: []Payment{newPayment("pay_1", PaymentNotCharged, 0)}}, derivedState{Failed, PaymentFailed, 0}},
		"failed, then reserved":          {orderFacts{payments: []Payment{newPayment("pay_1", PaymentNotCharged, 0), newPayment("pay_2", PaymentReserved, 0)}}, derivedState{Pending, PaymentAuthorized, 0}},
		"reserved at another price":      {orderFacts{payments: []Payment{{ID: "pay_1", Price: usd(1), State: PaymentReserved}}}, derivedState{Pending, PaymentPending, 0}},
		"cancelled":                      {orderFacts{isCancelled: true}, derivedState{Cancelled, PaymentCancelled, 0}},
		"failed and cancelled":           {orderFacts{isCancelled: true, payments: []Payment{newPayment("pay_1", PaymentNotCharged, 0)}}, derivedState{Failed, PaymentFailed, 0}},
		"paid":                           {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}}, derivedState{Active, PaymentPaid, 0}},
		"paid after it was cancelled":    {orderFacts{payingPaymentID: "pay_1", isCancelled: true, payments: []Payment{capturedPayment}}, derivedState{Active, PaymentPaid, 0}},
		"partly refunded":                {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, refunds: []Refund{newRefund("r1", 40, RefundProcessed)}}, derivedState{Active, PaymentPartiallyRefunded, 40}},
		"parts that make the whole":      {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, refunds: []Refund{newRefund("r1", 40, RefundProcessed), newRefund("r2", 60, RefundPending)}}, derivedState{Refunded, PaymentRefunded, 100}},
		"refund that failed":             {orderFacts{payingPaymentID: "pay_1", payments: []Payment{newPayment("pay_1", PaymentCaptured, 100)}, refunds: []Refund{newRefund("r1", 100, RefundFailed)}}, derivedState{Active, PaymentPaid, 0}},
		"one of two refunds failed":      {orderFacts{payingPaymentID: "pay_1", payments: []Payment{newPayment("pay_1", PaymentCaptured, 100)}, refunds: []Refund{newRefund("r1", 40, RefundFailed), newRefund("r2", 60, RefundProcessed)}}, derivedState{Active, PaymentPartiallyRefunded, 60}},
		"refund known by its sum only":   {orderFacts{payingPaymentID: "pay_1", payments: []Payment{newPayment("pay_1", PaymentCaptured, 30)}}, derivedState{Active, PaymentPartiallyRefunded, 30}},
		"refunded, without an amount":    {orderFacts{payingPaymentID: "pay_1", payments: []Payment{newPayment("pay_1", PaymentPaidBack, 0)}}, derivedState{Refunded, PaymentRefunded, 100}},
		"refund of another payment":      {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, refunds: []Refund{{ID: "r1", PaymentID: "pay_2", Amount: usd(100), State: RefundProcessed}}}, derivedState{Active, PaymentPaid, 0}},
		"refund of more than the price":  {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, refunds: []Refund{newRefund("r1", 999999, RefundProcessed)}}, derivedState{Refunded, PaymentRefunded, 100}},
		"disputed":                       {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, disputes: []Dispute{newDispute("d1", DisputeOpen)}}, derivedState{Disputed, PaymentDisputed, 0}},
		"dispute won":                    {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, disputes: []Dispute{newDispute("d1", DisputeWon)}}, derivedState{Active, PaymentPaid, 0}},
		"dispute closed":                 {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, disputes: []Dispute{newDispute("d1", DisputeClosed)}}, derivedState{Active, PaymentPaid, 0}},
		"dispute lost":                   {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, disputes: []Dispute{newDispute("d1", DisputeLost)}}, derivedState{Refunded, PaymentRefunded, 0}},
		"dispute lost, another one won":  {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, disputes: []Dispute{newDispute("d1", DisputeLost), newDispute("d2", DisputeWon)}}, derivedState{Refunded, PaymentRefunded, 0}},
		"refunded while it was disputed": {orderFacts{payingPaymentID: "pay_1", payments: []Payment{capturedPayment}, refunds: []Refund{newRefund("r1", 100, RefundProcessed)}, disputes: []Dispute{newDispute("d1", DisputeOpen)}}, derivedState{Refunded, PaymentRefunded, 100}},
	} {
		test.facts.price = usd(100)
		if got := test.facts.derive(); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func TestReportsOfAPaymentMergeInAnyOrder(t *testing.T) {
	states := []PaymentState{PaymentCreated, PaymentNotCharged, PaymentReserved, PaymentCaptured, PaymentPaidBack}
	for i, a := range states {
		for j, b := range states {
			firstReport, secondReport := Payment{ID: "p", State: a, RefundedAmount: int64(i)}, Payment{ID: "p", State: b, RefundedAmount: int64(j)}
			want := Payment{ID: "p", State: states[max(i, j)], RefundedAmount: int64(max(i, j))}
			if combineReports(firstReport, secondReport) != want || combineReports(secondReport, firstReport) != want || combineReports(want, firstReport) != want {
				t.Errorf("%s and %s merge to %+v and %+v", a, b, combineReports(firstReport, secondReport), combineReports(secondReport, firstReport))
			}
		}
	}
}

func TestPayerIsACapturedPaymentOfThePrice(t *testing.T) {
	of := func(id string, minor int64, state PaymentState) Payment {
		return Payment{ID: id, Price: usd(minor), State: state}
	}
	euroPayment := Payment{ID: "pay_0", Price: money.Money{MinorAmount: 100, Currency: "EUR"}, State: PaymentCaptured}
	f := orderFacts{price: usd(100), payments: []Payment{euroPayment, of("pay_1", 99, PaymentCaptured), of("pay_2", 100, PaymentPaidBack), of("pay_3", 100, PaymentCaptured), of("pay_4", 100, PaymentCaptured), of("pay_5", 100, PaymentReserved)}}
	payer, found := f.payingPayment()
	if !found || payer.ID != "pay_3" {
		t.Errorf("the payer is %+v", payer)
	}
	f.payingPaymentID = payer.ID
	if list := f.surplusPayments(); len(list) != 3 || list[0].ID != "pay_0" || list[1].ID != "pay_1" || list[2].ID != "pay_4" {
		t.Errorf("surplus are %+v", list)
	}
	if _, found := (orderFacts{price: usd(100), payments: []Payment{of("pay_1", 100, PaymentReserved)}}).payingPayment(); found {
		t.Error("a reserved payment pays")
	}
}
