package invoice

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/core/hostiletest"
)

var updateGolden = flag.Bool("update", false, "write the golden files")

var paidTime = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func exampleInvoice() Invoice {
	return Invoice{
		Content: Content{
			Number: "COL-2026-000123", IssuedAt: paidTime, Seller: []string{"Colloquy Ltd", "1 Post Street", "Nowhere"}, TaxLines: []string{"VAT GB 123 4567 89"},
			PlanName: "Unlock Character", Description: "Talk with this character for a month, as often as you like.", CharacterName: "Søren Kierkegaard",
			AccessStart: paidTime, AccessEnd: paidTime.AddDate(0, 0, 30), MinorAmount: 100, Currency: "USD", Provider: "razorpay", OrderID: "order_Ab3dEf6hIj9kLm", PaymentID: "pay_Ab3dEf6hIj9kLm", PaidAt: paidTime,
		},
		BilledTo: BilledTo{Name: "Ζωή Őry Ưng Фёдоров", Email: "ada@post.example"},
	}
}

func drawPDF(t testing.TB, v Invoice) []byte {
	t.Helper()
	file, err := RenderPDF(v)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(file, []byte("%PDF-")) || !bytes.Contains(file[len(file)-10:], []byte("%%EOF")) {
		t.Fatalf("no PDF file: %d bytes", len(file))
	}
	return file
}

// rule payment-invoice-pdf
func TestInvoiceIsTheSameBytesEachTime(t *testing.T) {
	v := exampleInvoice()
	v.Refunds = []Refund{{money.Money{MinorAmount: 40, Currency: "USD"}, paidTime.AddDate(0, 0, 2)}, {money.Money{MinorAmount: 60, Currency: "USD"}, paidTime.AddDate(0, 0, 3)}}
	file := drawPDF(t, v)
	if *updateGolden {
		if err := os.WriteFile("testdata/invoice.pdf", file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/invoice.pdf")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, err := RenderPDF(v); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes, %v, want the %d of the golden file (-update)", len(got), err, len(want))
			}
		})
	}
	wg.Wait()
}

// rule payment-invoice-pdf
func TestInvoiceShowsNamesOfManyScripts(t *testing.T) {
	for name, want := range map[string]string{
		"Ζωή Őry Ưng Фёдоров": "Ζωή Őry Ưng Фёдоров", "Åsa ₹ €": "Åsa ₹ €", "李 Ada": "? Ada", "a\u202eb\u0000c": "abc", "नमस्ते": "????", "🙂": "?",
	} {
		var got strings.Builder
		for _, r := range splitIntoRuns(textFaces(), name) {
			got.WriteString(r.text)
		}
		if got.String() != want {
			t.Errorf("%q is drawn as %q, want %q", name, got.String(), want)
		}
	}
	if hasDrawableAlphanumeric(textFaces(), "李小龍") || !hasDrawableAlphanumeric(textFaces(), "李 Ada") {
		t.Error("a name is drawn if the fonts have a letter of it")
	}
}

// rule payment-invoice-pdf
func TestInvoiceHasSignsOfCurrencies(t *testing.T) {
	for _, currency := range []string{"USD", "EUR", "GBP", "INR", "JPY", "KWD"} {
		price := money.Money{MinorAmount: 1234567890, Currency: currency}.String()
		for _, s := range []style{bodyStyle, totalStyle} {
			var got strings.Builder
			for _, r := range splitIntoRuns(s.faces(), price) {
				got.WriteString(r.text)
			}
			if got.String() != price {
				t.Errorf("%q is drawn as %q", price, got.String())
			}
		}
	}
}

func TestHostileTextsMakeAnInvoice(t *testing.T) {
	for _, hostile := range append(hostiletest.OneTextOfEachKind(t), strings.Repeat("Wolfeschlegelsteinhausen", 40), strings.Repeat("a b ", 900), "(\\) Tj ET") {
		v := exampleInvoice()
		v.Seller, v.TaxLines = []string{hostile, hostile}, []string{hostile, hostile, hostile, hostile, hostile, hostile, hostile, hostile}
		v.PlanName, v.CharacterName, v.Description, v.BilledTo = hostile, hostile, hostile, BilledTo{hostile, hostile}
		v.OrderID, v.PaymentID, v.Number = hostile, hostile, hostile
		for range 60 {
			v.Refunds = append(v.Refunds, Refund{money.Money{MinorAmount: 1 << 60, Currency: "XTS"}, paidTime})
		}
		drawPDF(t, v)
	}
	drawPDF(t, Invoice{})
}
