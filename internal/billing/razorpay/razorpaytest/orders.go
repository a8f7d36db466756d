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

// answer is what a call answers.
type answer struct {
	status int
	body   any
}

// refuse returns an answer in Razorpay's form of errors.
func refuse(status int, description, field string) answer {
	said := map[string]any{
		"code": "BAD_REQUEST_ERROR", "description": description, "source": "business", "step": "payment_initiation",
		"reason": "input_validation_failed", "metadata": map[string]any{},
	}
	if field != "" {
		said["field"] = field
	}
	return answer{status, map[string]any{"error": said}}
}

var (
	noSuchID    = refuse(400, "The id provided does not exist", "")
	wrongKey    = refuse(401, "Authentication failed", "")
	noSuchPlace = refuse(404, "The requested URL was not found on the server.", "")
	noJSON      = refuse(400, "The request is no JSON object", "")
)

type captureOption struct {
	Capture string `json:"capture"`
	Options *struct {
		Automatic   *int   `json:"automatic_expiry_period"`
		Manual      *int   `json:"manual_expiry_period"`
		RefundSpeed string `json:"refund_speed"`
	} `json:"capture_options"`
}

type newOrder struct {
	Amount         json.RawMessage   `json:"amount"`
	Currency       string            `json:"currency"`
	Receipt        *string           `json:"receipt"`
	Notes          map[string]string `json:"notes"`
	PartialPayment bool              `json:"partial_payment"`
	Payment        *captureOption    `json:"payment"`
}

// decode reads a body, and refuses unknown fields as Razorpay does.
func decode(body []byte, into any) (answer, bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		return answer{}, true
	}
	if name, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
		name = strings.Trim(name, `"`)
		return refuse(400, name+" is/are not required and should not be sent", name), false
	}
	return noJSON, false
}

const (
	maxReceipt = 40
	maxNotes   = 15
	maxNote    = 256
	minRupees  = 100 // in paise
	minMinutes = 12
	maxMinutes = 7200
)

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

func (s *Server) createOrder(body []byte) answer {
	var in newOrder
	if a, ok := decode(body, &in); !ok {
		return a
	}
	amount, a := readAmount(in.Amount, in.Currency)
	if a.status == 0 {
		a = s.checkOrder(in)
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

func readAmount(raw json.RawMessage, currency string) (int64, answer) {
	amount, err := strconv.ParseInt(string(raw), 10, 64)
	switch {
	case raw == nil:
		return 0, refuse(400, "The amount field is required.", "amount")
	case err != nil:
		return 0, refuse(400, "The amount must be an integer.", "amount")
	case !currencyCode.MatchString(currency):
		return 0, refuse(400, "The currency should be a valid currency", "currency")
	case currency == "INR" && amount < minRupees, amount < 1:
		return 0, refuse(400, "The amount must be at least INR 1.00", "amount")
	case money.Exponent(currency) == 3 && amount%10 != 0:
		return 0, refuse(400, "The last digit of the amount must be 0.", "amount")
	}
	return amount, answer{}
}

func (s *Server) checkOrder(in newOrder) answer {
	if r := in.Receipt; r != nil {
		taken := slices.ContainsFunc(s.orders, func(o *Order) bool { return o.Receipt != nil && *o.Receipt == *r })
		switch {
		case len(*r) > maxReceipt:
			return refuse(400, "The receipt may not be greater than 40 characters.", "receipt")
		case taken && !s.RepeatsReceipts:
			return refuse(400, "The receipt has already been taken.", "receipt")
		}
	}
	if len(in.Notes) > maxNotes {
		return refuse(400, "The notes have too many pairs.", "notes")
	}
	for key, text := range in.Notes {
		if len(key) > maxNote || len(text) > maxNote {
			return refuse(400, "The notes have a text that is too long.", "notes")
		}
	}
	return in.Payment.check()
}

// check checks the option of when payments are captured.
func (c *captureOption) check() answer {
	if c == nil {
		return answer{}
	}
	o := c.Options
	switch {
	case c.Capture != "automatic" && c.Capture != "manual":
		return refuse(400, "The capture must be automatic or manual.", "capture")
	case c.Capture == "automatic" && (o == nil || o.Automatic == nil):
		return refuse(400, "The automatic expiry period field is required.", "automatic_expiry_period")
	case o == nil:
		return answer{}
	case o.Automatic != nil && (*o.Automatic < minMinutes || *o.Automatic > maxMinutes):
		return refuse(400, "The automatic expiry period is out of range.", "automatic_expiry_period")
	case o.Manual != nil && (*o.Manual > maxMinutes || o.Automatic != nil && *o.Manual < *o.Automatic):
		return refuse(400, "The manual expiry period is out of range.", "manual_expiry_period")
	case o.RefundSpeed != "" && o.RefundSpeed != "normal" && o.RefundSpeed != "optimum":
		return refuse(400, "The refund speed is invalid.", "refund_speed")
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
			return refuse(400, "The count must be between 1 and 100.", "count")
		}
	}
	out := []Order{}
	for _, o := range slices.Backward(s.orders) {
		if len(out) < n && (receipt == "" || o.Receipt != nil && strings.Contains(*o.Receipt, receipt)) {
			out = append(out, *o)
		}
	}
	return collection(out)
}

func collection[T any](list []T) answer {
	return answer{200, map[string]any{"entity": "collection", "count": len(list), "items": list}}
}

func (s *Server) fetchOrder(id string) answer {
	if o := s.order(id); o != nil {
		return answer{200, *o}
	}
	return unknown(id, "order")
}

func (s *Server) fetchOrderPayments(id string) answer {
	if s.order(id) == nil {
		return unknown(id, "order")
	}
	return collection(values(s.paymentsOf(id)))
}

// unknown is the answer to an id that no entity has.
func unknown(id, prefix string) answer {
	if !strings.HasPrefix(id, prefix+"_") || len(id) != len(prefix)+15 {
		return refuse(400, fmt.Sprintf("%s is not a valid id", id), "")
	}
	return noSuchID
}
