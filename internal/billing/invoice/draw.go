package invoice

import (
	"bytes"
	"cmp"
	"fmt"
)

// Columns of the page, in mm.
const (
	secondColumn = 112.0
	columnWidth  = 76.0
	itemWidth    = 120.0
)

// PDF returns the invoice as a PDF file of one A4 page.
func PDF(v Invoice) ([]byte, error) {
	p := newPage()
	p.pdf.SetCreationDate(v.IssuedAt.UTC())
	p.pdf.SetModificationDate(v.IssuedAt.UTC())
	p.pdf.SetProducer("Colloquy", true)
	p.pdf.SetTitle("Invoice "+v.Number, true)
	p.pdf.SetLang("en")
	p.drawHead(v)
	y := p.drawItem(v, max(p.drawParties(v)+10, 98))
	y = p.drawPayment(v, y)
	p.drawNotes(v, y)
	p.drawFoot(v)
	var b bytes.Buffer
	if err := p.pdf.Output(&b); err != nil {
		return nil, fmt.Errorf("invoice: %w", err)
	}
	return b.Bytes(), nil
}

// drawHead draws the logo and the number.
func (p *page) drawHead(v Invoice) {
	p.drawLogo(margin, 21, 11)
	p.write(brandStyle, margin+14.5, 30, "Colloquy")
	p.writeRight(titleStyle, 31, "Invoice")
	p.drawRule(39, 0.7, ink)
	p.drawRule(40.2, 0.2, ink)
	p.write(bodyStyle, margin, 48, v.Number)
	p.writeRight(bodyStyle, 48, "Issued on "+date(v.IssuedAt))
	p.drawRule(52.5, 0.2, ruleInk)
}

// drawParties draws who sells and who buys, and returns where the rest begins.
func (p *page) drawParties(v Invoice) float64 {
	p.write(labelStyle, margin, 62, "From")
	y := 68.0
	for _, line := range firstLines(v.Seller) {
		y = p.writeBlock(bodyStyle, margin, y, columnWidth, 2, line)
	}
	y += 1
	for _, line := range firstLines(v.Tax) {
		y = p.writeBlock(smallStyle, margin, y, columnWidth, 1, line)
	}
	p.write(labelStyle, secondColumn, 62, "Billed to")
	buyer := 68.0
	if drawable(text(), v.BilledTo.Name) {
		buyer = p.writeBlock(bodyStyle, secondColumn, buyer, columnWidth, 2, v.BilledTo.Name)
	}
	buyer = p.writeBlock(bodyStyle, secondColumn, buyer, columnWidth, 3, cmp.Or(v.BilledTo.Email, "The account was deleted."))
	return max(y, buyer)
}

// maxLines is the number of lines of the seller, and of the tax lines, that there is
// room for.
const maxLines = 6

func firstLines(list []string) []string { return list[:min(len(list), maxLines)] }

// drawItem draws what was bought and the total below top, and returns where the rest begins.
func (p *page) drawItem(v Invoice, top float64) float64 {
	p.write(labelStyle, margin, top, "Description")
	p.writeRight(labelStyle, top, "Amount")
	p.drawRule(top+3, 0.7, ink)
	y := top + 11
	p.writeRight(bodyStyle, y, v.Price().String())
	y = p.writeBlock(bodyStyle, margin, y, itemWidth, 2, v.Plan+": "+cmp.Or(v.Character, "every character"))
	y = p.writeBlock(smallStyle, margin, y, itemWidth, 3, v.Description)
	if !v.Until.IsZero() {
		y = p.writeBlock(smallStyle, margin, y, itemWidth, 1, date(v.From)+" to "+date(v.Until))
	}
	y += 1
	p.drawRule(y, 0.2, ruleInk)
	y += 11
	p.write(bodyStyle, margin, y, "Total")
	p.writeRight(totalStyle, y, v.Price().String())
	y += 5
	p.drawRule(y, 0.2, ink)
	p.drawRule(y+1.2, 0.7, ink)
	return y + 11
}

// drawPayment draws how and when the invoice was paid.
func (p *page) drawPayment(v Invoice, y float64) float64 {
	for _, line := range [][2]string{
		{"Paid on", date(v.PaidAt)},
		{"Payment", v.PaymentID},
		{"Order", v.OrderID},
	} {
		p.write(labelStyle, margin, y, line[0])
		y = p.writeBlock(smallStyle, margin+24, y, itemWidth, 1, line[1])
	}
	return y + 6
}

// drawNotes draws what has happened since the invoice was issued. Rule payment-invoice.
func (p *page) drawNotes(v Invoice, y float64) {
	const bottom = 262.0
	for _, r := range v.Refunds {
		if y > bottom {
			return
		}
		y = p.writeBlock(bodyStyle, margin, y, right-margin, 1, "Refunded "+r.Amount.String()+r.on()+".")
	}
	if v.Test && y <= bottom {
		p.writeBlock(bodyStyle, margin, y, right-margin, 1, "This was a test payment. No money was taken.")
	}
}

func (p *page) drawFoot(v Invoice) {
	p.drawRule(pageHeight-24, 0.2, ruleInk)
	p.write(smallStyle, margin, pageHeight-18, "This plan does not renew by itself.")
	p.writeRight(smallStyle, pageHeight-18, v.Number)
}
