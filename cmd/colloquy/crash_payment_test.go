package main

import (
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/storage"
)

const (
	// buyers pay at once, each at most ten orders: that many an hour are allowed.
	buyers = 10
	// aliveFor is the longest time between a start and its kill.
	aliveFor = 300 * time.Millisecond
)

// TestKilledServerSettlesEachPaymentOnce kills the process with SIGKILL while orders are
// made, paid, verified and reported by the webhook, and starts it again with the same data.
// After the last start each paid order is settled once: one access, one invoice, numbers
// without a gap, and nothing goes back. Rules payment-settle, payment-order-once,
// payment-webhook, payment-invoice.
func TestKilledServerSettlesEachPaymentOnce(t *testing.T) {
	program, kills := buildWithoutRace(t), killsOf(t)
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel() // most of the time the test waits for the server to start
		m := newMarket(t, o, program)
		m.start()
		var all sync.WaitGroup
		for _, b := range m.buyers {
			all.Go(func() { m.shop(b) })
		}
		for range kills {
			time.Sleep(rand.N(aliveFor))
			m.kill()
			m.start()
		}
		m.isOver.Store(true)
		all.Wait()
		m.razor.Wait() // for the messages that are sent again
		m.check()
	})
}

// market is a server with a Razorpay and buyers. They reach the server by a proxy, whose
// address stays the same.
type market struct {
	crash
	razor  *razorpaytest.Server
	buyers []*buyer
	locked []int // character_ids that must be paid for
	server atomic.Pointer[url.URL]
	isOver atomic.Bool
}

// buyer is a user and the orders, by the provider's order_id, that the user has paid.
type buyer struct {
	*apptest.Client
	paid []string
}

func newMarket(t *testing.T, o storage.Options, program string) *market {
	t.Helper()
	m := &market{}
	razor, address := razorpaytest.New(t)
	m.razor = razor
	m.crash = crash{t: t, options: o, program: program, flags: []string{
		"--payments", "razorpay", "--razorpay-url", address, "--razorpay-key-id", razorpaytest.KeyID,
		"--razorpay-key-secret", razorpaytest.KeySecret, "--razorpay-webhook-secret", razorpaytest.WebhookSecret,
	}}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:  func(r *httputil.ProxyRequest) { r.SetURL(m.server.Load()) },
		ErrorLog: log.New(io.Discard, "", 0),
	})
	t.Cleanup(proxy.Close)
	m.razor.SetWebhooks(razorpaytest.Webhooks{
		URL: proxy.URL + "/api/webhooks/razorpay", Secret: razorpaytest.WebhookSecret, Copies: 2, RetryAfter: 50 * time.Millisecond,
	})
	m.addBuyers(proxy.URL)
	return m
}

// addBuyers registers the buyers, in a server whose passwords cost little time.
func (m *market) addBuyers(address string) {
	m.t.Helper()
	first := apptest.Start(m.t, m.options)
	defer first.Stop()
	for range buyers {
		c := first.User("Buyer")
		c.URL = address
		m.buyers = append(m.buyers, &buyer{Client: c})
	}
	var err error
	m.locked, err = storage.All(m.t.Context(), first.App.DB().Reader(), func(r storage.Row) (id int, err error) { return id, r.Scan(&id) },
		`SELECT character_id FROM characters WHERE NOT is_free AND is_active ORDER BY character_id`)
	if err != nil {
		m.t.Fatal(err)
	}
}

// start starts the server, to which the proxy then leads.
func (m *market) start() {
	m.t.Helper()
	m.crash.start()
	address, err := url.Parse(m.url)
	if err != nil {
		m.t.Fatal(err)
	}
	m.server.Store(address)
}

func (m *market) kill() {
	m.cmd.Process.Kill()
	m.cmd.Wait()
}

// shop orders and pays one character after another. The browser verifies about half of the
// payments, the others are reported by the webhook alone.
func (m *market) shop(b *buyer) {
	for _, character := range m.locked {
		var order struct{ OrderID string }
		answer := b.Do("POST", "/purchase", map[string]any{"planId": 1, "characterId": character})
		if m.isOver.Load() {
			return
		}
		if answer.Status != http.StatusCreated { // killed: for 30 seconds no other call asks for this order
			time.Sleep(aliveFor / 6)
			continue
		}
		answer.Into(&order)
		paid, err := m.razor.Pay(order.OrderID, razorpaytest.Success)
		if err != nil {
			m.t.Error(err)
			return
		}
		b.paid = append(b.paid, order.OrderID)
		if rand.IntN(2) == 0 {
			b.Do("POST", "/purchase/verify", paid)
		}
		time.Sleep(rand.N(aliveFor))
	}
}

// check waits until every paid order is settled, and checks that each is settled once.
func (m *market) check() {
	m.t.Helper()
	var invoices, want []string
	for _, b := range m.buyers {
		invoices = append(invoices, m.settled(b)...)
	}
	slices.Sort(invoices)
	for i := range invoices {
		want = append(want, fmt.Sprintf("COL-%d-%06d", time.Now().UTC().Year(), i+1))
	}
	paid := 0
	for _, b := range m.buyers {
		paid += len(b.paid)
	}
	if len(invoices) != paid || paid < buyers || !slices.Equal(invoices, want) {
		m.t.Errorf("%d orders are paid, the invoices are %v", paid, invoices)
	}
	if list := m.razor.Refunds(); len(list) != 0 {
		m.t.Errorf("money went back: %+v", list)
	}
	m.t.Logf("%d paid orders of %d", paid, len(m.razor.Orders()))
	m.cmd.Process.Signal(os.Interrupt)
	if err := m.cmd.Wait(); err != nil {
		m.t.Errorf("the process ended with %v", err)
	}
}

// settled waits until the paid orders of a buyer are settled, and returns their invoices.
func (m *market) settled(b *buyer) (invoices []string) {
	m.t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		var list struct {
			Data []struct {
				OrderID       string `json:"order_id"`
				Status        string
				PaymentStatus string `json:"payment_status"`
				InvoiceNumber string `json:"invoice_number"`
			}
		}
		b.Do("GET", "/purchase/orders", nil).Want(200).Into(&list)
		var paid []string
		invoices = nil
		for _, o := range list.Data {
			if o.Status == "active" && o.PaymentStatus == "paid" {
				paid, invoices = append(paid, o.OrderID), append(invoices, o.InvoiceNumber)
			}
		}
		slices.Sort(paid)
		slices.Sort(b.paid)
		if slices.Equal(paid, b.paid) {
			return invoices
		}
		if time.Now().After(end) {
			m.t.Errorf("%s has paid %v, and settled are %v", b.Email, b.paid, paid)
			return invoices
		}
	}
}
