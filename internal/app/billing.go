package app

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/billing"
	"colloquy/internal/chat"
	"colloquy/internal/config"
	"colloquy/internal/notices"
	"colloquy/internal/storage"
)

// billingPeople adapts package accounts to package billing.
type billingPeople struct{ contacts accounts.ContactReader }

// Person looks a user up by id. It reads from q.
func (a billingPeople) Person(ctx context.Context, q storage.Querier, userID string) (billing.Person, error) {
	c, err := a.contacts.Contact(ctx, q, userID)
	return billing.Person(c), err
}

// billingSentMessages adapts package chat to package billing.
type billingSentMessages struct{ chat *chat.Service }

// SentCounts counts the lines that a user has sent since a time, by character_id.
func (a billingSentMessages) SentCounts(ctx context.Context, userID string, since time.Time) (map[int]int, error) {
	return a.chat.CountSentSince(ctx, userID, since)
}

// billingNotices adapts package notices to package billing.
type billingNotices struct{ writer notices.Writer }

// Notify writes a notice in the caller's transaction. wantsMail reports whether the user also
// wants a mail of it.
func (a billingNotices) Notify(ctx context.Context, tx storage.Querier, n billing.Notice) (wantsMail bool, err error) {
	return a.writer.Notify(ctx, tx, notices.Notice{
		UserID: n.UserID, Kind: n.Kind, Group: notices.Group(n.Group), ObjectID: n.ObjectID,
		Title: n.Title, Message: n.Message, ActionURL: n.ActionURL, ActionText: n.ActionText,
	})
}

// UnsubscribeLinks returns two addresses that stop the mails to a user about one group of notices.
// The user opens page in a browser. Mail programs call oneClick.
func (a billingNotices) UnsubscribeLinks(userID, group string) (page, oneClick string) {
	link := a.writer.LinksToUnsubscribe(userID, notices.Group(group))
	return link.Page, link.OneClick
}

// invoiceSeller returns the lines of the seller and of taxes on invoices. Rule
// payment-invoice.
func invoiceSeller(c config.Config) billing.Seller {
	name := settingLines(c.InvoiceSeller)
	if len(name) == 0 {
		name = append([]string{"Colloquy"}, settingLines(c.BusinessAddress)...)
	}
	return billing.Seller{AddressLines: name, TaxLines: settingLines(c.InvoiceTax)}
}

// settingLines returns the parts of a setting between semicolons and line ends.
func settingLines(setting string) []string {
	var out []string
	for _, line := range strings.FieldsFunc(setting, func(r rune) bool { return r == ';' || r == '\n' }) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}
