package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
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
	// buyerCount is the number of users who pay at the same time. The server allows each of
	// them ten orders an hour.
	buyerCount = 10
	// maxUptime is the longest time between a start of the server and its kill.
	maxUptime = 300 * time.Millisecond
)

// SIGKILL ends the process while orders are made, paid, verified and reported by the webhook. The
// process starts again with the same data. After the last start each paid order has one access and
// one invoice. The invoices have numbers without a gap, and no money is refunded.
// rules payment-settle, payment-order-once, payment-webhook, payment-invoice
func TestKilledServerSettlesEachPaymentOnce(t *testing.T) {
	programPath, kills := buildWithoutRace(t), killCount(t, defaultKills)
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel() // most of the time the test waits for the server to start
		m := newPaymentsTest(t, o, programPath)
		m.startBehindProxy()
		var group sync.WaitGroup
		for _, b := range m.buyers {
			group.Go(func() { m.buyCharacters(b) })
		}
		for i := range kills {
			if i%2 == 1 {
				m.waitForPayments(m.paymentCount.Load() + 1)
			}
			time.Sleep(rand.N(maxUptime))
			m.killServer()
			m.startBehindProxy()
		}
		m.waitForPayments(buyerCount)
		m.buyersMustStop.Store(true)
		group.Wait()
		m.razor.WaitForDeliveries() // Razorpay repeats the webhooks that failed while the server was down
		m.checkPayments()
	})
}

// paymentsTest is a server with a fake Razorpay and buyers.
type paymentsTest struct {
	restartedServer
	razor              *razorpaytest.Server
	buyers             []*buyer
	lockedCharacterIDs []int // character_ids of the characters that cost money
	paymentCount       atomic.Int64
	activeBuyerCount   atomic.Int64 // buyers that have characters left to buy
	buyersMustStop     atomic.Bool
}

// buyer is a user with the provider's ids of the orders that the user has paid.
type buyer struct {
	*apptest.Client
	paidOrderIDs []string
}

func newPaymentsTest(t *testing.T, o storage.Options, programPath string) *paymentsTest {
	t.Helper()
	m := &paymentsTest{}
	m.activeBuyerCount.Store(buyerCount)
	razor, address := razorpaytest.StartServer(t)
	m.razor = razor
	m.crashTest = crashTest{t: t, options: o, programPath: programPath, flags: []string{
		"--payments", "razorpay", "--razorpay-url", address, "--razorpay-key-id", razorpaytest.KeyID,
		"--razorpay-key-secret", razorpaytest.KeySecret, "--razorpay-webhook-secret", razorpaytest.WebhookSecret,
	}}
	m.startProxy()
	m.razor.SetWebhooks(razorpaytest.WebhookSettings{
		URL: m.proxyURL + "/api/webhooks/razorpay", Secret: razorpaytest.WebhookSecret, DeliveryCount: 2, RetryAfter: 50 * time.Millisecond,
	})
	m.addBuyers()
	return m
}

// addBuyers registers the buyers. It uses a server that hashes passwords quickly.
func (m *paymentsTest) addBuyers() {
	m.t.Helper()
	env := apptest.Start(m.t, m.options)
	defer env.Stop()
	for range buyerCount {
		c := env.NewUser("Buyer")
		c.URL = m.proxyURL
		m.buyers = append(m.buyers, &buyer{Client: c})
	}
	m.lockedCharacterIDs = lockedCharacterIDs(env)
}

// lockedCharacterIDs returns the character_ids of the characters that cost money.
func lockedCharacterIDs(e *apptest.Env) []int {
	e.T.Helper()
	list, err := storage.QueryAll(e.T.Context(), e.App.DB().Reader(), func(r storage.Row) (id int, err error) { return id, r.Scan(&id) },
		`SELECT character_id FROM characters WHERE NOT is_free AND is_active ORDER BY character_id`)
	if err != nil {
		e.T.Fatal(err)
	}
	return list
}

