package billing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/email"
	"colloquy/internal/email/mailaddr"
	"colloquy/internal/storage"
)

// paymentsPath is the path of the payments in the account area.
const paymentsPath = "/user?section=payments"

// letter is a mail to a buyer. Mails about money are always sent: they are no marketing.
// Other mail has a link that stops it; oneClickStop is the one for mail programs. Rules
// payment-mails, notifications-unsubscribe.
type letter struct {
	subject string
	email.Letter
	oneClickStop string
}

func newLetter(subject string, l email.Letter) letter { return letter{subject: subject, Letter: l} }

// sendLetter enqueues a letter once for a kind and an object. It does nothing if no mail
// can be sent to the address, which accounts of older versions may have.
func (s *Service) sendLetter(ctx context.Context, tx storage.Querier, kind, objectID, to string, l letter) error {
	if !mailaddr.Valid(to) {
		return nil
	}
	sum := sha256.Sum256([]byte(objectID))
	l.Heading = l.subject
	return s.deps.Mail.Enqueue(ctx, tx, kind+"-"+hex.EncodeToString(sum[:16]), l.Fill(email.Message{To: to, Subject: l.subject, Unsubscribe: l.oneClickStop}))
}

// what names what an order opens, within a sentence.
func (o shownOrder) what() string {
	switch {
	case o.CharacterName != "":
		return o.CharacterName
	case o.CharacterID != 0:
		return "a character"
	}
	return "every character"
}

// untilText returns until when the order opens it, with a space before, or "".
func (o shownOrder) untilText() string {
	if o.ExpiryAt.IsZero() {
		return ""
	}
	return " until " + day(o.ExpiryAt)
}

// endedText returns a sentence about the access after a refund, with a space before.
func (o shownOrder) endedText() string {
	if o.Status == Refunded {
		return " The access of this payment has ended."
	}
	return ""
}

// openText returns a sentence about an access that is open, with a space before, or "".
func (o shownOrder) openText(now time.Time) string {
	if o.StatusAt(now) == Active {
		return " You can write to " + o.what() + o.untilText() + "."
	}
	return ""
}

// afterDisputeText returns a sentence about the access after a dispute.
func (o shownOrder) afterDisputeText(now time.Time) string {
	switch o.StatusAt(now) {
	case Active:
		return "You can write to " + o.what() + " again" + o.untilText() + "."
	case Disputed:
		return "Another dispute about it is still open."
	}
	return "The access of this payment has ended."
}

// day returns a day in UTC, such as "2 January 2026".
func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

func accountButton(baseURL string) email.Button {
	return email.Button{Label: "Open your account", URL: baseURL + paymentsPath}
}

// testNote is a paragraph of letters about payments that take no money.
func (o shownOrder) testNote() []string {
	if o.IsTest {
		return []string{"This was a test payment. No money was taken."}
	}
	return nil
}

func (o shownOrder) receipt(baseURL string) letter {
	return newLetter("Your receipt: "+o.PlanName, email.Letter{
		Intro: append([]string{
			"Thank you. We have received your payment of " + o.Price.String() + " for " + o.PlanName + ". You can write to " + o.what() + o.untilText() + ".",
			"Invoice " + o.InvoiceNumber + ", payment " + o.PaymentID + ". While you are logged in, the invoice is here: " + baseURL + "/api/purchase/invoice/" + o.InvoiceNumber,
		}, o.testNote()...),
		Button: accountButton(baseURL),
		Outro: []string{
			"The plan does not renew by itself.",
			"When you get your money back: " + baseURL + "/refund-policy",
		},
	})
}

func (o shownOrder) refundLetter(baseURL string, amount money.Money) letter {
	access := "The access of this payment stays" + o.untilText() + "."
	if o.Status == Refunded {
		access = "The access of this payment has ended. Your conversations stay, and you can go on reading them."
	}
	return newLetter("Your refund of "+amount.String(), email.Letter{
		Intro: append([]string{
			amount.String() + " of your payment for " + o.PlanName + " (" + o.what() + ") goes back the way it came. This takes up to 7 business days, and your bank may need a little longer to show it.",
			access,
			"Order " + o.OrderID + ", payment " + o.PaymentID + ".",
		}, o.testNote()...),
		Button: accountButton(baseURL),
	})
}

func (o shownOrder) refundFailedLetter(baseURL string, now time.Time, amount money.Money) letter {
	return newLetter("Your refund of "+amount.String()+" did not arrive", email.Letter{
		Intro: append([]string{
			"We are sorry: your bank returned the " + amount.String() + " that we sent back for " + o.PlanName + " (" + o.what() + "). The money is yours, and nothing is lost.",
			"We will pay it back in another way. You need not do anything; if we need something for it, we write to you." + o.openText(now),
			"Order " + o.OrderID + ", payment " + o.PaymentID + ".",
		}, o.testNote()...),
		Button: accountButton(baseURL),
		Outro:  []string{"If you would rather tell us how, write to us: " + baseURL + "/contact-us"},
	})
}

func (o shownOrder) surplusLetter(baseURL string, amount money.Money) letter {
	return newLetter("Your refund of "+amount.String(), email.Letter{
		Intro: append([]string{
			"Your order of " + o.PlanName + " (" + o.what() + ") was paid twice. " + amount.String() + " goes back the way it came. This takes up to 7 business days, and your bank may need a little longer to show it.",
			"Your access stays as it is.",
		}, o.testNote()...),
		Button: accountButton(baseURL),
	})
}

func (o shownOrder) disputeLetter(baseURL string) letter {
	return newLetter("Your payment is disputed", email.Letter{
		Intro: append([]string{
			"Your bank has told us that your payment of " + o.Price.String() + " for " + o.PlanName + " (" + o.what() + ") is disputed.",
			"The access of this payment is paused until the dispute is decided. Your conversations stay, and you can go on reading them.",
		}, o.testNote()...),
		Button: accountButton(baseURL),
		Outro:  []string{"If you did not expect this, write to us: " + baseURL + "/contact-us"},
	})
}

func (o shownOrder) disputeEndLetter(baseURL string, now time.Time) letter {
	return newLetter("The dispute about your payment is over", email.Letter{
		Intro: append([]string{
			"The dispute about your payment of " + o.Price.String() + " for " + o.PlanName + " (" + o.what() + ") is decided.",
			o.afterDisputeText(now),
		}, o.testNote()...),
		Button: accountButton(baseURL),
	})
}
