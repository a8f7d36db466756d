package memory

import (
	"context"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/memory/extract"
	"colloquy/internal/storage"
)

// maxMemories is the largest number of memories of a user and a character. Beyond this number, new
// notes replace the oldest notes that the user has neither pinned nor edited. errTooManyMemories has the text
// for a user who adds one more. Rule memory-limits.
const maxMemories = 500

// Panel is what a user sees of a character's memory.
type Panel struct {
	Memories             []Memory // pinned memories first, then the others; each part has the newest first
	Summary              string   // summary of the older part of the talk, one statement a line
	PreviousTalkReminder string   // reminder of the talk, if the talk had no messages for a day; otherwise ""
}

// ReadPanel returns what a character remembers of the actor. The argument ref names the character.
func (s *Service) ReadPanel(ctx context.Context, actor core.Actor, ref string) (p Panel, err error) {
	c, err := s.findCharacter(ctx, actor, ref)
	if err != nil {
		return p, err
	}
	if p.Memories, err = s.store.memoriesOfCharacter(ctx, s.store.db.Reader(), actor.UserID, c.CharacterID); err != nil {
		return p, err
	}
	blocks, err := s.store.summaryBlocksOfTalk(ctx, s.store.db.Reader(), actor.UserID, c.CharacterID)
	if err != nil {
		return p, err
	}
	p.Summary = joinSummaries(blocks)
	p.PreviousTalkReminder, err = s.previousTalkReminder(ctx, talk{actor.UserID, c.CharacterID}, c.Name, p.Summary)
	return p, err
}

// Change has the fields of a memory to set. A field that is nil stays as it is.
type Change struct {
	Text                  *string
	Pinned                *bool
	IsToldToAllCharacters *bool
}

func (c Change) applyTo(m Memory) (Memory, error) {
	if c.Text != nil {
		text, err := cleanAndCheckText(*c.Text)
		if err != nil {
			return m, err
		}
		m.IsEdited = m.IsEdited || text != m.Text
		m.Text, m.words = text, contentWords(text)
	}
	if c.Pinned != nil {
		m.IsPinned = *c.Pinned
	}
	if c.IsToldToAllCharacters != nil {
		m.IsToldToAllCharacters = *c.IsToldToAllCharacters
	}
	return m, nil
}

// Add stores a memory that the actor has written, even if the actor deleted such a memory before.
// c.Text must be set. Rules memory-add, memory-limits.
func (s *Service) Add(ctx context.Context, actor core.Actor, ref string, c Change) (m Memory, err error) {
	ch, err := s.findCharacter(ctx, actor, ref)
	if err != nil {
		return m, err
	}
	now := s.deps.Clock.Now()
	m = Memory{ID: core.NewID(now), UserID: actor.UserID, CharacterID: ch.CharacterID, Kind: extract.KindOther, CreatedAt: now}
	if c.Text == nil {
		return m, errTextLength
	}
	if m, err = c.applyTo(m); err != nil {
		return m, err
	}
	m.IsEdited = false
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if _, err := s.deps.Limits.TakeInTx(ctx, tx, dailyAddLimit(actor.UserID)); err != nil {
			return limitError(err)
		}
		if err := s.store.lockTalk(ctx, tx, talkOfMemory(m), s.deps.Clock.Now()); err != nil {
			return err
		}
		n, err := s.store.countMemories(ctx, tx, talkOfMemory(m))
		if err != nil {
			return err
		}
		if n >= maxMemories {
			return errTooManyMemories
		}
		if err := s.allowTextAgain(ctx, tx, m); err != nil {
			return err
		}
		isNew, err := s.store.insertMemory(ctx, tx, m)
		if err == nil && !isNew {
			err = errAlreadyKnown
		}
		return err
	})
	return m, err
}

// Edit changes a memory of the actor. If the new text lacks a name or another main word of the
// earlier text (hasAllSubjects), Edit records the earlier text as deleted. Rules memory-edit,
// memory-pin.
func (s *Service) Edit(ctx context.Context, actor core.Actor, ref, id string, c Change) (m Memory, err error) {
	ch, err := s.findCharacter(ctx, actor, ref)
	if err != nil {
		return m, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		t := talk{actor.UserID, ch.CharacterID}
		if err := s.store.lockTalk(ctx, tx, t, s.deps.Clock.Now()); err != nil {
			return err
		}
		oldMemory, err := s.store.findMemory(ctx, tx, t, id)
		if err != nil {
			return err
		}
		if m, err = c.applyTo(oldMemory); err != nil {
			return err
		}
		if !hasAllSubjects(m.Text, oldMemory.Text) {
			if err := s.recordDeletion(ctx, tx, oldMemory); err != nil {
				return err
			}
		}
		if m.Text != oldMemory.Text {
			if err := s.allowTextAgain(ctx, tx, m); err != nil {
				return err
			}
		}
		isFree, err := s.store.updateMemory(ctx, tx, m)
		if err == nil && !isFree {
			err = errAlreadyKnown
		}
		return err
	})
	return m, err
}

