package social

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Notice is a notice of another room to a user. Kind chooses the icon. Group is the
// switch that the user can turn off, such as "character_updates"; a Notice without a
// Group is always told. ObjectID is what the notice is about. ActionURL is a path on
// this site.
type Notice struct {
	UserID, Kind, Group, ObjectID, Title, Message, ActionURL, ActionText string
}

// Teller writes notices of other rooms. It is separate from Service because commands of
// the operator need it.
type Teller struct {
	store store
	clock core.Clock
}

// NewTeller returns a Teller.
func NewTeller(db *storage.DB, clock core.Clock) Teller { return Teller{store{db: db}, clock} }

// mailSwitches has the column of user_settings with the choice of mail for each group.
var mailSwitches = map[noticeGroup]string{characterUpdates: "mail_updates", interactions: "mail_interactions"}

// Tell writes a notice in the caller's transaction, unless the user has switched its
// group off. The same Kind and ObjectID are told once. wantsMail reports whether the
// user has chosen mail of the group; without a group it is true. Rules settings-notices,
// payment-notices.
func (t Teller) Tell(ctx context.Context, tx storage.Querier, n Notice) (wantsMail bool, err error) {
	shown, wantsMail := true, true
	if n.Group != "" {
		if shown, wantsMail, err = t.store.choices(ctx, tx, noticeGroup(n.Group), n.UserID); err != nil {
			return false, err
		}
	}
	if !shown {
		return wantsMail, nil
	}
	return wantsMail, t.store.insertOnce(ctx, tx, n, core.Millis(t.clock.Now()))
}

// noticeID is the same for every call about the same kind and object.
func noticeID(n Notice) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{n.UserID, n.Kind, n.ObjectID}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

func (store) insertOnce(ctx context.Context, tx storage.Querier, n Notice, now int64) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO notifications (id, user_id, type, object_id, title, message, action_url, action_text, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
		noticeID(n), n.UserID, n.Kind, n.ObjectID, n.Title, n.Message, n.ActionURL, n.ActionText, now)
	return err
}
