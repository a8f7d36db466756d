package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/billing"
	"colloquy/internal/billing/money"
)

type ordersCmd struct {
	operatorFlags
	State string `placeholder:"STATE" help:"Only orders in a state, such as active, refunded or disputed."`
	Email string `placeholder:"EMAIL" help:"Only orders of an account."`
	Limit int    `default:"100" placeholder:"N" help:"How many orders at most; the latest are printed."`
}

// Run prints the latest orders.
func (c *ordersCmd) Run(ctx context.Context) error {
	if c.Limit <= 0 {
		return errors.New("--limit must be more than 0, such as --limit 100")
	}
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		list, err := o.Orders(ctx, c.State, c.Email, c.Limit)
		if errors.Is(err, billing.ErrUnknownState) {
			return fmt.Errorf("no order has the state %q: use one of %s", c.State, strings.Join(billing.OrderStates, ", "))
		}
		if err != nil {
			return explainAccountError(c.Email, err)
		}
		now := o.Now()
		if c.JSON {
			out := make([]listedOrderJSON, len(list))
			for i, v := range list {
				out[i] = toListedOrderJSON(v, now)
			}
			return printJSON(os.Stdout, out)
		}
		if len(list) == 0 {
			_, err = fmt.Println("There is no such order.")
			return err
		}
		return printTable(os.Stdout, "WHEN (UTC)\tORDER\tWHO\tWHAT\tAMOUNT\tREFUNDED\tSTATE\tPAYMENT\tINVOICE", list, func(v app.Order) string {
			return strings.Join([]string{
				v.CreatedAt.Format(time.DateTime), v.ID, cmp.Or(v.Email, "deleted account"), v.PlanName + ": " + cmp.Or(v.CharacterName, "every character"), v.Price.String(),
				formatRefundedAmount(v), string(v.StatusAt(now)), string(v.PaymentStatus), cmp.Or(v.InvoiceNumber, "none"),
			}, "\t")
		})
	})
}

// formatRefundedAmount returns the refunded amount of an order. If a refund has failed, it also returns
// the amount of the failed refund.
func formatRefundedAmount(v app.Order) string {
	text := money.Money{MinorAmount: v.RefundedAmount, Currency: v.Price.Currency}.String()
	if v.FailedRefundAmount > 0 {
		text += ", " + money.Money{MinorAmount: v.FailedRefundAmount, Currency: v.Price.Currency}.String() + " failed"
	}
	return text
}

type listedOrderJSON struct {
	ID                 string     `json:"id"`
	Email              string     `json:"email,omitempty"`
	PlanID             int        `json:"plan_id"`
	CharacterID        int        `json:"character_id,omitempty"`
	Amount             string     `json:"amount"`
	RefundedAmount     string     `json:"refunded"`
	FailedRefundAmount string     `json:"refund_failed,omitempty"`
	Currency           string     `json:"currency"`
	Status             string     `json:"status"`
	PaymentStatus      string     `json:"payment_status"`
	Provider           string     `json:"provider"`
	OrderID            string     `json:"order_id,omitempty"`
	PaymentID          string     `json:"payment_id,omitempty"`
	InvoiceNumber      string     `json:"invoice_number,omitempty"`
	CreatedAt          time.Time  `json:"created_at"`
	ExpiryAt           *time.Time `json:"expiry_at,omitempty"`
}

func toListedOrderJSON(v app.Order, now time.Time) listedOrderJSON {
	out := listedOrderJSON{
		ID: v.ID, Email: v.Email, PlanID: v.PlanID, CharacterID: v.CharacterID, Amount: v.Price.Decimal(), Currency: v.Price.Currency,
		RefundedAmount: money.Money{MinorAmount: v.RefundedAmount, Currency: v.Price.Currency}.Decimal(), Status: string(v.StatusAt(now)), PaymentStatus: string(v.PaymentStatus),
		Provider: v.Provider, OrderID: v.OrderID, PaymentID: v.PaymentID, InvoiceNumber: v.InvoiceNumber, CreatedAt: v.CreatedAt,
	}
	if v.FailedRefundAmount > 0 {
		out.FailedRefundAmount = money.Money{MinorAmount: v.FailedRefundAmount, Currency: v.Price.Currency}.Decimal()
	}
	if !v.ExpiryAt.IsZero() {
		out.ExpiryAt = &v.ExpiryAt
	}
	return out
}
