package billing

import (
	"context"

	"colloquy/internal/billing/money"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Notices and mails to buyers. The notify functions run in the transaction of settle, after the
// update of the order's row. p is the updated order. A repeated call announces nothing again. A
// deleted account gets nothing. The caller wakes the mail queue after the commit.

// Kinds of notices. The app shows an icon for each kind.
const (
	purchaseNoticeKind = "purchase"
	refundNoticeKind   = "refund"
	disputeNoticeKind  = "dispute"
	reminderNoticeKind = "reminder"
)

// notifyBuyerOfPayment issues the invoice of an order, writes the notice and enqueues the receipt. If the
// refund was reported before the payment, it only issues the invoice. Rules payment-invoice,
// payment-notices, payment-mails.
func (s *Service) notifyBuyerOfPayment(ctx context.Context, tx storage.Querier, p Purchase) error {
	t, err := s.newBuyerNotifier(ctx, tx, p)
	if err != nil {
		return err
	}
	t.order.InvoiceNumber, err = s.issueInvoice(ctx, tx, p, t.order.CharacterName, t.buyer)
	if err != nil || p.Status == Refunded {
		return err
	}
	return t.notify(ctx, tx, p.ID, Notice{
		Kind: purchaseNoticeKind, Title: "Payment successful", Message: "You have unlocked " + t.order.openedCharacterText() + t.order.accessUntilText() + ".",
	}, t.order.receiptLetter(s.deps.BaseURL))
}

// notifyBuyerOfRefund tells the buyer that an amount is refunded. refundID is the key of the notice,
// as refundNoticeID returns it.
func (s *Service) notifyBuyerOfRefund(ctx context.Context, tx storage.Querier, p Purchase, refundID string, amount money.Money) error {
	t, err := s.newBuyerNotifier(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.notify(ctx, tx, refundID, Notice{
		Kind: refundNoticeKind, Title: "Refund", Message: amount.String() + " for " + t.order.openedCharacterText() + " goes back to you." + t.order.accessEndedText(),
	}, t.order.refundLetter(s.deps.BaseURL, amount))
}

// notifyBuyerOfFailedRefund tells the buyer that the bank has returned a refund. refundID is the
// provider's id of the refund. Rule payment-refund-failed.
func (s *Service) notifyBuyerOfFailedRefund(ctx context.Context, tx storage.Querier, p Purchase, refundID string, amount money.Money) error {
	t, err := s.newBuyerNotifier(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.notify(ctx, tx, refundID+" failed", Notice{
		Kind: refundNoticeKind, Title: "Refund was returned",
		Message: "Your bank returned " + amount.String() + " for " + t.order.openedCharacterText() + " to us. We will pay it back in another way." + t.order.runningAccessText(s.deps.Clock.Now()),
	}, t.order.refundFailedLetter(s.deps.BaseURL, s.deps.Clock.Now(), amount))
}

// notifyBuyerOfSurplus tells the buyer that a surplus payment is refunded. paymentID is the provider's
// id of the payment. Rule payment-surplus.
func (s *Service) notifyBuyerOfSurplus(ctx context.Context, tx storage.Querier, p Purchase, paymentID string, amount money.Money) error {
	t, err := s.newBuyerNotifier(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.notify(ctx, tx, paymentID, Notice{
		Kind: refundNoticeKind, Title: "Refund", Message: amount.String() + " for " + t.order.openedCharacterText() + " was charged in addition and goes back to you.",
	}, t.order.surplusLetter(s.deps.BaseURL, amount))
}

// notifyBuyerOfDispute tells the buyer that a dispute has paused the access.
func (s *Service) notifyBuyerOfDispute(ctx context.Context, tx storage.Querier, p Purchase, disputeID string) error {
	t, err := s.newBuyerNotifier(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.notify(ctx, tx, disputeID, Notice{
		Kind: disputeNoticeKind, Title: "Payment disputed", Message: "Your payment for " + t.order.openedCharacterText() + " is disputed. Its access is paused until the dispute is decided.",
	}, t.order.disputeLetter(s.deps.BaseURL))
}

// notifyBuyerOfDisputeEnd tells the buyer how a dispute has ended.
func (s *Service) notifyBuyerOfDisputeEnd(ctx context.Context, tx storage.Querier, p Purchase, disputeID string, state DisputeState) error {
	t, err := s.newBuyerNotifier(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.notify(ctx, tx, disputeID+" "+string(state), Notice{
		Kind: disputeNoticeKind, Title: "Dispute decided", Message: "The dispute about your payment for " + t.order.openedCharacterText() + " is over. " + t.order.accessAfterDisputeText(s.deps.Clock.Now()),
	}, t.order.disputeEndLetter(s.deps.BaseURL, s.deps.Clock.Now()))
}

// buyerNotifier writes notices and mails to the buyer of an order.
type buyerNotifier struct {
	service *Service
	order   shownOrder
	buyer   Person // empty if the account is deleted
}

// newBuyerNotifier looks up the buyer and the character in the caller's transaction.
func (s *Service) newBuyerNotifier(ctx context.Context, tx storage.Querier, p Purchase) (buyerNotifier, error) {
	t := buyerNotifier{service: s, order: shownOrder{Purchase: p, IsTest: s.deps.TakesOnlyTestPayments}}
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

// notify writes a notice. It also enqueues a mail if the user wants mail of the notice's group. For
// a deleted account it does nothing. objectID is unique among notices of one kind.
func (t buyerNotifier) notify(ctx context.Context, tx storage.Querier, objectID string, n Notice, mail letter) error {
	if t.buyer.ID == "" {
		return nil
	}
	n.UserID, n.ObjectID, n.ActionURL, n.ActionText = t.buyer.ID, objectID, paymentsPath, "View"
	wantsMail, err := t.service.deps.Notices.Notify(ctx, tx, n)
	if err != nil || !wantsMail {
		return err
	}
	if n.Group != "" {
		mail.UnsubscribeURL, mail.oneClickUnsubscribeURL = t.service.deps.Notices.UnsubscribeLinks(n.UserID, n.Group)
	}
	return t.service.enqueueLetter(ctx, tx, n.Kind, objectID, t.buyer.Email, mail)
}
