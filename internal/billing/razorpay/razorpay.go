// Package razorpay is a client of Razorpay, and reads the messages of its webhook.
//
// Invariants:
//   - No error and no log line has a key, a secret or a text of an answer. Descriptions of Razorpay
//     can name the payer.
//   - The client limits the size and time of answers, and refuses redirects.
//   - Every call can be repeated. The client finds an order again by its receipt, and a refund by
//     its key.
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
	// maxReceiptLength is the length of the longest receipt in bytes.
	maxReceiptLength = 40
	// captureMinutes is how long after the order, in minutes, Razorpay still captures payments.
	// Banks authorize some payments late. Razorpay refunds payments after this time. 7200 is the
	// longest time that Razorpay offers. Rule payment-reconcile.
	captureMinutes = 7200
	// maxPageSize is the largest page of a list.
	maxPageSize = 100
)

// OfficialURL is the address of Razorpay's API.
const OfficialURL = "https://api.razorpay.com/v1"

// IsOfficialURL reports whether an address of an API is Razorpay's own.
func IsOfficialURL(address string) bool { return strings.TrimSuffix(address, "/") == OfficialURL }

// IsTestKey reports whether a key belongs to the test mode, which takes no money. Rule
// payment-mails.
func IsTestKey(keyID string) bool { return strings.HasPrefix(keyID, "rzp_test_") }

// Config has the settings of a Client. URL is the address of the API, with its /v1.
type Config struct {
	URL            string
	KeyID          string
	KeySecret      string
	WebhookSecrets []string
	Timeout        time.Duration // limit of one call; 0 means ten seconds
}

// Client is the provider.WebhookProvider of Razorpay. It is safe for concurrent use.
type Client struct {
	config Config
	sender callSender
}

// New returns a client. It makes no call.
func New(c Config) *Client {
	c.WebhookSecrets = slices.DeleteFunc(slices.Clone(c.WebhookSecrets), func(s string) bool { return s == "" })
	return &Client{c, newCallSender(c)}
}

// Name returns "razorpay".
func (c *Client) Name() string { return "razorpay" }

// KeyID returns the public key.
func (c *Client) KeyID() string { return c.config.KeyID }

// Check lists one order, to check that Razorpay answers and accepts the key.
func (c *Client) Check(ctx context.Context) error {
	return c.sender.call(ctx, request{method: "GET", path: "/orders", query: url.Values{"count": {"1"}}}, &struct{}{})
}

// CheckSignature reports whether Razorpay has signed that the payment belongs to the order.
func (c *Client) CheckSignature(orderID, paymentID, text string) bool {
	return signature.IsValid([]byte(c.config.KeySecret), signature.PaymentMessage(orderID, paymentID), text)
}

// CreateOrder returns the order with the receipt, or creates it. It first looks for the order,
// because Razorpay creates a second order for a repeated call. Rule payment-provider-once.
func (c *Client) CreateOrder(ctx context.Context, receipt string, price money.Money) (string, error) {
	if err := checkNewOrder(receipt, price); err != nil {
		return "", err
	}
	if id, err := c.findOrder(ctx, receipt, price); id != "" || err != nil {
		return id, err
	}
	var made orderJSON
	err := c.sender.call(ctx, request{method: "POST", path: "/orders", body: newOrderBody(receipt, price)}, &made)
	if err == nil {
		return made.ID, made.checkMatches(receipt, price)
	}
	// The order can exist although the call failed: the answer was lost, or a parallel call
	// with the same receipt has created the order.
	if id, again := c.findOrder(ctx, receipt, price); again == nil && id != "" {
		return id, nil
	}
	return "", err
}

func checkNewOrder(receipt string, price money.Money) error {
	switch n := len(receipt); {
	case n == 0 || n > maxReceiptLength:
		return fmt.Errorf("razorpay: a receipt has 1 to %d characters, not %d", maxReceiptLength, n)
	case price.MinorAmount <= 0:
		return errors.New("razorpay: the price of an order is more than nothing")
	case money.Exponent(price.Currency) == 3 && price.MinorAmount%10 != 0:
		return fmt.Errorf("razorpay: amounts in %s end in 0", price.Currency)
	}
	return nil
}

// findOrder returns the id of the oldest order with the receipt, or "". Razorpay also lists orders
// with longer receipts that contain the given one.
func (c *Client) findOrder(ctx context.Context, receipt string, price money.Money) (string, error) {
	var list struct {
		Items []orderJSON `json:"items"`
	}
	query := url.Values{"receipt": {receipt}, "count": {fmt.Sprint(maxPageSize)}}
	if err := c.sender.call(ctx, request{method: "GET", path: "/orders", query: query}, &list); err != nil {
		return "", err
	}
	ordersWithReceipt := slices.DeleteFunc(list.Items, func(o orderJSON) bool { return o.Receipt != receipt })
	if len(ordersWithReceipt) == 0 {
		return "", nil
	}
	oldestOrder := slices.MinFunc(ordersWithReceipt, func(a, b orderJSON) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return oldestOrder.ID, oldestOrder.checkMatches(receipt, price)
}

// idPattern matches ids that can be part of a path. Ids of payments come from browsers.
var idPattern = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)

