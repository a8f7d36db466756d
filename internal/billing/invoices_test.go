package billing

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"colloquy/internal/billing/invoice"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

var errRolledBack = errors.New("undone")

// Two services on one database stand for two processes. Some transactions take an invoice
// number and are then rolled back.
// rule payment-invoice
func TestInvoiceNumbersHaveNoGap(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		const orders = 60
		otherHarness := newHarness(t, d.db)
		var wg sync.WaitGroup
		for i := range orders {
			id := fmt.Sprint("o", i)
			d.insertOrder(id, "ada", nil)
			harnesses := []*harness{d, otherHarness}
			for try := range 3 {
				wg.Go(func() {
					if try == 0 && i%3 == 0 {
						err := d.db.Write(t.Context(), func(tx storage.Querier) error {
							if _, err := d.store.nextInvoiceSerial(t.Context(), tx, 2026); err != nil {
								return err
							}
							return errRolledBack
						})
						if !errors.Is(err, errRolledBack) {
							t.Error(err)
						}
						return
					}
					harnesses[try%2].notifyPaidOrder(id)
				})
			}
		}
		wg.Wait()
		var got []string
		for i := range orders {
			got = append(got, d.invoiceNumberOf(fmt.Sprint("o", i)))
		}
		slices.Sort(got)
		for i, number := range got {
			if number != formatInvoiceNumber(i+1) {
				t.Fatalf("number %d is %s", i+1, number)
			}
		}
	})
}

// rule payment-invoice
func TestInvoiceNumbersRestartEachYearInUTC(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		for i, at := range []time.Time{
			time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(2027, 1, 1, 4, 0, 0, 0, time.FixedZone("east", 5*3600)), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC),
		} {
			d.clock.Set(at)
			d.insertOrder(fmt.Sprint("o", i), "ada", nil)
			d.notifyPaidOrder(fmt.Sprint("o", i))
		}
		if a, b, c := d.invoiceNumberOf("o0"), d.invoiceNumberOf("o1"), d.invoiceNumberOf("o2"); a != "COL-2026-000001" || b != "COL-2026-000002" || c != "COL-2027-000001" {
			t.Errorf("%s, %s, %s", a, b, c)
		}
	})
}

// rule payment-invoice
func TestInvoiceIsFrozenWhenItIsIssued(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("o1", "ada", nil)
		d.notifyPaidOrder("o1")
		issuedInvoice, err := d.invoice(t.Context(), "ada", "o1")
		if err != nil {
			t.Fatal(err)
		}
		if issuedInvoice.Number != formatInvoiceNumber(1) || issuedInvoice.CharacterName != "Søren Kierkegaard" || issuedInvoice.Price().String() != "$1.00" || issuedInvoice.BilledTo != (invoice.BilledTo{Name: "Ada Lovelace", Email: "ada@post.example"}) ||
			!issuedInvoice.AccessStart.Equal(startOfMarch) || !issuedInvoice.AccessEnd.Equal(startOfMarch.AddDate(0, 0, 30)) || issuedInvoice.Seller[0] != "Colloquy Ltd" || issuedInvoice.TaxLines[0] != "VAT 1" || issuedInvoice.PaymentID != "pay_o1" || issuedInvoice.IsTest {
			t.Errorf("%+v", issuedInvoice)
		}
		d.execSQL(`UPDATE characters SET name = 'Other'`)
		d.execSQL(`UPDATE purchases SET plan_name = 'Other', amount = 5, expiry_at = 7`)
		d.deps.Seller = Seller{AddressLines: []string{"Other"}}
		d.clock.Advance(400 * 24 * time.Hour)
		d.notifyPaidOrder("o1")
		for _, ref := range []string{"o1", "order_o1", formatInvoiceNumber(1)} {
			laterInvoice, err := d.invoice(t.Context(), "ada", ref)
			if err != nil || fmt.Sprint(laterInvoice) != fmt.Sprint(issuedInvoice) {
				t.Errorf("%s: %+v, %v", ref, laterInvoice, err)
			}
		}
	})
}

// rules payment-invoice, access-foreign-is-missing
func TestInvoiceIsTheBuyersAlone(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("o1", "ada", nil)
		d.notifyPaidOrder("o1")
		d.insertOrder("o2", "ada", func(p *Purchase) { p.Status, p.PaymentStatus, p.CapturedAt = Pending, PaymentPending, time.Time{} })
		for userID, refs := range map[string][]string{"bo": {"o1", "order_o1", formatInvoiceNumber(1)}, "": {"o1"}, "ada": {"o2", "order_o2", "999999", "", "COL-2026-000002"}} {
			for _, ref := range refs {
				if _, err := d.invoice(t.Context(), userID, ref); core.KindOf(err) != core.NotFound {
					t.Errorf("%q of %q: %v", ref, userID, err)
				}
			}
		}
	})
}

// An invoice lists each refund once. It leaves out failed refunds and refunds of other
// payments.
// rule payment-invoice
func TestInvoiceNamesRefunds(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("o1", "ada", nil)
		d.notifyPaidOrder("o1")
		for i, status := range []string{"processed", "pending", "failed"} {
			d.execSQL(`INSERT INTO purchase_refunds (provider, refund_id, purchase_id, payment_id, amount, status, created_at, updated_at) VALUES ('razorpay', $1, 'o1', 'pay_o1', 20, $2, $3, 0)`,
				fmt.Sprint("rfnd_", i), status, core.Millis(startOfMarch.AddDate(0, 0, i)))
		}
		d.execSQL(`INSERT INTO purchase_refunds (provider, refund_id, purchase_id, payment_id, amount, status, created_at, updated_at) VALUES ('razorpay', 'rfnd_9', 'o1', 'pay_second', 100, 'processed', 1, 1)`)
		d.execSQL(`UPDATE purchases SET refunded = 55`)
		v, err := d.invoice(t.Context(), "ada", "o1")
		if err != nil || len(v.Refunds) != 3 || v.Refunds[0].Amount.MinorAmount != 20 || !v.Refunds[1].At.Equal(startOfMarch.AddDate(0, 0, 1)) || v.Refunds[2].Amount.MinorAmount != 15 || !v.Refunds[2].At.IsZero() {
			t.Errorf("%+v, %v", v.Refunds, err)
		}
	})
}
