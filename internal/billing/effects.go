package billing

import (
	"context"

	"colloquy/internal/billing/money"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// What a buyer is told. Each function runs in the transaction of settle, after the row of
// the order has its new state, which p has. It may run again for the same change: each
// change is told once. A deleted account is told nothing. The caller kicks the mail after
// the commit.

// Kinds of notices. The app chooses the icon by them.
const (
	purchaseNotice = "purchase"
	refundNotice   = "refund"
	disputeNotice  = "dispute"
	reminderNotice = "reminder"
)

// tellPaid issues the invoice of an order, and writes the notice and the receipt. An
// order that was refunded before its payment was known has an invoice only. Rules
// payment-invoice, payment-notices, payment-mails.
func (s *Service) tellPaid(ctx context.Context, tx storage.Querier, p Purchase) error {
	t, err := s.teller(ctx, tx, p)
	if err != nil {
		return err
	}
	t.order.InvoiceNumber, err = s.issueInvoice(ctx, tx, p, t.order.CharacterName, t.buyer)
	if err != nil || p.Status == Refunded {
		return err
	}
	return t.tell(ctx, tx, p.ID, Notice{
		Kind: purchaseNotice, Title: "Payment successful", Message: "You have unlocked " + t.order.what() + t.order.untilText() + ".",
	}, t.order.receipt(s.deps.BaseURL))
}

// tellRefunded tells the buyer that an amount goes back. refundID is the provider's.
func (s *Service) tellRefunded(ctx context.Context, tx storage.Querier, p Purchase, refundID string, amount money.Money) error {
	t, err := s.teller(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.tell(ctx, tx, refundID, Notice{
		Kind: refundNotice, Title: "Refund", Message: amount.String() + " for " + t.order.what() + " goes back to you." + t.order.endedText(),
	}, t.order.refundLetter(s.deps.BaseURL, amount))
}

// tellRefundFailed tells the buyer that the bank has returned a refund. refundID is the
// provider's.
func (s *Service) tellRefundFailed(ctx context.Context, tx storage.Querier, p Purchase, refundID string, amount money.Money) error {
	t, err := s.teller(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.tell(ctx, tx, refundID+" failed", Notice{
		Kind: refundNotice, Title: "Refund was returned",
		Message: "Your bank returned " + amount.String() + " for " + t.order.what() + " to us. We will pay it back in another way." + t.order.openText(s.deps.Clock.Now()),
	}, t.order.refundFailedLetter(s.deps.BaseURL, s.deps.Clock.Now(), amount))
}

// tellSurplus tells the buyer that a payment too much goes back: the order was paid
// already. paymentID is the provider's.
func (s *Service) tellSurplus(ctx context.Context, tx storage.Querier, p Purchase, paymentID string, amount money.Money) error {
	t, err := s.teller(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.tell(ctx, tx, paymentID, Notice{
		Kind: refundNotice, Title: "Refund", Message: amount.String() + " for " + t.order.what() + " was taken twice and goes back to you.",
	}, t.order.surplusLetter(s.deps.BaseURL, amount))
}

// tellDisputed tells the buyer that a dispute has paused the access.
func (s *Service) tellDisputed(ctx context.Context, tx storage.Querier, p Purchase, disputeID string) error {
	t, err := s.teller(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.tell(ctx, tx, disputeID, Notice{
		Kind: disputeNotice, Title: "Payment disputed", Message: "Your payment for " + t.order.what() + " is disputed. Its access is paused until the dispute is decided.",
	}, t.order.disputeLetter(s.deps.BaseURL))
}

// tellDisputeEnded tells the buyer how a dispute has ended.
func (s *Service) tellDisputeEnded(ctx context.Context, tx storage.Querier, p Purchase, disputeID string, state DisputeState) error {
	t, err := s.teller(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.tell(ctx, tx, disputeID+" "+string(state), Notice{
		Kind: disputeNotice, Title: "Dispute decided", Message: "The dispute about your payment for " + t.order.what() + " is over. " + t.order.afterDisputeText(s.deps.Clock.Now()),
	}, t.order.disputeEndLetter(s.deps.BaseURL, s.deps.Clock.Now()))
}

// teller tells the buyer of an order.
type teller struct {
	service *Service
	order   shownOrder
	buyer   Person // empty if the account is deleted
}

// teller looks up the buyer and the character in the caller's transaction.
func (s *Service) teller(ctx context.Context, tx storage.Querier, p Purchase) (teller, error) {
	t := teller{service: s, order: shownOrder{Purchase: p, IsTest: s.deps.TakesNoMoney}}
	var err error
	if t.order.CharacterName, err = s.store.characterName(ctx, tx, p.CharacterID); err != nil || p.UserID == "" {
		return t, err
	}
	t.buyer, err = s.deps.People.Person(ctx, tx, p.UserID)
	if core.KindOf(err) == core.NotFound {
		return t, nil
	}
	return t, err
}

// tell writes a notice, and enqueues a mail if the user wants mail of the notice's group.
// objectID is unique for the kind of the notice.
func (t teller) tell(ctx context.Context, tx storage.Querier, objectID string, n Notice, mail letter) error {
	if t.buyer.ID == "" {
		return nil
	}
	n.UserID, n.ObjectID, n.ActionURL, n.ActionText = t.buyer.ID, objectID, paymentsPath, "View"
	wantsMail, err := t.service.deps.Notices.Tell(ctx, tx, n)
	if err != nil || !wantsMail {
		return err
	}
	if n.Group != "" {
		mail.Stop, mail.oneClickStop = t.service.deps.Notices.StopLinks(n.UserID, n.Group)
	}
	return t.service.sendLetter(ctx, tx, n.Kind, objectID, t.buyer.Email, mail)
}
