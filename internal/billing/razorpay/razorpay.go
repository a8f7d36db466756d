// Package razorpay is a client of Razorpay, and reads the messages of its webhook.
//
// Invariants:
//   - No error and no log line has a key, a secret or a text of an answer: descriptions of
//     Razorpay can name the payer.
//   - Answers are bounded in size and time, and redirects are refused.
//   - Every call can be repeated: an order is found again by its receipt, a refund by its
//     key.
package razorpay

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
	"colloquy/internal/billing/signature"
)

const (
	// maxReceipt is the length of a receipt in characters.
	maxReceipt = 40
	// captureMinutes is how long after the order Razorpay still captures a payment that the
	// bank has authorized late, the longest time it offers. It pays later ones back.
	captureMinutes = 7200
	// pageSize is the largest page of a list.
	pageSize = 100
)

// OfficialURL is the address of Razorpay's API.
const OfficialURL = "https://api.razorpay.com/v1"

// IsOfficial reports whether an address of an API is Razorpay's own.
func IsOfficial(address string) bool { return strings.TrimSuffix(address, "/") == OfficialURL }

// IsTestKey reports whether a key belongs to the test mode, which takes no money.
func IsTestKey(keyID string) bool { return strings.HasPrefix(keyID, "rzp_test_") }

// Config has the settings of a Client. URL is the address of the API, with its /v1.
type Config struct {
	URL            string
	KeyID          string
	KeySecret      string
	WebhookSecrets []string
	Timeout        time.Duration // of one call; 0 means ten seconds
}

// Client is the provider.WebhookProvider of Razorpay. It is safe for concurrent use.
type Client struct {
	config Config
	caller caller
}

// New returns a client. It makes no call.
func New(c Config) *Client {
	c.WebhookSecrets = slices.DeleteFunc(slices.Clone(c.WebhookSecrets), func(s string) bool { return s == "" })
	return &Client{c, newCaller(c)}
}

// Name returns "razorpay".
func (c *Client) Name() string { return "razorpay" }

// KeyID returns the public key.
func (c *Client) KeyID() string { return c.config.KeyID }

// CheckSignature reports whether Razorpay has signed that the payment belongs to the order.
func (c *Client) CheckSignature(orderID, paymentID, text string) bool {
	return signature.IsValid([]byte(c.config.KeySecret), signature.PaymentMessage(orderID, paymentID), text)
}

// CreateOrder makes an order, or finds the one that has the receipt: Razorpay does not
// make a repeated call idempotent.
func (c *Client) CreateOrder(ctx context.Context, receipt string, price money.Money) (string, error) {
	if err := checkOrder(receipt, price); err != nil {
		return "", err
	}
	if id, err := c.findOrder(ctx, receipt, price); id != "" || err != nil {
		return id, err
	}
	var made orderJSON
	err := c.caller.call(ctx, request{method: "POST", path: "/orders", body: newOrder(receipt, price)}, &made)
	if err == nil {
		return made.ID, made.check(receipt, price)
	}
	// The order can exist although the call failed: an answer was lost, or another call with
	// the same receipt was faster.
	if id, again := c.findOrder(ctx, receipt, price); again == nil && id != "" {
		return id, nil
	}
	return "", err
}

func checkOrder(receipt string, price money.Money) error {
	switch n := len(receipt); {
	case n == 0 || n > maxReceipt:
		return fmt.Errorf("razorpay: a receipt has 1 to %d characters, not %d", maxReceipt, n)
	case price.Minor <= 0:
		return errors.New("razorpay: the price of an order is more than nothing")
	case money.Exponent(price.Currency) == 3 && price.Minor%10 != 0:
		return fmt.Errorf("razorpay: amounts in %s end in 0", price.Currency)
	}
	return nil
}

// findOrder returns the id of the oldest order with the receipt, or "". The list can have
// orders whose receipts only contain it.
func (c *Client) findOrder(ctx context.Context, receipt string, price money.Money) (string, error) {
	var list struct {
		Items []orderJSON `json:"items"`
	}
	query := url.Values{"receipt": {receipt}, "count": {fmt.Sprint(pageSize)}}
	if err := c.caller.call(ctx, request{method: "GET", path: "/orders", query: query}, &list); err != nil {
		return "", err
	}
	same := slices.DeleteFunc(list.Items, func(o orderJSON) bool { return o.Receipt != receipt })
	if len(same) == 0 {
		return "", nil
	}
	first := slices.MinFunc(same, func(a, b orderJSON) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return first.ID, first.check(receipt, price)
}

// identifier is the form of an id in a path. Ids of payments come from browsers.
var identifier = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)