// Payment returns a payment.
func (c *Client) Payment(ctx context.Context, paymentID string) (provider.Payment, error) {
	return c.callReturningPayment(ctx, request{method: "GET", path: "/payments/" + paymentID}, paymentID)
}

func (c *Client) callReturningPayment(ctx context.Context, r request, paymentID string) (provider.Payment, error) {
	if !idPattern.MatchString(paymentID) {
		return provider.Payment{}, provider.ErrNoPayment
	}
	var answer paymentJSON
	if err := c.sender.call(ctx, r, &answer); err != nil {
		return provider.Payment{}, err
	}
	p, err := answer.toPayment()
	if err == nil && p.ID != paymentID {
		err = unreadableAnswerError("another payment")
	}
	if err != nil {
		return provider.Payment{}, err
	}
	return p, nil
}

// Payments returns the payments of an order. It reads one page, because an order has few
// payments.
func (c *Client) Payments(ctx context.Context, orderID string) ([]provider.Payment, error) {
	if !idPattern.MatchString(orderID) {
		return nil, provider.ErrNoPayment
	}
	var list struct {
		Items []paymentJSON `json:"items"`
	}
	if err := c.sender.call(ctx, request{method: "GET", path: "/orders/" + orderID + "/payments"}, &list); err != nil {
		return nil, err
	}
	out := make([]provider.Payment, 0, len(list.Items))
	for _, item := range list.Items {
		p, err := item.toPayment()
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// Capture takes an authorized payment. Razorpay refuses to capture a payment again. After a
// refusal Capture therefore reads the payment, and returns it if it is captured.
func (c *Client) Capture(ctx context.Context, paymentID string, price money.Money) (provider.Payment, error) {
	body := map[string]any{"amount": price.MinorAmount, "currency": price.Currency}
	p, err := c.callReturningPayment(ctx, request{method: "POST", path: "/payments/" + paymentID + "/capture", body: body}, paymentID)
	if _, refused := errors.AsType[*Refusal](err); !refused {
		return p, err
	}
	if now, again := c.Payment(ctx, paymentID); again == nil && now.State == provider.PaymentCaptured && now.Price == price {
		return now, nil
	}
	return provider.Payment{}, err
}

// refundKeyPattern matches the keys that Razorpay accepts.
var refundKeyPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{10,40}$`)

// Refund pays an amount back. Razorpay's idempotency header does not work in every country.
// Therefore the key is also the receipt of the refund. Refund first looks for a refund with this
// receipt. Rule payment-provider-once.
func (c *Client) Refund(ctx context.Context, paymentID string, amount money.Money, key string) (provider.Refund, error) {
	if !idPattern.MatchString(paymentID) {
		return provider.Refund{}, provider.ErrNoPayment
	}
	if !refundKeyPattern.MatchString(key) {
		sum := sha256.Sum256([]byte(key))
		key = hex.EncodeToString(sum[:])[:maxReceiptLength]
	}
	if found, err := c.findRefund(ctx, paymentID, key); err != nil || found.ID != "" {
		return checkRefundAnswer(found, err, paymentID, amount)
	}
	var answer refundJSON
	err := c.sender.call(ctx, request{
		method: "POST", path: "/payments/" + paymentID + "/refund", idempotencyKey: key,
		body: map[string]any{"amount": amount.MinorAmount, "speed": "normal", "receipt": key},
	}, &answer)
	return checkRefundAnswer(answer, err, paymentID, amount)
}

// findRefund returns the refund with a receipt. Its ID is empty if there is none.
func (c *Client) findRefund(ctx context.Context, paymentID, receipt string) (refundJSON, error) {
	for skip := 0; ; skip += maxPageSize {
		var page struct {
			Items []refundJSON `json:"items"`
		}
		query := url.Values{"count": {fmt.Sprint(maxPageSize)}, "skip": {fmt.Sprint(skip)}}
		if err := c.sender.call(ctx, request{method: "GET", path: "/payments/" + paymentID + "/refunds", query: query}, &page); err != nil {
			return refundJSON{}, err
		}
		if i := slices.IndexFunc(page.Items, func(r refundJSON) bool { return r.Receipt == receipt }); i >= 0 {
			return page.Items[i], nil
		}
		if len(page.Items) < maxPageSize {
			return refundJSON{}, nil
		}
	}
}

// checkRefundAnswer returns the refund in an answer, or an error if it is not the refund that
// was asked for.
func checkRefundAnswer(answer refundJSON, err error, paymentID string, amount money.Money) (provider.Refund, error) {
	if err != nil {
		return provider.Refund{}, err
	}
	r, err := answer.toRefund()
	if err == nil && (r.PaymentID != paymentID || r.Amount != amount) {
		err = unreadableAnswerError("another refund")
	}
	if err != nil {
		return provider.Refund{}, err
	}
	return r, nil
}
