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

// letter is a mail to a buyer. Mails about money are not marketing, so they are always sent. Other
// mails have UnsubscribeURL, a page where the user stops them. Mail programs call
// oneClickUnsubscribeURL to stop them. Rules payment-mails, notifications-unsubscribe.
type letter struct {
	subject string
	email.Letter
	oneClickUnsubscribeURL string
}

func newLetter(subject string, l email.Letter) letter { return letter{subject: subject, Letter: l} }

// enqueueLetter enqueues a letter once for a kind and an object. It does nothing for an
// invalid address, which accounts of older versions may have.
func (s *Service) enqueueLetter(ctx context.Context, tx storage.Querier, kind, objectID, to string, l letter) error {
	if !mailaddr.IsValid(to) {
		return nil
	}
	sum := sha256.Sum256([]byte(objectID))
	l.Heading = l.subject
	return s.deps.Mail.Enqueue(ctx, tx, kind+"-"+hex.EncodeToString(sum[:16]), l.FillMessage(email.Message{To: to, Subject: l.subject, Kind: kind, OneClickUnsubscribeURL: l.oneClickUnsubscribeURL}))
}

// openedCharacterText returns the name of what an order opens, for use within a sentence.
func (o shownOrder) openedCharacterText() string {
	switch {
	case o.CharacterName != "":
		return o.CharacterName
	case o.CharacterID != 0:
		return "a character"
	}
	return "every character"
}

// accessUntilText returns the end of the access, such as " until 2 January 2026", or "" if there is
// none.
func (o shownOrder) accessUntilText() string {
	if o.ExpiryAt.IsZero() {
		return ""
	}
	return " until " + formatDay(o.ExpiryAt)
}

// accessEndedText returns a space and the sentence that the access has ended. It returns "" if the
// order is not refunded in full.
func (o shownOrder) accessEndedText() string {
	if o.Status == Refunded {
		return " The access of this payment has ended."
	}
	return ""
}

// runningAccessText returns a space and a sentence about how long the user has access. It returns "" if
// the user has none.
func (o shownOrder) runningAccessText(now time.Time) string {
	if o.StatusAt(now) == Active {
		return " You can write to " + o.openedCharacterText() + o.accessUntilText() + "."
	}
	return ""
}

// accessAfterDisputeText returns a sentence about the access after a dispute.
func (o shownOrder) accessAfterDisputeText(now time.Time) string {
	switch o.StatusAt(now) {
	case Active:
		return "You can write to " + o.openedCharacterText() + " again" + o.accessUntilText() + "."
	case Disputed:
		return "Another dispute about it is still open."
	}
	return "The access of this payment has ended."
}

// formatDay formats the day of a time in UTC, such as "2 January 2026".
func formatDay(t time.Time) string { return t.UTC().Format("2 January 2006") }

func accountButton(baseURL string) email.Button {
	return email.Button{Label: "Open your account", URL: baseURL + paymentsPath}
}

// testPaymentNote returns the paragraph of a letter that says that the payment was a test, or
// nil if money was taken.
func (o shownOrder) testPaymentNote() []string {
	if o.IsTest {
		return []string{"This was a test payment. No money was taken."}
	}
	return nil
}

func (o shownOrder) receiptLetter(baseURL string) letter {
	return newLetter("Your receipt: "+o.PlanName, email.Letter{
		Intro: append([]string{
			"Thank you. We have received your payment of " + o.Price.String() + " for " + o.PlanName + ". You can write to " + o.openedCharacterText() + o.accessUntilText() + ".",
			"Invoice " + o.InvoiceNumber + ", payment " + o.PaymentID + ". While you are logged in, the invoice is here: " + baseURL + "/api/purchase/invoice/" + o.InvoiceNumber,
		}, o.testPaymentNote()...),
		Button: accountButton(baseURL),
		Outro: []string{
			"The plan does not renew by itself.",
			"When you get your money back: " + baseURL + "/refund-policy",
		},
	})
}

func (o shownOrder) refundLetter(baseURL string, amount money.Money) letter {
	accessText := "The access of this payment stays" + o.accessUntilText() + "."
	if o.Status == Refunded {
		accessText = "The access of this payment has ended. Your conversations stay, and you can go on reading them."
	}
	return newLetter("Your refund of "+amount.String(), email.Letter{
		Intro: append([]string{
			amount.String() + " of your payment for " + o.PlanName + " (" + o.openedCharacterText() + ") goes back the way it came. This takes up to 7 business days, and your bank may need a little longer to show it.",
			accessText,
			"Order " + o.OrderID + ", payment " + o.PaymentID + ".",
		}, o.testPaymentNote()...),
		Button: accountButton(baseURL),
	})
}

// Rule payment-refund-failed.
func (o shownOrder) refundFailedLetter(baseURL string, now time.Time, amount money.Money) letter {
	return newLetter("Your refund of "+amount.String()+" did not arrive", email.Letter{
		Intro: append([]string{
			"We are sorry: your bank returned the " + amount.String() + " that we sent back for " + o.PlanName + " (" + o.openedCharacterText() + "). The money is yours, and nothing is lost.",
			"We will pay it back in another way. You need not do anything; if we need something for it, we write to you." + o.runningAccessText(now),
			"Order " + o.OrderID + ", payment " + o.PaymentID + ".",
		}, o.testPaymentNote()...),
		Button: accountButton(baseURL),
		Outro:  []string{"If you would rather tell us how, write to us: " + baseURL + "/contact-us"},
	})
}

// Rule payment-surplus.
func (o shownOrder) surplusLetter(baseURL string, amount money.Money) letter {
	return newLetter("Your refund of "+amount.String(), email.Letter{
		Intro: append([]string{
			"A further payment for your order of " + o.PlanName + " (" + o.openedCharacterText() + ") was not needed. " + amount.String() + " goes back the way it came. This takes up to 7 business days, and your bank may need a little longer to show it.",
			"Your access stays as it is.",
		}, o.testPaymentNote()...),
		Button: accountButton(baseURL),
	})
}

func (o shownOrder) disputeLetter(baseURL string) letter {
	return newLetter("Your payment is disputed", email.Letter{
		Intro: append([]string{
			"Your bank has told us that your payment of " + o.Price.String() + " for " + o.PlanName + " (" + o.openedCharacterText() + ") is disputed.",
			"The access of this payment is paused until the dispute is decided. Your conversations stay, and you can go on reading them.",
		}, o.testPaymentNote()...),
		Button: accountButton(baseURL),
		Outro:  []string{"If you did not expect this, write to us: " + baseURL + "/contact-us"},
	})
}

func (o shownOrder) disputeEndLetter(baseURL string, now time.Time) letter {
	return newLetter("The dispute about your payment is over", email.Letter{
		Intro: append([]string{
			"The dispute about your payment of " + o.Price.String() + " for " + o.PlanName + " (" + o.openedCharacterText() + ") is decided.",
			o.accessAfterDisputeText(now),
		}, o.testPaymentNote()...),
		Button: accountButton(baseURL),
	})
}