// buyCharacters orders and pays one character after another. It verifies about half of the
// payments as a browser does. Only the webhook reports the others.
func (m *paymentsTest) buyCharacters(b *buyer) {
	defer m.activeBuyerCount.Add(-1)
	for _, character := range m.lockedCharacterIDs {
		var order struct{ OrderID string }
		answer := b.Do("POST", "/purchase", map[string]any{"planId": 1, "characterId": character})
		if m.buyersMustStop.Load() {
			return
		}
		// The server was killed during the call, or it refuses the order. For 30 seconds after a
		// kill it refuses a second call for the same order.
		if answer.Status != http.StatusCreated {
			time.Sleep(maxUptime / 6)
			continue
		}
		answer.Into(&order)
		payment, err := m.razor.Pay(order.OrderID, razorpaytest.Success)
		if err != nil {
			m.t.Error(err)
			return
		}
		b.paidOrderIDs = append(b.paidOrderIDs, order.OrderID)
		m.paymentCount.Add(1)
		if rand.IntN(2) == 0 {
			b.Do("POST", "/purchase/verify", payment)
		}
		time.Sleep(rand.N(maxUptime))
	}
}

// waitForPayments waits until the number of paid orders is count, or the buyers have nothing left to
// buy. Without this wait, a server on a slow machine would be killed before it answers any call.
func (m *paymentsTest) waitForPayments(count int64) {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if m.paymentCount.Load() >= count || m.activeBuyerCount.Load() == 0 {
			return
		}
	}
}

// checkPayments waits until every paid order is settled, and checks that each is settled once.
// Then it stops the server.
func (m *paymentsTest) checkPayments() {
	m.t.Helper()
	var invoices, want []string
	for _, b := range m.buyers {
		invoices = append(invoices, m.waitForSettlement(b)...)
	}
	slices.Sort(invoices)
	for i := range invoices {
		want = append(want, fmt.Sprintf("COL-%d-%06d", time.Now().UTC().Year(), i+1))
	}
	paidCount := 0
	for _, b := range m.buyers {
		paidCount += len(b.paidOrderIDs)
	}
	if len(invoices) != paidCount || paidCount < buyerCount || !slices.Equal(invoices, want) {
		m.t.Errorf("%d orders are paid, the invoices are %v", paidCount, invoices)
	}
	if list := m.razor.Refunds(); len(list) != 0 {
		m.t.Errorf("money went back: %+v", list)
	}
	m.t.Logf("%d paid orders of %d", paidCount, len(m.razor.Orders()))
	m.cmd.Process.Signal(os.Interrupt)
	if err := m.cmd.Wait(); err != nil {
		m.t.Errorf("the process ended with %v", err)
	}
}

// waitForSettlement waits until the paid orders of a buyer are settled, and returns the numbers
// of their invoices.
func (m *paymentsTest) waitForSettlement(b *buyer) (invoices []string) {
	m.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		var list struct {
			Data []struct {
				OrderID       string `json:"order_id"`
				Status        string
				PaymentStatus string `json:"payment_status"`
				InvoiceNumber string `json:"invoice_number"`
			}
		}
		b.Do("GET", "/purchase/orders", nil).Want(200).Into(&list)
		var paidOrderIDs []string
		invoices = nil
		for _, o := range list.Data {
			if o.Status == "active" && o.PaymentStatus == "paid" {
				paidOrderIDs, invoices = append(paidOrderIDs, o.OrderID), append(invoices, o.InvoiceNumber)
			}
		}
		slices.Sort(paidOrderIDs)
		slices.Sort(b.paidOrderIDs)
		if slices.Equal(paidOrderIDs, b.paidOrderIDs) {
			return invoices
		}
		if time.Now().After(deadline) {
			m.t.Errorf("%s has paid %v, and settled are %v", b.Email, b.paidOrderIDs, paidOrderIDs)
			return invoices
		}
	}
}
