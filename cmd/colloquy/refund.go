package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"colloquy/internal/app"
	"colloquy/internal/billing"
	"colloquy/internal/billing/money"
)

type refundCmd struct {
	operatorFlags
	Order  string `arg:"" help:"Id of the order, its number at the provider, or the number of the invoice."`
	Amount string `placeholder:"AMOUNT" help:"How much, such as 0.50. Empty: all that is left."`
	Reason string `placeholder:"TEXT" help:"Why; it is stored with the order and part of the buyer's export."`
}

type refundJSON struct {
	Order          string `json:"order"`
	Amount         string `json:"amount"`
	RefundedAmount string `json:"refunded"`
	Currency       string `json:"currency"`
	Status         string `json:"status"`
}

// Run refunds an order, and prints the refunded amounts and whether the access has ended.
func (c *refundCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		refund, err := o.RefundOrder(ctx, c.Order, c.Amount, c.Reason)
		if err != nil {
			return c.explainRefundError(refund, err)
		}
		refundedTotal := money.Money{MinorAmount: refund.RefundedAmount, Currency: refund.Price.Currency}
		if c.JSON {
			return printJSON(os.Stdout, refundJSON{refund.ID, refund.Amount.Decimal(), refundedTotal.Decimal(), refund.Price.Currency, string(refund.Status)})
		}
		accessSentence := "Its access stays."
		if refund.Status == billing.Refunded {
			accessSentence = "Its access has ended."
		}
		_, err = fmt.Printf("%s of order %s goes back, %s of %s in all. %s A mail tells the buyer.\n", refund.Amount, refund.ID, refundedTotal, refund.Price, accessSentence)
		return err
	})
}

// explainRefundError returns an error that says why the order was not refunded.
func (c *refundCmd) explainRefundError(o app.RefundedOrder, err error) error {
	refundableAmount := money.Money{MinorAmount: o.Price.MinorAmount - o.RefundedAmount, Currency: o.Price.Currency}
	switch {
	case errors.Is(err, app.ErrNoOrder):
		return fmt.Errorf("there is no order %q: colloquy orders lists them", c.Order)
	case errors.Is(err, app.ErrInvalidAmount):
		return fmt.Errorf("%q is no amount of %s: give one such as %s", c.Amount, o.Price.Currency, refundableAmount.Decimal())
	case errors.Is(err, app.ErrNotPaid) && o.CapturedAt.IsZero():
		return fmt.Errorf("order %s is not paid, so there is nothing to refund", o.ID)
	case errors.Is(err, app.ErrNotPaid):
		return fmt.Errorf("%s of order %s is left to refund", refundableAmount, o.ID)
	case errors.Is(err, app.ErrOtherProvider):
		return fmt.Errorf("order %s was paid with %s, which is not set up here: run the command with the settings of the server", o.ID, o.Provider)
	}
	return err
}
