package billing

import (
	"context"
	"io"
	"net/http"
	"strconv"

	"colloquy/internal/billing/money"
	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/billing/invoice"
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

const tag = "Payment"

// HTTP statuses of a verification. Rule payment-verify.
const (
	statusConfirmed = http.StatusOK
	statusPending   = http.StatusAccepted
)

// Routes registers the calls of the service.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/admin/plans/{id}", ID: "getPlan", Summary: "A plan, and what it means for a character", Tag: tag}, s.handlePlan)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/purchase", ID: "createOrder", Summary: "Order a plan; an open order of the same plan is returned again", Tag: tag, Status: http.StatusCreated}, s.handleCreateOrder)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/purchase/verify", ID: "verifyPayment", Summary: "Check a payment and open what it pays for", Tag: tag}, s.handleVerifyPayment)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/purchase/sandbox", ID: "paySandbox", Summary: "Pay an order in the sandbox, where it is on", Tag: tag}, s.handlePaySandbox)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/purchase/refund", ID: "refundOrder", Summary: "Ask for the money of an order back", Tag: tag}, s.handleRefund)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/webhooks/razorpay", ID: "razorpayWebhook", Summary: "Messages of Razorpay, signed over the raw body", Tag: tag}, s.handleWebhook)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/purchase/orders", ID: "listOrders", Summary: "The caller's orders, latest first", Tag: tag}, s.handleOrders)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/purchase/order/{id}", ID: "getOrder", Summary: "One of the caller's orders", Tag: tag}, s.handleOneOrder)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/purchase/invoice/{id}", ID: "getInvoice", Summary: "The invoice of one of the caller's orders, as a PDF file", Tag: tag, StreamMediaTypes: "application/pdf"}, s.handleInvoice)
}

// handlePlan answers with a plan. Rules payment-plan-answer, payment-price-of-character.
func (s *Service) handlePlan(ctx context.Context, in *planIn) (*planOut, error) {
	id, err := strconv.Atoi(in.ID)
	if err != nil {
		return nil, errNoPlan
	}
	plan, err := s.Plan(ctx, id)
	if err != nil {
		return nil, err
	}
	price, grant := plan.Price(), Grant{}
	if in.CharacterID != "" {
		if price, grant, err = s.priceAndGrantFor(ctx, plan, in.CharacterID); err != nil {
			return nil, err
		}
	}
	meta, err := storage.ToJSON(plan.Texts)
	if err != nil {
		return nil, err
	}
	out := &planOut{}
	out.Body.Data = toPlanJSON(plan, price, meta, grant)
	return out, nil
}

// priceAndGrantFor returns the price of a plan for a character, and the caller's access to the
// character. If the character is unknown or hidden, the error is core.NotFound.
func (s *Service) priceAndGrantFor(ctx context.Context, plan Plan, ref string) (money.Money, Grant, error) {
	c, err := s.deps.Characters.FindShown(ctx, ref)
	if err != nil {
		return money.Money{}, Grant{}, err
	}
	passes, err := s.deps.Passes.ReadPasses(ctx, httpx.Actor(ctx).UserID)
	if err != nil {
		return money.Money{}, Grant{}, err
	}
	price, err := s.priceFor(ctx, plan, c.CharacterID)
	return price, passes.GrantFor(c.CharacterID, c.IsFree), err
}

// handleInvoice answers with the invoice of one of the caller's orders as a PDF file. Rule
// payment-invoice-pdf.
func (s *Service) handleInvoice(ctx context.Context, in *invoiceRef) (*huma.StreamResponse, error) {
	v, err := s.invoice(ctx, httpx.Actor(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	file, err := invoice.RenderPDF(v)
	if err != nil {
		return nil, err
	}
	return httpx.Download("application/pdf", "invoice-"+v.Number+".pdf", func(_ context.Context, w io.Writer) error {
		_, err := w.Write(file)
		return err
	}), nil
}