// Payment returns a payment.
func (c *Client) Payment(ctx context.Context, paymentID string) (provider.Payment, error) {
	return c.payment(ctx, request{method: "GET", path: "/payments/" + paymentID}, paymentID)
}

func (c *Client) payment(ctx context.Context, r request, paymentID string) (provider.Payment, error) {
	if !identifier.MatchString(paymentID) {
		return provider.Payment{}, provider.ErrNoPayment
	}
	var answer paymentJSON
	if err := c.caller.call(ctx, r, &answer); err != nil {
		return provider.Payment{}, err
	}
	p, err := answer.payment()
	if err == nil && p.ID != paymentID {
		err = unreadable("another payment")
	}
	if err != nil {
		return provider.Payment{}, err
	}
	return p, nil
}

// Payments returns the payments of an order. An order has few.
func (c *Client) Payments(ctx context.Context, orderID string) ([]provider.Payment, error) {
	if !identifier.MatchString(orderID) {
		return nil, provider.ErrNoPayment
	}
	var list struct {
		Items []paymentJSON `json:"items"`
	}
	if err := c.caller.call(ctx, request{method: "GET", path: "/orders/" + orderID + "/payments"}, &list); err != nil {
		return nil, err
	}
	out := make([]provider.Payment, 0, len(list.Items))
	for _, item := range list.Items {
		p, err := item.payment()
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// Capture takes an authorized payment. Razorpay refuses to capture a payment again, so a
// refusal leads to a look at the payment.
func (c *Client) Capture(ctx context.Context, paymentID string, price money.Money) (provider.Payment, error) {
	body := map[string]any{"amount": price.Minor, "currency": price.Currency}
	p, err := c.payment(ctx, request{method: "POST", path: "/payments/" + paymentID + "/capture", body: body}, paymentID)
	if _, refused := errors.AsType[*Refusal](err); !refused {
		return p, err
	}
	if now, again := c.Payment(ctx, paymentID); again == nil && now.State == provider.PaymentCaptured && now.Price == price {
		return now, nil
	}
	return provider.Payment{}, err
}

// refundKey is the form of a key that Razorpay accepts.
var refundKey = regexp.MustCompile(`^[A-Za-z0-9_-]{10,40}$`)

// Refund pays an amount back. Not every country has the header that makes a repeated call
// idempotent, so that the key is also the refund's receipt, by which it is found again.
func (c *Client) Refund(ctx context.Context, paymentID string, amount money.Money, key string) (provider.Refund, error) {
	if !identifier.MatchString(paymentID) {
		return provider.Refund{}, provider.ErrNoPayment
	}
	if !refundKey.MatchString(key) {
		sum := sha256.Sum256([]byte(key))
		key = hex.EncodeToString(sum[:])[:maxReceipt]
	}
	if found, err := c.findRefund(ctx, paymentID, key); err != nil || found.ID != "" {
		return checkedRefund(found, err, paymentID, amount)
	}
	var answer refundJSON
	err := c.caller.call(ctx, request{
		method: "POST", path: "/payments/" + paymentID + "/refund", key: key,
		body: map[string]any{"amount": amount.Minor, "speed": "normal", "receipt": key},
	}, &answer)
	return checkedRefund(answer, err, paymentID, amount)
}

// findRefund returns the refund with a receipt, or one without an id.
func (c *Client) findRefund(ctx context.Context, paymentID, receipt string) (refundJSON, error) {
	var list struct {
		Items []refundJSON `json:"items"`
	}
	query := url.Values{"count": {fmt.Sprint(pageSize)}}
	if err := c.caller.call(ctx, request{method: "GET", path: "/payments/" + paymentID + "/refunds", query: query}, &list); err != nil {
		return refundJSON{}, err
	}
	if i := slices.IndexFunc(list.Items, func(r refundJSON) bool { return r.Receipt == receipt }); i >= 0 {
		return list.Items[i], nil
	}
	return refundJSON{}, nil
}

// checkedRefund returns the refund of an answer, which must be what was asked for.
func checkedRefund(answer refundJSON, err error, paymentID string, amount money.Money) (provider.Refund, error) {
	if err != nil {
		return provider.Refund{}, err
	}
	r, err := answer.refund()
	if err == nil && (r.PaymentID != paymentID || r.Amount != amount) {
		err = unreadable("another refund")
	}
	if err != nil {
		return provider.Refund{}, err
	}
	return r, nil
}
