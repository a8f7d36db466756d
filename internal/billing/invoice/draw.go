package invoice

import (
	"bytes"
	"cmp"
	"fmt"
)

// Columns of the page, in mm.
const (
	secondColumnX = 112.0
	columnWidth   = 76.0
	itemWidth     = 120.0
)

// RenderPDF returns the invoice as a PDF file of one A4 page. Rule payment-invoice-pdf.
func RenderPDF(v Invoice) ([]byte, error) {
	p := newCanvas()
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

// drawHead draws the logo, the title, the number and the date.
func (p *canvas) drawHead(v Invoice) {
	p.drawLogo(margin, 21, 11)
	p.writeLine(brandStyle, margin+14.5, 30, "Colloquy")
	p.writeRightAligned(titleStyle, 31, "Invoice")
	p.drawRule(39, 0.7, ink)
	p.drawRule(40.2, 0.2, ink)
	p.writeLine(bodyStyle, margin, 48, v.Number)
	p.writeRightAligned(bodyStyle, 48, "Issued on "+formatDate(v.IssuedAt))
	p.drawRule(52.5, 0.2, ruleInk)
}

// drawParties draws the seller and the buyer, and returns the y below them.
func (p *canvas) drawParties(v Invoice) float64 {
	p.writeLine(labelStyle, margin, 62, "From")
	y := 68.0
	for _, line := range firstSellerLines(v.Seller) {
		y = p.writeParagraph(bodyStyle, margin, y, columnWidth, 2, line)
	}
	y += 1
	for _, line := range firstSellerLines(v.TaxLines) {
		y = p.writeParagraph(smallStyle, margin, y, columnWidth, 1, line)
	}
	p.writeLine(labelStyle, secondColumnX, 62, "Billed to")
	buyerTop := 68.0
	if hasDrawableAlphanumeric(textFaces(), v.BilledTo.Name) {
		buyerTop = p.writeParagraph(bodyStyle, secondColumnX, buyerTop, columnWidth, 2, v.BilledTo.Name)
	}
	buyerTop = p.writeParagraph(bodyStyle, secondColumnX, buyerTop, columnWidth, 3, cmp.Or(v.BilledTo.Email, "The account was deleted."))
	return max(y, buyerTop)
}

// maxSellerLines is the most lines of the seller, and the most tax lines, that are drawn.
const maxSellerLines = 6

func firstSellerLines(list []string) []string { return list[:min(len(list), maxSellerLines)] }

// drawItem draws what was bought, and then the total. It begins at the y top and returns the y
// below the total.
func (p *canvas) drawItem(v Invoice, top float64) float64 {
	p.writeLine(labelStyle, margin, top, "Description")
	p.writeRightAligned(labelStyle, top, "Amount")
	p.drawRule(top+3, 0.7, ink)
	y := top + 11
	p.writeRightAligned(bodyStyle, y, v.Price().String())
	y = p.writeParagraph(bodyStyle, margin, y, itemWidth, 2, v.PlanName+": "+cmp.Or(v.CharacterName, "every character"))
	y = p.writeParagraph(smallStyle, margin, y, itemWidth, 3, v.Description)
	if !v.AccessEnd.IsZero() {
		y = p.writeParagraph(smallStyle, margin, y, itemWidth, 1, formatDate(v.AccessStart)+" to "+formatDate(v.AccessEnd))
	}
	y += 1
	p.drawRule(y, 0.2, ruleInk)
	y += 11
	p.writeLine(bodyStyle, margin, y, "Total")
	p.writeRightAligned(totalStyle, y, v.Price().String())
	y += 5
	p.drawRule(y, 0.2, ink)
	p.drawRule(y+1.2, 0.7, ink)
	return y + 11
}

// drawPayment draws the day of the payment, the payment's id and the order's id. It returns the y
// below them.
func (p *canvas) drawPayment(v Invoice, y float64) float64 {
	for _, line := range [][2]string{
		{"Paid on", formatDate(v.PaidAt)},
		{"Payment", v.PaymentID},
		{"Order", v.OrderID},
	} {
		p.writeLine(labelStyle, margin, y, line[0])
		y = p.writeParagraph(smallStyle, margin+24, y, itemWidth, 1, line[1])
	}
	return y + 6
}

// drawNotes draws what has happened since the invoice was issued. It leaves out what does not
// fit on the page. Rule payment-invoice.
func (p *canvas) drawNotes(v Invoice, y float64) {
	const bottom = 262.0
	for _, r := range v.Refunds {
		if y > bottom {
			return
		}
		y = p.writeParagraph(bodyStyle, margin, y, rightEdge-margin, 1, "Refunded "+r.Amount.String()+r.refundDayText()+".")
	}
	if v.IsTest && y <= bottom {
		p.writeParagraph(bodyStyle, margin, y, rightEdge-margin, 1, "This was a test payment. No money was taken.")
	}
}

func (p *canvas) drawFoot(v Invoice) {
	p.drawRule(pageHeight-24, 0.2, ruleInk)
	p.writeLine(smallStyle, margin, pageHeight-18, "This plan does not renew by itself.")
	p.writeRightAligned(smallStyle, pageHeight-18, v.Number)
}
