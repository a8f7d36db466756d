package notices

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Writer writes notices for other packages, in their transactions. It is separate from
// Service because commands of the operator need it.
type Writer struct {
	store store
	clock core.Clock
	hub   *hub    // nil for commands
	mails *mailer // nil for commands
}

// NewWriter returns a Writer for a command. The Writer sends no mail. The server's streams find its
// notices at the hub's next check.
func NewWriter(db *storage.DB, clock core.Clock) Writer {
	return Writer{store: store{db: db}, clock: clock}
}

// lockNotices locks the notices of a user until the transaction ends. After the commit the user's
// streams read the number of unread notices again. A transaction must lock several users in the
// order of their ids, or a deadlock is possible.
func (w Writer) lockNotices(ctx context.Context, tx storage.Querier, userID string) error {
	if w.hub != nil {
		storage.AfterCommit(tx, func() { w.hub.publishChange(userID) })
	}
	return w.store.raiseNoticesVersion(ctx, tx, userID)
}

// Notify writes a notice in the caller's transaction. It writes none if the user has switched the
// group off, or has a notice with the same Kind and ObjectID. wantsMail is true if the user has
// chosen mail of the group and confirmed the address. Without a group wantsMail is true. The caller
// sends the mail. Rules settings-notices, payment-notices, notifications-mail.
func (w Writer) Notify(ctx context.Context, tx storage.Querier, n Notice) (wantsMail bool, err error) {
	choice := deliveryChoice{true, true}
	if n.Group != "" {
		if choice, err = w.deliverableChoice(ctx, tx, n.Group, n.UserID); err != nil {
			return false, err
		}
	}
	if !choice.shown {
		return choice.mailed, nil
	}
	if err := w.lockNotices(ctx, tx, n.UserID); err != nil {
		return false, err
	}
	return choice.mailed, w.store.insertNoticeOnce(ctx, tx, n.toRow(noticeID(n), w.clock.Now()))
}

// deliverableChoice returns the choice of a user for a group. mailed is false if the address is not
// confirmed.
func (w Writer) deliverableChoice(ctx context.Context, tx storage.Querier, g Group, userID string) (deliveryChoice, error) {
	c, err := w.store.readDeliveryChoice(ctx, tx, g, userID)
	if err != nil || !c.mailed {
		return c, err
	}
	to, _, err := w.store.readMailAddressee(ctx, tx, userID)
	c.mailed = to.isEmailVerified
	return c, err
}

// noticeID returns an id that is the same for all notices with the same user, kind and object.
func noticeID(n Notice) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{n.UserID, n.Kind, n.ObjectID}, "\x00")))
	return hex.EncodeToString(sum[:16])
}
