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
}

// NewWriter returns a Writer.
func NewWriter(db *storage.DB, clock core.Clock) Writer { return Writer{store{db: db}, clock} }

// Tell writes a notice in the caller's transaction, unless the user has switched its
// group off. The same Kind and ObjectID are told once. wantsMail reports whether the user
// has chosen mail of the group; without a group it is true. Rules settings-notices,
// payment-notices.
func (w Writer) Tell(ctx context.Context, tx storage.Querier, n Notice) (wantsMail bool, err error) {
	chosen := choice{true, true}
	if n.Group != "" {
		if chosen, err = w.store.choices(ctx, tx, n.Group, n.UserID); err != nil {
			return false, err
		}
	}
	if !chosen.shown {
		return chosen.mailed, nil
	}
	if err := w.store.lockUser(ctx, tx, n.UserID); err != nil {
		return false, err
	}
	return chosen.mailed, w.store.insertOnce(ctx, tx, n.row(noticeID(n), w.clock.Now()))
}

// noticeID is the same for every call about the same kind and object.
func noticeID(n Notice) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{n.UserID, n.Kind, n.ObjectID}, "\x00")))
	return hex.EncodeToString(sum[:16])
}
