package memory

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/memory/extract"
	"colloquy/internal/storage"
)

const noteJobKind = "memory.note"

// noteRetryPolicy retries for some minutes, in which a failed server can come back. Rule
// memory-notes.
var noteRetryPolicy = jobs.RetryPolicy{FirstDelay: 2 * time.Second, MaxDelay: 10 * time.Minute, MaxAttempts: 8, Jitter: 0.2}

const (
	// messagesPerStep is the largest number of new messages that noteNextMessages reads.
	messagesPerStep = 40
	// maxNoteStepsPerJob is how many times one job calls noteNextMessages. Another job reads the
	// messages that are left.
	maxNoteStepsPerJob = 50
)

type notePayload struct {
	ConversationID string   `json:"conversation_id"`
	MessageIDs     []string `json:"message_ids,omitempty"` // ids of changed messages, which the job reads again
}

// EnqueueNote enqueues a job that notes facts from the new messages of a conversation. changedIDs
// are the ids of changed messages, which the job reads a second time. Call it in the transaction
// that stores a reply or changes a message. If a model finds the facts and no message has changed,
// the job waits between one and two times Deps.NoteDelay. So one call of the model reads several
// messages. Rule memory-notes.
func (s *Service) EnqueueNote(ctx context.Context, tx storage.Querier, conversationID string, changedIDs ...string) error {
	t, ok := parseTalk(conversationID)
	if !ok {
		return nil
	}
	if err := s.store.insertTalkIfMissing(ctx, tx, t, s.deps.Clock.Now()); err != nil {
		return err
	}
	job := jobs.Job{Kind: noteJobKind, Payload: notePayload{conversationID, changedIDs}}
	now := s.deps.Clock.Now()
	if s.deps.IsDemo() || s.deps.NoteDelay == 0 || len(changedIDs) > 0 {
		job.UniqueKey = conversationID + " " + core.NewID(now)
		return s.deps.Jobs.Enqueue(ctx, tx, job)
	}
	job.RunAt = now.Truncate(s.deps.NoteDelay).Add(2 * s.deps.NoteDelay) // calls within the same NoteDelay share a job
	job.UniqueKey = conversationID + " " + strconv.FormatInt(core.Millis(job.RunAt), 36)
	return s.deps.Jobs.Enqueue(ctx, tx, job)
}

// runNoteJob handles the jobs of EnqueueNote. It calls noteNextMessages until nothing is left to do.
// If another job or a deletion changes the talk during a call, runNoteJob calls again with the new
// state.
func (s *Service) runNoteJob(ctx context.Context, payload []byte) error {
	var p notePayload
	if err := json.Unmarshal(payload, &p); err != nil {
		return err
	}
	t, ok := parseTalk(p.ConversationID)
	if !ok {
		return nil
	}
	for range maxNoteStepsPerJob {
		isDone, err := s.noteNextMessages(ctx, t, p.MessageIDs)
		switch {
		case errors.Is(err, errStaleProgress):
			continue
		case err != nil:
			return err
		case isDone:
			return nil
		}
		p.MessageIDs = nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.EnqueueNote(ctx, tx, p.ConversationID, p.MessageIDs...) })
}

// noteNextMessages notes the facts of the next new messages of a talk and of the messages with
// changedIDs. Without such messages it summarises the next block. If the user has switched the
// memory off, it only marks the new messages as read. isDone is true if there was nothing to do.
// Rule memory-off.
func (s *Service) noteNextMessages(ctx context.Context, t talk, changedIDs []string) (isDone bool, err error) {
	at, found, err := s.store.readProgress(ctx, t)
	if err != nil || !found {
		return true, err
	}
	settings, err := s.store.readSettings(ctx, s.store.db.Reader(), t.userID)
	if err != nil {
		return false, err
	}
	list, err := s.deps.Talks.Since(ctx, t.conversationID(), at.notedSeq, messagesPerStep)
	if err != nil {
		return false, err
	}
	if !settings.Enabled {
		return s.markReadWithoutNoting(ctx, t, at, list)
	}
	messagesToNote := list
	if len(changedIDs) > 0 {
		changed, err := s.deps.Talks.ByIDs(ctx, t.conversationID(), changedIDs)
		if err != nil {
			return false, err
		}
		messagesToNote = append(slices.Clone(list), changed...)
	}
	if len(messagesToNote) > 0 {
		if err := s.storeNotes(ctx, t, at, list, messagesToNote); err != nil {
			return false, err
		}
		return false, nil
	}
	return s.summariseNextBlock(ctx, t, at)
}

