package billing_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

type ordersAnswer struct {
	Success    bool
	Data       []orderInAnswer
	NextCursor string
	Total      int
}

type orderInAnswer struct {
	userPlan
	PlanID        int     `json:"plan_id"`
	PlanName      string  `json:"plan_name"`
	Amount        string  `json:"amount"`
	Currency      string  `json:"currency"`
	InvoiceNumber *string `json:"invoice_number"`
	CharacterID   *int    `json:"character_id"`
	CharacterName *string `json:"character_name"`
	RefundUntil   *string `json:"refund_until"`
	PlanDetails   struct {
		BillingCycle string `json:"billing_cycle"`
		Description  string
		Discount     *int `json:"discount_percentage"`
	} `json:"plan_details"`
}

func getOrders(c *apptest.Client) (out ordersAnswer) {
	c.Do("GET", "/purchase/orders", nil).Want(200).Into(&out)
	return out
}

// rules payment-orders, payment-invoice-pdf, access-foreign-is-missing
func TestBuyerHasOrdersAndInvoices(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		ada, bo := s.NewUser("Ada"), s.NewUser("Bo")
		if list := getOrders(ada); !list.Success || list.Data == nil || len(list.Data) > 0 {
			t.Fatalf("%+v", list)
		}
		openOrder := s.orderLockedCharacter(t, ada)
		if list := getOrders(ada); len(list.Data) != 1 || list.Data[0].Status != "pending" || list.Data[0].InvoiceNumber != nil || list.Data[0].PaymentID != nil {
			t.Fatalf("%+v", list)
		}
		ada.Do("GET", "/purchase/invoice/"+openOrder.OrderID, nil).Want(404)
		boughtOrder := s.buyLockedCharacter(t, ada)
		list := getOrders(ada)
		if len(list.Data) != 1 || list.Total != 1 || list.NextCursor != "" {
			t.Fatalf("%+v", list)
		}
		o := list.Data[0]
		if o.ID != boughtOrder.ID || o.Status != "active" || o.PaymentStatus != "paid" || o.Amount != "1.00" || o.Currency != "USD" || o.PlanID != 1 || o.PlanName != "Unlock Character" ||
			*o.CharacterID != s.lockedCharacterID || *o.CharacterName == "" || o.PlanDetails.BillingCycle != "monthly" || o.PlanDetails.Description == "" || o.Refunded != "0.00" || o.RefundUntil == nil || o.PlanDetails.Discount != nil {
			t.Errorf("%+v", o)
		}
		invoiceNumber := *o.InvoiceNumber
		if want := "COL-" + s.Clock.Now().Format("2006") + "-000001"; invoiceNumber != want {
			t.Errorf("number %s, want %s", invoiceNumber, want)
		}
		for _, ref := range []string{o.ID, o.OrderID} {
			var one struct{ Data orderInAnswer }
			ada.Do("GET", "/purchase/order/"+ref, nil).Want(200).Into(&one)
			if one.Data.ID != o.ID {
				t.Errorf("%s: %+v", ref, one)
			}
			bo.Do("GET", "/purchase/order/"+ref, nil).Want(404)
		}
		for _, ref := range []string{o.ID, o.OrderID, invoiceNumber} {
			a := ada.Do("GET", "/purchase/invoice/"+ref, nil).Want(200)
			if a.Header.Get("Content-Type") != "application/pdf" || a.Header.Get("Content-Disposition") != `attachment; filename="invoice-`+invoiceNumber+`.pdf"` || !strings.HasPrefix(a.Body, "%PDF-") {
				t.Errorf("%v, %d bytes", a.Header, len(a.Body))
			}
			if foreign, missing := bo.Do("GET", "/purchase/invoice/"+ref, nil).Want(404), bo.Do("GET", "/purchase/invoice/none", nil).Want(404); foreign.ErrorCode() != missing.ErrorCode() {
				t.Errorf("%s, %s", foreign.Body, missing.Body)
			}
		}
		s.NewVisitor().Do("GET", "/purchase/invoice/"+invoiceNumber, nil).Want(401)
		s.Clock.Advance(30*24*time.Hour + time.Second)
		ada.Login()
		if list := getOrders(ada); list.Data[0].Status != "expired" || list.Data[0].PaymentStatus != "paid" {
			t.Errorf("after its end %+v", list.Data[0])
		}
	})
}

// rule payment-orders
func TestOrderKeepsTheDiscountOfItsPlan(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		ada := s.NewUser("Ada")
		setPlanMetaData := func(meta string) {
			s.execSQL(t, `UPDATE plans SET meta_data = '`+meta+`' WHERE id = 1`)
		}
		setPlanMetaData(`{"title":"One","discount_percentage":20}`)
		s.buyLockedCharacter(t, ada)
		setPlanMetaData(`{"title":"One"}`)
		if got := getOrders(ada).Data[0].PlanDetails.Discount; got == nil || *got != 20 {
			t.Errorf("the discount is %v", got)
		}
	})
}

// rules payment-notices, payment-mails
func TestBuyerIsToldOfPurchaseAndRefund(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		ada := s.NewUser("Ada")
		boughtOrder := s.buyLockedCharacter(t, ada)
		ada.Do("POST", "/purchase/refund", map[string]any{"orderId": boughtOrder.OrderID}).Want(200)
		ada.Do("POST", "/purchase/refund", map[string]any{"orderId": boughtOrder.OrderID}).Want(200)
		for kind, n := range map[string]int{"purchase": 1, "refund": 1} {
			if got := s.selectNumber(t, `SELECT count(*) FROM notifications WHERE user_id = $1 AND type = $2`, ada.UserID, kind); got != n {
				t.Errorf("%d notices of a %s", got, kind)
			}
		}
		subjectCounts := map[string]int{}
		for _, m := range s.WaitForMails(ada.Email, 3) {
			subjectCounts[m.Subject]++
		}
		if len(subjectCounts) != 3 || subjectCounts["Your receipt: Unlock Character"] != 1 || subjectCounts["Your refund of $1.00"] != 1 {
			t.Errorf("the mails are %v", subjectCounts)
		}
		ada.Do("GET", "/purchase/invoice/"+boughtOrder.OrderID, nil).Want(200)
	})
}
