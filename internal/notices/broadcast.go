package notices

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

const (
	// BroadcastJob is the kind of the jobs that write notices to many users.
	BroadcastJob = "notices.broadcast"
	usersPerTx   = 200 // users of a batch; limits how long one transaction takes
)

// broadcastRetry retries for days, because a broadcast must reach all its users. Rule
// notifications-promotions.
var broadcastRetry = jobs.RetryPolicy{FirstDelay: time.Second, MaxDelay: time.Hour, MaxAttempts: 100}

// broadcastKind is the kind of news that a broadcast announces.
type broadcastKind string

const (
	charactersBroadcast broadcastKind = "characters"
	articleBroadcast    broadcastKind = "article"
	promotionBroadcast  broadcastKind = "promotion"
)

// broadcast is a notice to many users. A job writes the notices in batches, in the order of user
// ids.
type broadcast struct {
	id           string
	kind         broadcastKind
	category     string // category whose followers get the broadcast; empty: every user
	characterIDs []int  // ids of the characters that an article names

	objectID                  string
	characterID               int
	title, message, actionURL string

	lastUserID string // id of the last user whose batch is written
}

// startBroadcast stores a broadcast and its job in the caller's transaction.
func (s *Service) startBroadcast(ctx context.Context, tx storage.Querier, b broadcast) error {
	now := s.deps.Clock.Now()
	b.id = core.NewID(now)
	if err := s.store.insertBroadcast(ctx, tx, b, now); err != nil {
		return err
	}
	return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: BroadcastJob, UniqueKey: b.id, Payload: broadcastPayload{b.id}})
}

type broadcastPayload struct{ ID string }

// runBroadcast is the handler of BroadcastJob. It continues after the last batch that is
// written.
func (s *Service) runBroadcast(ctx context.Context, payload []byte) error {
	var p broadcastPayload
	if err := json.Unmarshal(payload, &p); err != nil {
		return fmt.Errorf("notices: payload of %s: %w", BroadcastJob, err)
	}
	for {
		b, found, err := s.store.readOpenBroadcast(ctx, p.ID)
		if err != nil || !found {
			return err
		}
		if err := s.writeBatch(ctx, b); err != nil {
			return err
		}
	}
}

// errBatchAlreadyWritten is the error of a batch that another worker has written.
var errBatchAlreadyWritten = errors.New("notices: another worker has written the batch")

// writeBatch writes the notices and mails of the next users. The same transaction stores the id of
// the last user, so that each user is notified once. If no users are left, writeBatch ends the
// broadcast.
func (s *Service) writeBatch(ctx context.Context, b broadcast) error {
	users, err := s.store.nextUsers(ctx, b, usersPerTx)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	if len(users) == 0 {
		return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.endBroadcast(ctx, tx, b, now) })
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		advanced, err := s.store.advanceBroadcast(ctx, tx, b, users[len(users)-1])
		if err != nil {
			return err
		}
		if !advanced {
			return errBatchAlreadyWritten
		}
		list, err := s.store.readRecipients(ctx, tx, b, users)
		if err != nil {
			return err
		}
		for _, r := range list {
			if err := s.deliverTo(ctx, tx, b, r, now); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errBatchAlreadyWritten) {
		return nil
	}
	return err
}

// recipient is a user of a broadcast.
type recipient struct {
	mailAddressee
	follows                bool           // whether the user follows one of the broadcast's characters
	characterUpdatesChoice deliveryChoice // for the group character_updates
	nonFollowersChoice     deliveryChoice // for the broadcast's groupOfNonFollowers
}

// deliveryChoice is whether a user wants the notices of a group in the app (shown) and by mail
// (mailed).
type deliveryChoice struct{ shown, mailed bool }

// deliverTo writes the notice and the mail for a recipient, if the recipient wants them.
func (s *Service) deliverTo(ctx context.Context, tx storage.Querier, b broadcast, r recipient, now time.Time) error {
	if kind, _, wanted := b.chosenGroup(r, func(c deliveryChoice) bool { return c.shown }); wanted {
		if err := s.lockNotices(ctx, tx, r.id); err != nil {
			return err
		}
		n := b.noticeTo(r.id, kind)
		if err := s.store.insertNoticeOnce(ctx, tx, n.toRow(noticeID(n), now)); err != nil {
			return err
		}
	}
	kind, g, wanted := b.chosenGroup(r, func(c deliveryChoice) bool { return c.mailed })
	if !wanted || s.mails == nil {
		return nil
	}
	n := b.noticeTo(r.id, kind)
	return s.mails.enqueueMail(ctx, tx, r.mailAddressee, g, noticeID(n), n.toRow("", now))
}

// chosenGroup returns the type and the group of the notice that a recipient gets about a broadcast.
// has(choice) returns choice.shown for a notice, and choice.mailed for a mail. wanted is false if
// the recipient has switched the group off. If the recipient follows a character in an article, the
// article belongs to CharacterUpdates (rule settings-notices). If the recipient has switched
// CharacterUpdates off, the article belongs to Newsletter. Rules notifications-new-character,
// notifications-post, notifications-newsletter, notifications-promotions.
func (b broadcast) chosenGroup(r recipient, has func(deliveryChoice) bool) (kind string, g Group, wanted bool) {
	switch {
	case b.kind == promotionBroadcast:
		return promotionType, Promotions, has(r.nonFollowersChoice)
	case (b.kind == charactersBroadcast || r.follows) && has(r.characterUpdatesChoice):
		return featureType, CharacterUpdates, true
	case b.kind == articleBroadcast:
		return otherType, Newsletter, has(r.nonFollowersChoice)
	}
	return "", "", false
}

// groupOfNonFollowers returns the group of the notice for recipients who get no character update
// about the broadcast.
func (b broadcast) groupOfNonFollowers() Group {
	if b.kind == promotionBroadcast {
		return Promotions
	}
	return Newsletter
}

func (b broadcast) noticeTo(userID, kind string) Notice {
	n := Notice{
		UserID: userID, Kind: kind, ObjectID: b.objectID, CharacterID: b.characterID,
		Title: b.title, Message: b.message, ActionURL: b.actionURL,
	}
	switch {
	case b.actionURL == "":
	case b.kind == articleBroadcast:
		n.ActionText = "Read"
	default:
		n.ActionText = viewText
	}
	return n
}
