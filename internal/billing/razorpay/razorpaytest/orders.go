package razorpaytest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"colloquy/internal/billing/money"
)

// answer is the server's answer to a call: a status and a JSON body.
type answer struct {
	status int
	body   any
}

// refusal returns an error answer in Razorpay's form.
func refusal(status int, description, field string) answer {
	details := map[string]any{
		"code": "BAD_REQUEST_ERROR", "description": description, "source": "business", "step": "payment_initiation",
		"reason": "input_validation_failed", "metadata": map[string]any{},
	}
	if field != "" {
		details["field"] = field
	}
	return answer{status, map[string]any{"error": details}}
}

var (
	unknownIDRefusal   = refusal(400, "The id provided does not exist", "")
	wrongKeyRefusal    = refusal(401, "Authentication failed", "")
	unknownPathRefusal = refusal(404, "The requested URL was not found on the server.", "")
	noJSONRefusal      = refusal(400, "The request is no JSON object", "")
)

type captureOption struct {
	Capture string `json:"capture"`
	Options *struct {
		Automatic   *int   `json:"automatic_expiry_period"`
		Manual      *int   `json:"manual_expiry_period"`
		RefundSpeed string `json:"refund_speed"`
	} `json:"capture_options"`
}

type newOrderJSON struct {
	Amount         json.RawMessage   `json:"amount"`
	Currency       string            `json:"currency"`
	Receipt        *string           `json:"receipt"`
	Notes          map[string]string `json:"notes"`
	PartialPayment bool              `json:"partial_payment"`
	Payment        *captureOption    `json:"payment"`
}

// decodeStrictly decodes a body. Like Razorpay it refuses unknown fields; then it returns the
// refusal and false.
func decodeStrictly(body []byte, into any) (answer, bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		return answer{}, true
	}
	if name, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
		name = strings.Trim(name, `"`)
		return refusal(400, name+" is/are not required and should not be sent", name), false
	}
	return noJSONRefusal, false
}

const (
	maxReceiptLength = 40
	maxNotes         = 15
	maxNoteLength    = 256
	minINRAmount     = 100 // in paise
	minExpiryMinutes = 12
	maxExpiryMinutes = 7200
)

var currencyCodePattern = regexp.MustCompile(`^[A-Z]{3}$`)

func (s *Server) createOrder(body []byte) answer {
	var in newOrderJSON
	if a, ok := decodeStrictly(body, &in); !ok {
		return a
	}
	amount, a := parseAmount(in.Amount, in.Currency)
	if a.status == 0 {
		a = s.orderRefusal(in)
	}
	if a.status != 0 {
		return a
	}
	o := &Order{
		ID: newID("order"), Entity: "order", Amount: amount, AmountDue: amount, Currency: in.Currency, Receipt: in.Receipt,
		Status: "created", Notes: []string{}, CreatedAt: s.now(), Payment: in.Payment,
	}
	if len(in.Notes) > 0 {
		o.Notes = in.Notes
	}
	s.orders = append(s.orders, o)
	return answer{200, *o}
}

func parseAmount(raw json.RawMessage, currency string) (int64, answer) {
	amount, err := strconv.ParseInt(string(raw), 10, 64)
	switch {
	case raw == nil:
		return 0, refusal(400, "The amount field is required.", "amount")
	case err != nil:
		return 0, refusal(400, "The amount must be an integer.", "amount")
	case !currencyCodePattern.MatchString(currency):
		return 0, refusal(400, "The currency should be a valid currency", "currency")
	case currency == "INR" && amount < minINRAmount, amount < 1:
		return 0, refusal(400, "The amount must be at least INR 1.00", "amount")
	case money.Exponent(currency) == 3 && amount%10 != 0:
		return 0, refusal(400, "The last digit of the amount must be 0.", "amount")
	}
	return amount, answer{}
}

func (s *Server) orderRefusal(in newOrderJSON) answer {
	if r := in.Receipt; r != nil {
		isTaken := slices.ContainsFunc(s.orders, func(o *Order) bool { return o.Receipt != nil && *o.Receipt == *r })
		switch {
		case len(*r) > maxReceiptLength:
			return refusal(400, "The receipt may not be greater than 40 characters.", "receipt")
		case isTaken && !s.AcceptsRepeatedReceipts:
			return refusal(400, "The receipt has already been taken.", "receipt")
		}
	}
	if len(in.Notes) > maxNotes {
		return refusal(400, "The notes have too many pairs.", "notes")
	}
	for key, text := range in.Notes {
		if len(key) > maxNoteLength || len(text) > maxNoteLength {
			return refusal(400, "The notes have a text that is too long.", "notes")
		}
	}
	return in.Payment.optionRefusal()
}

// optionRefusal returns a refusal if the option is not valid, or else an empty answer.
func (c *captureOption) optionRefusal() answer {
	if c == nil {
		return answer{}
	}
	o := c.Options
	switch {
	case c.Capture != "automatic" && c.Capture != "manual":
		return refusal(400, "The capture must be automatic or manual.", "capture")
	case c.Capture == "automatic" && (o == nil || o.Automatic == nil):
		return refusal(400, "The automatic expiry period field is required.", "automatic_expiry_period")
	case o == nil:
		return answer{}
	case o.Automatic != nil && (*o.Automatic < minExpiryMinutes || *o.Automatic > maxExpiryMinutes):
		return refusal(400, "The automatic expiry period is out of range.", "automatic_expiry_period")
	case o.Manual != nil && (*o.Manual > maxExpiryMinutes || o.Automatic != nil && *o.Manual < *o.Automatic):
		return refusal(400, "The manual expiry period is out of range.", "manual_expiry_period")
	case o.RefundSpeed != "" && o.RefundSpeed != "normal" && o.RefundSpeed != "optimum":
		return refusal(400, "The refund speed is invalid.", "refund_speed")
	}
	return answer{}
}

func (c *captureOption) isAutomatic() bool { return c != nil && c.Capture == "automatic" }

// listOrders returns the orders whose receipts contain a text, the newest first.
func (s *Server) listOrders(receipt, count string) answer {
	n := 10
	if count != "" {
		var err error
		if n, err = strconv.Atoi(count); err != nil || n < 1 || n > 100 {
			return refusal(400, "The count must be between 1 and 100.", "count")
		}
	}
	out := []Order{}
	for _, o := range slices.Backward(s.orders) {
		if len(out) < n && (receipt == "" || o.Receipt != nil && strings.Contains(*o.Receipt, receipt)) {
			out = append(out, *o)
		}
	}
	return collectionAnswer(out)
}

func collectionAnswer[T any](list []T) answer {
	return answer{200, map[string]any{"entity": "collection", "count": len(list), "items": list}}
}

func (s *Server) fetchOrder(id string) answer {
	if o := s.findOrder(id); o != nil {
		return answer{200, *o}
	}
	return refuseUnknownID(id, "order")
}

func (s *Server) fetchOrderPayments(id string) answer {
	if s.findOrder(id) == nil {
		return refuseUnknownID(id, "order")
	}
	return collectionAnswer(copyValues(s.paymentsOf(id)))
}

// refuseUnknownID returns the answer to an id that no entity has.
func refuseUnknownID(id, prefix string) answer {
	if !strings.HasPrefix(id, prefix+"_") || len(id) != len(prefix)+15 {
		return refusal(400, fmt.Sprintf("%s is not a valid id", id), "")
	}
	return unknownIDRefusal
}
