// Package razorpaytest is a fake Razorpay server for tests and for developers without an account.
// It has orders, payments, captures, refunds, disputes and signed webhook messages, as Razorpay
// documents them. A test simulates the payer with Pay, and makes calls fail with AddFault.
package razorpaytest

import (
	"crypto/rand"
	"math/big"
	"slices"
	"sync"

	"colloquy/internal/billing/signature"
	"colloquy/internal/core"
)

// The API key and the secrets of every Server that NewServer returns.
const (
	KeyID         = "rzp_test_colloquy"
	KeySecret     = "secret-of-the-key"
	WebhookSecret = "secret-of-the-webhook"
)

// Server is a fake Razorpay server. Set its fields before the first call; the methods are safe
// for concurrent use.
type Server struct {
	KeyID, KeySecret string
	Clock            core.Clock
	Webhooks         WebhookSettings
	// AcceptsRepeatedReceipts makes the server accept an order with the receipt of another order.
	AcceptsRepeatedReceipts bool
	// IgnoresRefundKeys makes the server ignore X-Refund-Idempotency, as Razorpay does in some
	// countries.
	IgnoresRefundKeys bool
	// HasSlowRefunds leaves each refund pending until FinishRefund is called.
	HasSlowRefunds bool

	mu                sync.Mutex
	orders            []*Order
	payments          []*Payment
	refunds           []*Refund
	disputes          []*Dispute
	refundsByKey      map[string]*keyedRefund
	faults            []Fault
	countByCall       map[string]int
	allDeliveries     []Delivery
	heldDeliveries    []Delivery
	runningDeliveries sync.WaitGroup
}

// NewServer returns a server that does not listen yet. It uses the constants KeyID, KeySecret
// and WebhookSecret.
func NewServer() *Server {
	return &Server{
		KeyID: KeyID, KeySecret: KeySecret, Clock: core.SystemClock{}, Webhooks: WebhookSettings{Secret: WebhookSecret},
		refundsByKey: map[string]*keyedRefund{}, countByCall: map[string]int{},
	}
}

// Order is the entity "order" in answers of Razorpay's API.
type Order struct {
	ID         string         `json:"id"`
	Entity     string         `json:"entity"`
	Amount     int64          `json:"amount"`
	AmountPaid int64          `json:"amount_paid"`
	AmountDue  int64          `json:"amount_due"`
	Currency   string         `json:"currency"`
	Receipt    *string        `json:"receipt"`
	OfferID    *string        `json:"offer_id"`
	Status     string         `json:"status"`
	Attempts   int            `json:"attempts"`
	Notes      any            `json:"notes"`
	CreatedAt  int64          `json:"created_at"`
	Payment    *captureOption `json:"-"`
}

// Payment is the entity "payment" in answers of Razorpay's API.
type Payment struct {
	ID               string  `json:"id"`
	Entity           string  `json:"entity"`
	Amount           int64   `json:"amount"`
	Currency         string  `json:"currency"`
	BaseAmount       int64   `json:"base_amount,omitempty"`
	BaseCurrency     string  `json:"base_currency,omitempty"`
	Status           string  `json:"status"`
	OrderID          *string `json:"order_id"`
	InvoiceID        *string `json:"invoice_id"`
	International    bool    `json:"international"`
	Method           string  `json:"method"`
	AmountRefunded   int64   `json:"amount_refunded"`
	RefundStatus     *string `json:"refund_status"`
	Captured         bool    `json:"captured"`
	Email            string  `json:"email"`
	Contact          string  `json:"contact"`
	Notes            any     `json:"notes"`
	Fee              *int64  `json:"fee"`
	ErrorCode        *string `json:"error_code"`
	ErrorDescription *string `json:"error_description"`
	CreatedAt        int64   `json:"created_at"`
}

// Refund is the entity "refund" in answers of Razorpay's API.
type Refund struct {
	ID             string  `json:"id"`
	Entity         string  `json:"entity"`
	Amount         int64   `json:"amount"`
	Currency       string  `json:"currency"`
	PaymentID      string  `json:"payment_id"`
	Notes          any     `json:"notes"`
	Receipt        *string `json:"receipt"`
	Status         string  `json:"status"`
	SpeedRequested string  `json:"speed_requested"`
	SpeedProcessed string  `json:"speed_processed"`
	CreatedAt      int64   `json:"created_at"`
}

// Dispute is the entity "dispute" in answers of Razorpay's API.
type Dispute struct {
	ID             string `json:"id"`
	Entity         string `json:"entity"`
	PaymentID      string `json:"payment_id"`
	Amount         int64  `json:"amount"`
	Currency       string `json:"currency"`
	AmountDeducted int64  `json:"amount_deducted"`
	ReasonCode     string `json:"reason_code"`
	Status         string `json:"status"`
	Phase          string `json:"phase"`
	CreatedAt      int64  `json:"created_at"`
}

const idLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// newID returns an id in Razorpay's form: a prefix such as order_ and 14 letters or digits.
func newID(prefix string) string {
	text := []byte(prefix + "_")
	for range 14 {
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(idLetters)))) // cannot fail
		text = append(text, idLetters[n.Int64()])
	}
	return string(text)
}

func (s *Server) now() int64 { return s.Clock.Now().Unix() }

func (s *Server) findOrder(id string) *Order {
	if i := slices.IndexFunc(s.orders, func(o *Order) bool { return o.ID == id }); i >= 0 {
		return s.orders[i]
	}
	return nil
}

func (s *Server) findPayment(id string) *Payment {
	if i := slices.IndexFunc(s.payments, func(p *Payment) bool { return p.ID == id }); i >= 0 {
		return s.payments[i]
	}
	return nil
}

func (s *Server) paymentsOf(orderID string) []*Payment {
	return slices.DeleteFunc(slices.Clone(s.payments), func(p *Payment) bool { return p.OrderID == nil || *p.OrderID != orderID })
}

// SignPayment returns the signature of a payment. Razorpay's payment window Checkout gives this
// signature to the page.
func (s *Server) SignPayment(orderID, paymentID string) string {
	return signature.Sign([]byte(s.KeySecret), signature.PaymentMessage(orderID, paymentID))
}

// CallCount returns how often a call was made. name is a method and path, with {id} in place of
// ids, such as "POST /orders" or "GET /orders/{id}".
func (s *Server) CallCount(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.countByCall[name]
}

// Orders returns the orders, the oldest first.
func (s *Server) Orders() []Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copyValues(s.orders)
}

// Payments returns the payments, the oldest first.
func (s *Server) Payments() []Payment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copyValues(s.payments)
}

// Refunds returns the refunds, the oldest first.
func (s *Server) Refunds() []Refund {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copyValues(s.refunds)
}

// EditPayment changes a payment, so that a test can make it differ from its order.
func (s *Server) EditPayment(id string, edit func(p *Payment)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.findPayment(id); p != nil {
		edit(p)
	}
}

// AddDuplicateOrder adds another order with the same receipt, as two parallel calls can. It is
// created the given number of seconds later; a negative number means earlier.
func (s *Server) AddDuplicateOrder(id string, secondsLater int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.findOrder(id); o != nil {
		orderCopy := *o
		orderCopy.ID, orderCopy.CreatedAt = newID("order"), o.CreatedAt+secondsLater
		s.orders = append(s.orders, &orderCopy)
	}
}

func copyValues[T any](list []*T) []T {
	out := make([]T, len(list))
	for i, item := range list {
		out[i] = *item
	}
	return out
}
