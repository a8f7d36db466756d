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
	broadcastJob = "notices.broadcast"
	usersPerTx   = 200 // limits how long one transaction takes
)

// broadcastRetry retries for days: a broadcast must not end half-way.
var broadcastRetry = jobs.RetryPolicy{First: time.Second, Max: time.Hour, Attempts: 100}

// broadcastKind is what a broadcast is about.
type broadcastKind string

const (
	charactersBroadcast broadcastKind = "characters"
	articleBroadcast    broadcastKind = "article"
	promotionBroadcast  broadcastKind = "promotion"
)

// broadcast is a notice to many users. A job writes it in batches, in the order of users.
type broadcast struct {
	id         string
	kind       broadcastKind
	audience   string // a category whose followers get it; empty: every user
	characters []int  // that an article names

	objectID                  string
	characterID               int
	title, message, actionURL string

	after string // last user of the batches that are written
}

// startBroadcast stores a broadcast and its job in the caller's transaction.
func (s *Service) startBroadcast(ctx context.Context, tx storage.Querier, b broadcast) error {
	now := s.deps.Clock.Now()
	b.id = core.NewID(now)
	if err := s.store.insertBroadcast(ctx, tx, b, now); err != nil {
		return err
	}
	return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: broadcastJob, Key: b.id, Payload: broadcastPayload{b.id}})
}

type broadcastPayload struct{ ID string }

// runBroadcast is the job. A second run continues where the first one stopped.
func (s *Service) runBroadcast(ctx context.Context, payload []byte) error {
	var p broadcastPayload
	if err := json.Unmarshal(payload, &p); err != nil {
		return fmt.Errorf("notices: payload of %s: %w", broadcastJob, err)
	}
	for {
		b, found, err := s.store.openBroadcast(ctx, p.ID)
		if err != nil || !found {
			return err
		}
		if err := s.writeBatch(ctx, b); err != nil {
			return err
		}
	}
}

// errOvertaken is the error of a batch that another worker has written.
var errOvertaken = errors.New("notices: another worker has written the batch")

// writeBatch writes the notices and mails of the next users, in one transaction that also
// moves b.after, so that each user is told once. Without further users it ends the
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
		moved, err := s.store.moveBroadcast(ctx, tx, b, users[len(users)-1])
		if err != nil {
			return err
		}
		if !moved {
			return errOvertaken
		}
		list, err := s.store.recipients(ctx, tx, b, users)
		if err != nil {
			return err
		}
		for _, r := range list {
			if err := s.deliver(ctx, tx, b, r, now); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errOvertaken) {
		return nil
	}
	return err
}

// recipient is a user of a broadcast, with the choices for updates (of characters) and for
// the broadcast's other group.
type recipient struct {
	contact
	follows        bool // one of the broadcast's characters
	updates, other choice
}

// choice is what a user has chosen for a group.
type choice struct{ shown, mailed bool }

// deliver writes the notice and the mail of a recipient, as far as the recipient wants
// them.
func (s *Service) deliver(ctx context.Context, tx storage.Querier, b broadcast, r recipient, now time.Time) error {
	if kind, _, wanted := b.chosen(r, func(c choice) bool { return c.shown }); wanted {
		if err := s.lockUser(ctx, tx, r.id); err != nil {
			return err
		}
		n := b.notice(r.id, kind)
		if err := s.store.insertOnce(ctx, tx, n.row(noticeID(n), now)); err != nil {
			return err
		}
	}
	kind, g, wanted := b.chosen(r, func(c choice) bool { return c.mailed })
	if !wanted || s.mails == nil {
		return nil
	}
	n := b.notice(r.id, kind)
	return s.mails.send(ctx, tx, r.contact, g, noticeID(n), n.row("", now))
}

// chosen returns the type and group under which a recipient gets a broadcast. wanted
// reports whether the recipient has chosen it.
func (b broadcast) chosen(r recipient, has func(choice) bool) (kind string, g Group, wanted bool) {
	switch {
	case b.kind == promotionBroadcast:
		return promotionType, Promotions, has(r.other)
	case (b.kind == charactersBroadcast || r.follows) && has(r.updates):
		return featureType, CharacterUpdates, true
	case b.kind == articleBroadcast:
		return otherType, Newsletter, has(r.other)
	}
	return "", "", false
}

// otherGroup is the group that rules a broadcast beside character_updates.
func (b broadcast) otherGroup() Group {
	if b.kind == promotionBroadcast {
		return Promotions
	}
	return Newsletter
}

func (b broadcast) notice(userID, kind string) Notice {
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
