package memory

import (
	"context"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/memory/extract"
	"colloquy/internal/storage"
)

// maxMemories is the largest number of memories of a character. When it is reached, new notes
// replace the oldest ones that the user has neither pinned nor edited nor written.
const maxMemories = 500

// Panel is what a user sees of a character's memory.
type Panel struct {
	Memories   []Memory // pinned ones first, then the newest first
	Summary    string
	Previously string // after a day away, else ""
}

// Panel returns what a character remembers of the actor.
func (s *Service) Panel(ctx context.Context, actor core.Actor, ref string) (p Panel, err error) {
	c, err := s.character(ctx, actor, ref)
	if err != nil {
		return p, err
	}
	if p.Memories, err = s.store.memories(ctx, s.store.db.Reader(), actor.UserID, c.CharacterID); err != nil {
		return p, err
	}
	blocks, err := s.store.blocks(ctx, s.store.db.Reader(), actor.UserID, c.CharacterID)
	if err != nil {
		return p, err
	}
	p.Summary = summaryOf(blocks)
	p.Previously, err = s.previously(ctx, talk{actor.UserID, c.CharacterID}, c.Name, p.Summary)
	return p, err
}

// Change has the fields of a memory to set; nil ones stay.
type Change struct {
	Text       *string
	Pinned     *bool
	Everywhere *bool
}

func (c Change) apply(m Memory) (Memory, error) {
	if c.Text != nil {
		text, err := checkText(*c.Text)
		if err != nil {
			return m, err
		}
		m.Edited = m.Edited || text != m.Text
		m.Text, m.words = text, contentOf(text)
	}
	if c.Pinned != nil {
		m.Pinned = *c.Pinned
	}
	if c.Everywhere != nil {
		m.Everywhere = *c.Everywhere
	}
	return m, nil
}

// Add stores what the user writes, also something that was deleted before. Rules memory-add,
// memory-limits.
func (s *Service) Add(ctx context.Context, actor core.Actor, ref string, c Change) (m Memory, err error) {
	ch, err := s.character(ctx, actor, ref)
	if err != nil {
		return m, err
	}
	now := s.deps.Clock.Now()
	m = Memory{ID: core.NewID(now), UserID: actor.UserID, CharacterID: ch.CharacterID, Kind: extract.Other, CreatedAt: now}
	if c.Text == nil {
		return m, errText
	}
	if m, err = c.apply(m); err != nil {
		return m, err
	}
	m.Edited = false
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if _, err := s.deps.Limits.TakeIn(ctx, tx, addLimit(actor.UserID)); err != nil {
			return limitError(err)
		}
		if err := s.store.lock(ctx, tx, talkOf(m)); err != nil {
			return err
		}
		n, err := s.store.count(ctx, tx, talkOf(m))
		if err != nil {
			return err
		}
		if n >= maxMemories {
			return errFull
		}
		if err := s.allow(ctx, tx, m); err != nil {
			return err
		}
		isNew, err := s.store.insert(ctx, tx, m)
		if err == nil && !isNew {
			err = errKnown
		}
		return err
	})
	return m, err
}

// Edit changes a memory of the actor. The former text counts as deleted. Rules memory-edit,
// memory-pin.
func (s *Service) Edit(ctx context.Context, actor core.Actor, ref, id string, c Change) (m Memory, err error) {
	ch, err := s.character(ctx, actor, ref)
	if err != nil {
		return m, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		t := talk{actor.UserID, ch.CharacterID}
		if err := s.store.lock(ctx, tx, t); err != nil {
			return err
		}
		former, err := s.store.memory(ctx, tx, t, id)
		if err != nil {
			return err
		}
		if m, err = c.apply(former); err != nil {
			return err
		}
		if !hasAll(m.Text, former.Text) {
			if err := s.recordDeleted(ctx, tx, former); err != nil {
				return err
			}
		}
		if m.Text != former.Text {
			if err := s.allow(ctx, tx, m); err != nil {
				return err
			}
		}
		isFree, err := s.store.update(ctx, tx, m)
		if err == nil && !isFree {
			err = errKnown
		}
		return err
	})
	return m, err
}

// Delete deletes a memory of the actor, and what summaries say of it, for good. Rule
// memory-deleted.
func (s *Service) Delete(ctx context.Context, actor core.Actor, ref, id string) error {
	ch, err := s.character(ctx, actor, ref)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		t := talk{actor.UserID, ch.CharacterID}
		if err := s.store.lock(ctx, tx, t); err != nil {
			return err
		}
		m, err := s.store.memory(ctx, tx, t, id)
		if err != nil {
			return err
		}
		if err := s.store.delete(ctx, tx, m.ID); err != nil {
			return err
		}
		return s.recordDeleted(ctx, tx, m)
	})
}

// DeleteAll deletes all memories and summaries of one character.
func (s *Service) DeleteAll(ctx context.Context, actor core.Actor, ref string) error {
	ch, err := s.character(ctx, actor, ref)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.deleteTalk(ctx, tx, talk{actor.UserID, ch.CharacterID})
	})
}

// DeleteEverything deletes all memories and summaries of a user. The settings stay.
func (s *Service) DeleteEverything(ctx context.Context, actor core.Actor) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.newVersions(ctx, tx, actor.UserID); err != nil {
			return err
		}
		list, err := s.store.talksOf(ctx, tx, actor.UserID)
		if err != nil {
			return err
		}
		for _, t := range list {
			if err := s.deleteTalk(ctx, tx, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// deleteTalk deletes all memories of a talk for good, and its summaries. What was said until
// now is not read again.
func (s *Service) deleteTalk(ctx context.Context, tx storage.Querier, t talk) error {
	if err := s.store.lock(ctx, tx, t); err != nil {
		return err
	}
	last, err := lastSeq(ctx, tx, t, nil)
	if err != nil {
		return err
	}
	if err := s.store.setRead(ctx, tx, t, last); err != nil {
		return err
	}
	list, err := s.store.memories(ctx, tx, t.userID, t.characterID)
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := s.store.delete(ctx, tx, m.ID); err != nil {
			return err
		}
		if err := s.recordDeleted(ctx, tx, m); err != nil {
			return err
		}
	}
	return s.store.deleteBlocks(ctx, tx, t, 0)
}

// recordDeleted stores the hashes of a deleted memory, for all characters if all were told
// it, and takes it out of the summaries.
func (s *Service) recordDeleted(ctx context.Context, tx storage.Querier, m Memory) error {
	settings, err := s.store.settings(ctx, tx, m.UserID)
	if err != nil {
		return err
	}
	characterID := m.CharacterID
	if m.Everywhere || settings.TellAll {
		characterID = 0
	}
	if err := s.store.insertDeleted(ctx, tx, m.UserID, characterID, s.deletedKeys(m), s.deps.Clock.Now()); err != nil {
		return err
	}
	blocks, err := s.store.blocksToClean(ctx, tx, m.UserID, characterID)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		kept := withoutLines(b.text, func(line string) bool { return repeats(line, m.Text) })
		if kept == b.text {
			continue
		}
		if err := s.store.setBlock(ctx, tx, b.talk, b.firstSeq, kept); err != nil {
			return err
		}
	}
	return nil
}

func withoutLines(text string, isOut func(line string) bool) string {
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		if line != "" && !isOut(line) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// allow removes the hashes that would refuse a memory: the user has written it.
func (s *Service) allow(ctx context.Context, tx storage.Querier, m Memory) error {
	keys, ok := s.refusingKeys(m.UserID, m.Text)
	if !ok {
		return nil
	}
	return s.store.deleteKeys(ctx, tx, m.UserID, m.CharacterID, keys)
}
