package billing

import (
	"time"

	"colloquy/internal/billing/money"
)

type planIn struct {
	ID          string `path:"id"`
	CharacterID string `query:"characterId" doc:"A character's id, slug or character_id. With it, is_free and expiry_at are those of the character, and so is the price of plan 1"`
}

// Rule payment-plan-answer.
type planJSON struct {
	ID       int        `json:"id"`
	PlanName string     `json:"plan_name"`
	Amount   string     `json:"amount" doc:"A decimal with two places"`
	Currency string     `json:"currency"`
	MetaData string     `json:"meta_data" doc:"A JSON object: title, sub_title, description, sub_description"`
	IsFree   bool       `json:"is_free"`
	ExpiryAt *time.Time `json:"expiry_at" nullable:"true"`
}

type planOut struct {
	Body struct {
		Data planJSON `json:"data"`
	}
}

func toPlanJSON(p Plan, price money.Money, meta string, g Grant) planJSON {
	return planJSON{
		ID: p.ID, PlanName: p.Name, Amount: price.Decimal(), Currency: price.Currency,
		MetaData: meta, IsFree: g.IsFree, ExpiryAt: g.ExpiryAt,
	}
}

type purchaseIn struct {
	Body struct {
		_           struct{} `additionalProperties:"true"`
		PlanID      any      `json:"planId,omitempty" doc:"Id of the plan: a number, or a string of its digits"`
		CharacterID any      `json:"characterId,omitempty" doc:"A character's id, slug or character_id; needed for plan 1"`
	}
}

// newOrderOut is the answer to a new order. It has what the payment window of the provider
// needs.
type newOrderOut struct {
	Body struct {
		OrderID     string `json:"orderId" doc:"The provider's"`
		Amount      string `json:"amount" doc:"A decimal with two places"`
		AmountMinor int64  `json:"amount_minor" doc:"The amount in the currency's minor unit, for the payment window"`
		Currency    string `json:"currency"`
		KeyID       string `json:"keyId" doc:"Public key of the payment window"`
		Provider    string `json:"provider" enum:"razorpay,sandbox"`
		CheckoutURL string `json:"checkoutUrl,omitempty" doc:"Address of the payment window's script, if another site serves it"`
	}
}

type verifyIn struct {
	Body struct {
		_         struct{} `additionalProperties:"true"`
		OrderID   string   `json:"razorpay_order_id,omitempty"`
		PaymentID string   `json:"razorpay_payment_id,omitempty"`
		Signature string   `json:"razorpay_signature,omitempty"`
	}
}

// verifyOut has the status 200, or 202 while the provider has not confirmed the payment. After
// 202 the reconciler settles the payment, so the client need not call again.
type verifyOut struct {
	Status int
	Body   struct {
		Success bool       `json:"success" doc:"False while the provider has not confirmed the payment"`
		Data    verifyData `json:"data"`
	}
}

type verifyData struct {
	Order orderJSON `json:"userPlan"`
}

type sandboxIn struct {
	Body struct {
		_       struct{} `additionalProperties:"true"`
		OrderID string   `json:"orderId,omitempty"`
		Outcome string   `json:"outcome,omitempty" doc:"success or failure"`
	}
}

// sandboxOut is the answer of the sandbox, with the fields that Razorpay's payment window
// gives to the page.
type sandboxOut struct {
	Body struct {
		OrderID   string `json:"razorpay_order_id"`
		PaymentID string `json:"razorpay_payment_id"`
		Signature string `json:"razorpay_signature" doc:"Empty for a failed payment"`
	}
}

type refundIn struct {
	Body struct {
		_       struct{} `additionalProperties:"true"`
		OrderID string   `json:"orderId,omitempty"`
		Reason  string   `json:"reason,omitempty"`
	}
}

// webhookIn is a message of Razorpay. Its signature is over the bytes of the body.
type webhookIn struct {
	Signature string `header:"X-Razorpay-Signature"`
	EventID   string `header:"X-Razorpay-Event-Id"`
	RawBody   []byte
}

type webhookOut struct {
	Body struct {
		OK bool `json:"ok"`
	}
}

type orderRef struct {
	ID string `path:"id" doc:"The id of the order, or the provider's order_id"`
}

type invoiceRef struct {
	ID string `path:"id" doc:"The number of the invoice, the id of the order, or the provider's order_id"`
}

type orderJSON struct {
	ID             string          `json:"id"`
	PlanID         int             `json:"plan_id"`
	PlanName       string          `json:"plan_name"`
	Amount         string          `json:"amount" doc:"A decimal with two places"`
	Currency       string          `json:"currency"`
	PaymentStatus  string          `json:"payment_status" enum:"pending,authorized,paid,failed,cancelled,partially_refunded,refunded,disputed"`
	Status         string          `json:"status" enum:"pending,active,expired,failed,cancelled,refunded,disputed"`
	OrderID        string          `json:"order_id" doc:"The provider's"`
	PaymentID      *string         `json:"payment_id" nullable:"true"`
	InvoiceNumber  *string         `json:"invoice_number" nullable:"true"`
	CharacterID    *int            `json:"character_id" nullable:"true"`
	CharacterName  *string         `json:"character_name" nullable:"true"`
	RefundedAmount string          `json:"refunded" doc:"A decimal with two places"`
	CreatedAt      time.Time       `json:"created_at"`
	UpdatedAt      time.Time       `json:"updated_at"`
	ExpiryAt       *time.Time      `json:"expiry_at" nullable:"true"`
	RefundUntil    *time.Time      `json:"refund_until" nullable:"true" doc:"Until when a refund can be asked for; null if the order cannot be refunded. The refund policy has further conditions"`
	PlanDetails    planDetailsJSON `json:"plan_details"`
}

type planDetailsJSON struct {
	BillingCycle string `json:"billing_cycle"`
	Description  string `json:"description"`
	Discount     int    `json:"discount_percentage,omitempty" doc:"What the plan was reduced by when the order was made; absent if it was not"`
}

// ordersIn has the default of limit; maxOrdersPerPage bounds it. Rule payment-orders.
type ordersIn struct {
	Limit  int    `query:"limit" default:"100" doc:"1 to 100"`
	Cursor string `query:"cursor" doc:"The nextCursor of the previous page"`
}

type ordersOut struct {
	Body struct {
		Success    bool        `json:"success"`
		Data       []orderJSON `json:"data" nullable:"false" doc:"Latest first"`
		NextCursor string      `json:"nextCursor" doc:"Empty at the end"`
		Total      int         `json:"total" doc:"Orders of all pages"`
	}
}

type orderOut struct {
	Body struct {
		Success bool      `json:"success"`
		Data    orderJSON `json:"data"`
	}
}