// Delete deletes a memory of the actor and removes it from the summaries. It stores hashes, so that
// no job notes the memory again. Rule memory-deleted.
func (s *Service) Delete(ctx context.Context, actor core.Actor, ref, id string) error {
	ch, err := s.findCharacter(ctx, actor, ref)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		t := talk{actor.UserID, ch.CharacterID}
		if err := s.store.lockTalk(ctx, tx, t, s.deps.Clock.Now()); err != nil {
			return err
		}
		m, err := s.store.findMemory(ctx, tx, t, id)
		if err != nil {
			return err
		}
		if err := s.store.deleteMemory(ctx, tx, m.ID); err != nil {
			return err
		}
		return s.recordDeletion(ctx, tx, m)
	})
}

// DeleteAllOfCharacter deletes what one character remembers of the actor, with its summaries.
func (s *Service) DeleteAllOfCharacter(ctx context.Context, actor core.Actor, ref string) error {
	ch, err := s.findCharacter(ctx, actor, ref)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.deleteMemoriesOfTalk(ctx, tx, talk{actor.UserID, ch.CharacterID})
	})
}

// DeleteAllOfUser deletes what all characters remember of the actor, with their summaries.
// The settings stay.
func (s *Service) DeleteAllOfUser(ctx context.Context, actor core.Actor) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.increaseTalkVersions(ctx, tx, actor.UserID); err != nil {
			return err
		}
		list, err := s.store.talksOfUser(ctx, tx, actor.UserID)
		if err != nil {
			return err
		}
		for _, t := range list {
			if err := s.deleteMemoriesOfTalk(ctx, tx, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// deleteMemoriesOfTalk deletes all memories and summaries of a talk. It records the memories as
// deleted and marks all messages of the talk as read, so that no job notes them again. Rule
// memory-delete-all.
func (s *Service) deleteMemoriesOfTalk(ctx context.Context, tx storage.Querier, t talk) error {
	if err := s.store.lockTalk(ctx, tx, t, s.deps.Clock.Now()); err != nil {
		return err
	}
	lastSeq, err := lastSeqExceptMessages(ctx, tx, t, nil)
	if err != nil {
		return err
	}
	if err := s.store.setReadSeq(ctx, tx, t, lastSeq); err != nil {
		return err
	}
	list, err := s.store.memoriesOfCharacter(ctx, tx, t.userID, t.characterID)
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := s.store.deleteMemory(ctx, tx, m.ID); err != nil {
			return err
		}
		if err := s.recordDeletion(ctx, tx, m); err != nil {
			return err
		}
	}
	return s.store.deleteSummaryBlocksAfterSeq(ctx, tx, t, 0)
}

// recordDeletion stores the hashes of a deleted memory and removes matching lines from the
// summaries. The hashes and the removal apply to the memory's character. If Memory.IsToldToAllCharacters or
// Settings.TellAllCharacters is set, they apply to all characters. Rule memory-walls.
func (s *Service) recordDeletion(ctx context.Context, tx storage.Querier, m Memory) error {
	settings, err := s.store.readSettings(ctx, tx, m.UserID)
	if err != nil {
		return err
	}
	characterID := m.CharacterID
	if m.IsToldToAllCharacters || settings.TellAllCharacters {
		characterID = 0
	}
	if err := s.store.insertDeletionKeys(ctx, tx, m.UserID, characterID, s.deletionKeys(m), s.deps.Clock.Now()); err != nil {
		return err
	}
	blocks, err := s.store.summaryBlocksToClean(ctx, tx, m.UserID, characterID)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		keptText := withoutLines(b.text, func(line string) bool { return isTextRefusedBy(line, m.Text) })
		if keptText == b.text {
			continue
		}
		if err := s.store.updateSummaryBlockText(ctx, tx, b.talk, b.firstSeq, keptText); err != nil {
			return err
		}
	}
	return nil
}

func withoutLines(text string, shouldRemove func(line string) bool) string {
	var keptLines []string
	for _, line := range strings.Split(text, "\n") {
		if line != "" && !shouldRemove(line) {
			keptLines = append(keptLines, line)
		}
	}
	return strings.Join(keptLines, "\n")
}

// allowTextAgain deletes the stored hashes (keys) of deleted memories that match the text of m.
// The user has written the text of m, so the text is no longer refused (rule memory-deleted).
func (s *Service) allowTextAgain(ctx context.Context, tx storage.Querier, m Memory) error {
	keys, ok := s.deletionKeysRefusing(m.UserID, m.Text)
	if !ok {
		return nil
	}
	return s.store.removeDeletionKeys(ctx, tx, m.UserID, m.CharacterID, keys)
}