// markReadWithoutNoting stores that the messages in list are read and need no summary, without noting
// facts. isDone reports whether list is empty.
func (s *Service) markReadWithoutNoting(ctx context.Context, t talk, at talkProgress, list []Message) (isDone bool, err error) {
	if len(list) == 0 {
		return true, nil
	}
	lastSeq := list[len(list)-1].Seq
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.advanceProgress(ctx, tx, t, at, talkProgress{notedSeq: lastSeq, summarisedSeq: max(at.summarisedSeq, lastSeq)})
	})
	return false, err
}

// storeNotes finds and stores the facts of the user's messages in messagesToNote. messagesToNote has the messages
// of list and the changed messages. The progress of the talk advances to the last message of list.
func (s *Service) storeNotes(ctx context.Context, t talk, at talkProgress, list, messagesToNote []Message) error {
	facts := s.findFacts(ctx, t, messagesOfUser(messagesToNote))
	to := talkProgress{notedSeq: at.notedSeq, summarisedSeq: at.summarisedSeq}
	if len(list) > 0 {
		to.notedSeq = list[len(list)-1].Seq
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.advanceProgress(ctx, tx, t, at, to); err != nil {
			return err
		}
		return s.storeNewFacts(ctx, tx, t, facts)
	})
}

// messagesOfUser returns the messages in list that the user wrote.
func messagesOfUser(list []Message) []Message {
	return slices.DeleteFunc(slices.Clone(list), func(l Message) bool { return !l.IsUser })
}

// storeNewFacts stores new facts about the user, except facts that match a deleted memory. A new
// name or home replaces the earlier name or home. If the talk then has more than maxMemories
// memories, the oldest notes are deleted. The caller has locked the talk. Rules memory-notes,
// memory-limits.
func (s *Service) storeNewFacts(ctx context.Context, tx storage.Querier, t talk, facts []Memory) error {
	facts, err := s.withoutDeletedFacts(ctx, tx, t, facts)
	if err != nil {
		return err
	}
	for _, m := range facts {
		isNew, err := s.store.insertMemory(ctx, tx, m)
		if err != nil {
			return err
		}
		if isNew && (m.Kind == extract.KindName || m.Kind == extract.KindHome) {
			if err := s.store.deleteFormerNotesOfKind(ctx, tx, m); err != nil {
				return err
			}
		}
	}
	return s.store.deleteOldestNotes(ctx, tx, t, maxMemories)
}

// withoutDeletedFacts returns the facts that match no deleted memory. withoutDeletedFacts leaves
// out facts with more than maxContentWords content words. Rule memory-deleted.
func (s *Service) withoutDeletedFacts(ctx context.Context, tx storage.Querier, t talk, facts []Memory) ([]Memory, error) {
	var allKeys []string
	keysByFactIndex := make([][]string, len(facts))
	for i, m := range facts {
		keys, ok := s.deletionKeysRefusing(t.userID, m.Text)
		if ok {
			keysByFactIndex[i] = keys
			allKeys = append(allKeys, keys...)
		}
	}
	storedDeletionKeys, err := s.store.findDeletionKeys(ctx, tx, t, allKeys)
	if err != nil {
		return nil, err
	}
	var out []Memory
	for i, m := range facts {
		if keysByFactIndex[i] != nil && !slices.ContainsFunc(keysByFactIndex[i], func(key string) bool { return storedDeletionKeys[key] }) {
			out = append(out, m)
		}
	}
	return out, nil
}

// findFacts returns the facts of messages. The model finds them, or package extract if there
// is no model, no budget or no answer (rule memory-notes).
func (s *Service) findFacts(ctx context.Context, t talk, list []Message) []Memory {
	if len(list) == 0 {
		return nil
	}
	if answer, ok := s.askModel(ctx, t, factsRequest(list)); ok {
		return s.toMemories(t, list, parseFacts(answer, list))
	}
	var found []foundFact
	for i, l := range list {
		for _, f := range extract.Facts(l.Text) {
			found = append(found, foundFact{i, f})
		}
	}
	return s.toMemories(t, list, found)
}

// foundFact is a fact and the index of its message in a list of lines.
type foundFact struct {
	lineIndex int
	fact      extract.Fact
}

// toMemories returns new memories with the found facts. It leaves out instructions and texts
// that cleanAndCheckText refuses (rule memory-no-instructions).
func (s *Service) toMemories(t talk, list []Message, found []foundFact) []Memory {
	out := make([]Memory, 0, len(found))
	for i, n := range found {
		text, err := cleanAndCheckText(strings.TrimRight(n.fact.Text, " ."))
		if err != nil || extract.IsInstruction(text) {
			continue
		}
		l := list[n.lineIndex]
		at := l.CreatedAt.Add(time.Duration(i) * time.Millisecond) // different times keep the order
		out = append(out, Memory{
			ID: core.NewID(at), UserID: t.userID, CharacterID: t.characterID, Kind: n.fact.Kind, Text: text,
			MessageID: l.ID, CreatedAt: at, words: contentWords(text),
		})
	}
	return out
}
