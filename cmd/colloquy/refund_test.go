package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/billing"
	"colloquy/internal/billing/money"
)

// buyCharacter buys plan 1 for a character in the sandbox and returns the provider's order_id.
func buyCharacter(c *apptest.Client, character int) string {
	c.T.Helper()
	var order struct{ OrderID string }
	c.Do("POST", "/purchase", map[string]any{"planId": 1, "characterId": character}).Want(201).Into(&order)
	var paid map[string]string
	c.Do("POST", "/purchase/sandbox", map[string]any{"orderId": order.OrderID, "outcome": "success"}).Want(200).Into(&paid)
	c.Do("POST", "/purchase/verify", paid).Want(200)
	return order.OrderID
}

// The access ends when the whole amount is refunded, and stays after a partial refund. The server
// sends the mails.
// rules payment-operator, accounts-audit
func TestOnlyAFullRefundEndsAccess(t *testing.T) {
	c := startServerProcess(t, sandboxEnv)
	ada := registerAda(t, c.url)
	orderID := buyCharacter(ada, 64)
	refund := func(args ...string) string {
		t.Helper()
		return commandOutput(t, c.dir, append([]string{"refund", orderID, "--payments", "sandbox"}, args...)...)
	}
	list := commandOutput(t, c.dir, "orders", "--state", "active", "--email", "ADA@post.example")
	row := regexp.MustCompile(`(\S+) +` + adaEmail + ` +Unlock Character: Cleopatra VII +\$1\.00 +\$0\.00 +active +paid +(COL-\d{4}-000001)`).FindStringSubmatch(list)
	if row == nil {
		t.Fatalf("the list is\n%s", list)
	}
	if out := refund("--amount", "0.40", "--reason", "A kind word"); out != "$0.40 of order "+row[1]+" goes back, $0.40 of $1.00 in all. Its access stays. A mail tells the buyer.\n" {
		t.Errorf("part: %q", out)
	}
	if isLocked(ada, "64") {
		t.Error("locked after a part went back")
	}
	orderID = row[2] // the number of the invoice, which the command accepts in place of the order id
	var printed refundJSON
	if err := json.Unmarshal([]byte(refund("--json")), &printed); err != nil || printed != (refundJSON{row[1], "0.60", "1.00", "USD", "refunded"}) {
		t.Errorf("rest: %+v, %v", printed, err)
	}
	if !isLocked(ada, "64") {
		t.Error("open after all went back")
	}
	waitForMailFile(t, c.dir, "$0.40 of your payment")
	waitForMailFile(t, c.dir, "$0.60 of your payment")
	if out := commandOutput(t, c.dir, "orders", "--state", "refunded", "--json"); !strings.Contains(out, `"refunded": "1.00"`) || !strings.Contains(out, `"email": "`+adaEmail+`"`) {
		t.Errorf("the list is %s", out)
	}
	if out := commandOutput(t, c.dir, "orders", "--state", "active"); out != "There is no such order.\n" {
		t.Errorf("the list is %s", out)
	}
	log := commandOutput(t, c.dir, "audit")
	for event, n := range map[string]int{"refund.asked +operator +" + adaEmail: 2, "purchase.refunded +provider +" + adaEmail: 2, "orders.listed +operator +" + adaEmail + " +active": 1, "orders.listed +operator +operator": 2} {
		if got := len(regexp.MustCompile(event).FindAllString(log, -1)); got != n {
			t.Errorf("%s is recorded %d times:\n%s", event, got, log)
		}
	}
}

// rules payment-operator, payment-refund-failed
func TestOrdersShowWhatTheBankDidNotTake(t *testing.T) {
	v := app.Order{ListedOrder: billing.ListedOrder{Purchase: billing.Purchase{Price: money.Money{MinorAmount: 100, Currency: "USD"}, RefundedAmount: 40}, FailedRefundAmount: 60}}
	if text := formatRefundedAmount(v); text != "$0.40, $0.60 failed" {
		t.Errorf("the table has %q", text)
	}
	if out := toListedOrderJSON(v, time.Now()); out.RefundedAmount != "0.40" || out.FailedRefundAmount != "0.60" {
		t.Errorf("JSON has %+v", out)
	}
	v.FailedRefundAmount = 0
	if text := formatRefundedAmount(v); text != "$0.40" || toListedOrderJSON(v, time.Now()).FailedRefundAmount != "" {
		t.Errorf("without a failed refund the table has %q", text)
	}
}

// rule payment-operator
func TestRefundSaysWhatToDo(t *testing.T) {
	c := startServerProcess(t, sandboxEnv)
	ada := registerAda(t, c.url)
	orderID := buyCharacter(ada, 64)
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"refund", "999999"}, `there is no order "999999": colloquy orders lists them`},
		{[]string{"refund", orderID, "--payments", "none"}, `was paid with sandbox, which is not set up here: run the command with the settings of the server`},
		{[]string{"refund", orderID, "--payments", "sandbox", "--amount", "1,50"}, `"1,50" is no amount of USD: give one such as 1.00`},
		{[]string{"refund", orderID, "--payments", "sandbox", "--amount", "0"}, `"0" is no amount of USD: give one such as 1.00`},
		{[]string{"refund", orderID, "--payments", "sandbox", "--amount", "1.01"}, `$1.00 of order`},
		{[]string{"orders", "--state", "paid"}, `no order has the state "paid": use one of pending, active, expired,`},
		{[]string{"orders", "--limit", "0"}, `--limit must be more than 0`},
		{[]string{"orders", "--email", "nobody@post.example"}, `no account has the address "nobody@post.example"`},
	} {
		out, errOut, code := runCommand(t, c.dir, nil, step.args...)
		if code != 1 || out != "" || !strings.HasPrefix(errOut, "colloquy: ") || !strings.Contains(errOut, step.want) {
			t.Errorf("%v: exit %d, %q, %q", step.args, code, out, errOut)
		}
	}
	if isLocked(ada, "64") {
		t.Error("a refused command has ended the access")
	}
}
