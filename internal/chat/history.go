package chat

import (
	"context"
	"math"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// pageSize is how many messages one page of history holds (decisions §3).
const pageSize = 50

// Page is a part of a conversation, oldest message first.
type Page struct {
	Messages []Message
	HasMore  bool // older ones exist
}

// History returns the newest messages of the actor's conversation, or those
// before the message with the id before. Reading stays possible when the
// character is locked or hidden.
func (s *Service) History(ctx context.Context, actor core.Actor, ref, before string) (Page, error) {
	c, err := s.resolve(ctx, actor, ref)
	if err != nil {
		return Page{}, err
	}
	if err := s.mendLook(ctx, c.ID); err != nil {
		return Page{}, err
	}
	seq := int64(math.MaxInt64)
	if before != "" {
		m, err := s.store.byID(ctx, s.DB.Read(), c.ID, before)
		if err != nil {
			return Page{}, err
		}
		seq = m.Seq
	}
	list, err := s.store.before(ctx, s.DB.Read(), c.ID, seq, pageSize+1)
	if err != nil {
		return Page{}, err
	}
	page := Page{HasMore: len(list) > pageSize}
	page.Messages = list[:min(len(list), pageSize)]
	slices.Reverse(page.Messages)
	return page, nil
}

// mendLook marks a reply of this conversation whose writer is gone, so that
// whoever looks sees it can be tried again.
func (s *Service) mendLook(ctx context.Context, conversationID string) error {
	m, err := s.store.newest(ctx, s.DB.Read(), conversationID)
	if err != nil {
		if core.KindOf(err) == core.NotFound {
			return nil
		}
		return err
	}
	if m.Status != Generating || !m.LeaseUntil.Before(s.Clock.Now()) {
		return nil
	}
	return s.sweep(ctx, "")
}

// sweep marks every reply whose lease ran out, and all of owner.
func (s *Service) sweep(ctx context.Context, owner string) error {
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		n, err := s.store.abandon(ctx, tx, owner, core.Millis(s.Clock.Now()))
		if n > 0 {
			s.Log.WarnContext(ctx, "replies were interrupted", "count", n)
		}
		return err
	})
}
