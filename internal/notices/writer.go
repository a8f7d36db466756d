package notices

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Writer writes notices of other rooms, in their transactions. It is separate from
// Service because commands of the operator need it.
type Writer struct {
	store store
	clock core.Clock
	hub   *hub    // nil for commands
	mails *mailer // nil for commands
}

// NewWriter returns a Writer for a command: the server's streams find what it writes at
// their next check.
func NewWriter(db *storage.DB, clock core.Clock) Writer {
	return Writer{store: store{db: db}, clock: clock}
}

// lockUser locks the notices of a user until the transaction ends, and passes the change
// to the user's streams after the commit. A transaction that locks several users does so
// in the order of their ids.
func (w Writer) lockUser(ctx context.Context, tx storage.Querier, userID string) error {
	if w.hub != nil {
		storage.AfterCommit(tx, func() { w.hub.publish(userID) })
	}
	return w.store.raiseVersion(ctx, tx, userID)
}

// Tell writes a notice in the caller's transaction, unless the user has switched its
// group off. The same Kind and ObjectID are told once. wantsMail reports whether the user
// has chosen mail of the group and confirmed the address; without a group it is true. The
// caller sends the mail. Rules settings-notices, payment-notices, notifications-mail.
func (w Writer) Tell(ctx context.Context, tx storage.Querier, n Notice) (wantsMail bool, err error) {
	chosen := choice{true, true}
	if n.Group != "" {
		if chosen, err = w.choices(ctx, tx, n.Group, n.UserID); err != nil {
			return false, err
		}
	}
	if !chosen.shown {
		return chosen.mailed, nil
	}
	if err := w.lockUser(ctx, tx, n.UserID); err != nil {
		return false, err
	}
	return chosen.mailed, w.store.insertOnce(ctx, tx, n.row(noticeID(n), w.clock.Now()))
}

// choices returns what a user wants of a group. Mail goes to confirmed addresses only.
func (w Writer) choices(ctx context.Context, tx storage.Querier, g Group, userID string) (choice, error) {
	c, err := w.store.choices(ctx, tx, g, userID)
	if err != nil || !c.mailed {
		return c, err
	}
	to, _, err := w.store.contact(ctx, tx, userID)
	c.mailed = to.verified
	return c, err
}

// noticeID is the same for every call about the same kind and object.
func noticeID(n Notice) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{n.UserID, n.Kind, n.ObjectID}, "\x00")))
	return hex.EncodeToString(sum[:16])
}
