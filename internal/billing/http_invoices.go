package billing

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/billing/invoice"
	"colloquy/internal/httpx"
)

// handleInvoice answers the invoice of an order of the caller as a PDF file. Rule
// payment-invoice-pdf.
func (s *Service) handleInvoice(ctx context.Context, in *invoiceRef) (*huma.StreamResponse, error) {
	v, err := s.invoice(ctx, httpx.Actor(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	file, err := invoice.PDF(v)
	if err != nil {
		return nil, err
	}
	return httpx.Download("application/pdf", "invoice-"+v.Number+".pdf", func(_ context.Context, w io.Writer) error {
		_, err := w.Write(file)
		return err
	}), nil
}
