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

const noteJob = "memory.note"

// noteRetry waits long enough for a model server to come back.
var noteRetry = jobs.RetryPolicy{First: 2 * time.Second, Max: 10 * time.Minute, Attempts: 8, Jitter: 0.2}

const (
	// linesAtOnce is how many messages one step of a job reads.
	linesAtOnce = 40
	// maxSteps bounds a job. What is left is read by another one.
	maxSteps = 50
)

type notePayload struct {
	ConversationID string   `json:"conversation_id"`
	MessageIDs     []string `json:"message_ids,omitempty"` // to read again
}

// Note has a job read what is new in a conversation, and messages again that were changed.
// Call it in the transaction that stores a reply or changes a message. The job runs after
// the commit; with a model, after a rest, so that it reads several messages at once. Rules
// memory-notes, memory-off.
func (s *Service) Note(ctx context.Context, tx storage.Querier, conversationID string, again ...string) error {
	t, ok := parseTalk(conversationID)
	if !ok {
		return nil
	}
	if err := s.store.begin(ctx, tx, t); err != nil {
		return err
	}
	job := jobs.Job{Kind: noteJob, Payload: notePayload{conversationID, again}}
	now := s.deps.Clock.Now()
	if s.deps.IsDemo() || s.deps.Rest == 0 || len(again) > 0 {
		job.Key = conversationID + " " + core.NewID(now)
		return s.deps.Jobs.Enqueue(ctx, tx, job)
	}
	job.RunAt = now.Truncate(s.deps.Rest).Add(2 * s.deps.Rest) // all messages of a period share a job
	job.Key = conversationID + " " + strconv.FormatInt(core.Millis(job.RunAt), 36)
	return s.deps.Jobs.Enqueue(ctx, tx, job)
}

// runNote is the job. It runs until all is read, and again from the new state after another
// job or a deletion was faster.
func (s *Service) runNote(ctx context.Context, payload []byte) error {
	var p notePayload
	if err := json.Unmarshal(payload, &p); err != nil {
		return err
	}
	t, ok := parseTalk(p.ConversationID)
	if !ok {
		return nil
	}
	for range maxSteps {
		isDone, err := s.step(ctx, t, p.MessageIDs)
		switch {
		case errors.Is(err, errStale):
			continue
		case err != nil:
			return err
		case isDone:
			return nil
		}
		p.MessageIDs = nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.Note(ctx, tx, p.ConversationID, p.MessageIDs...) })
}

// step reads the next messages of a talk. It reports whether all are read.
func (s *Service) step(ctx context.Context, t talk, again []string) (isDone bool, err error) {
	at, found, err := s.store.progress(ctx, t)
	if err != nil || !found {
		return true, err
	}
	settings, err := s.store.settings(ctx, s.store.db.Reader(), t.userID)
	if err != nil {
		return false, err
	}
	list, err := s.deps.Talks.Since(ctx, t.conversationID(), at.noted, linesAtOnce)
	if err != nil {
		return false, err
	}
	if !settings.Enabled {
		return s.pass(ctx, t, at, list)
	}
	fresh := list
	if len(again) > 0 {
		changed, err := s.deps.Talks.Find(ctx, t.conversationID(), again)
		if err != nil {
			return false, err
		}
		fresh = append(slices.Clone(list), changed...)
	}
	if len(fresh) > 0 {
		if err := s.note(ctx, t, at, list, fresh); err != nil {
			return false, err
		}
		return false, nil
	}
	return s.foldNext(ctx, t, at)
}

// pass counts messages as read that are not to be noted.
func (s *Service) pass(ctx context.Context, t talk, at progress, list []Line) (isDone bool, err error) {
	if len(list) == 0 {
		return true, nil
	}
	last := list[len(list)-1].Seq
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.advance(ctx, tx, t, at, progress{noted: last, folded: max(at.folded, last)})
	})
	return false, err
}

// note stores the facts of messages, and that those of list are read.
func (s *Service) note(ctx context.Context, t talk, at progress, list, fresh []Line) error {
	facts := s.factsOf(ctx, t, usersOf(fresh))
	to := progress{noted: at.noted, folded: at.folded}
	if len(list) > 0 {
		to.noted = list[len(list)-1].Seq
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.advance(ctx, tx, t, at, to); err != nil {
			return err
		}
		return s.keep(ctx, tx, t, facts)
	})
}

// usersOf returns the messages of the user.
func usersOf(list []Line) []Line {
	return slices.DeleteFunc(slices.Clone(list), func(l Line) bool { return !l.IsUser })
}

// keep stores the facts that were not deleted before. The caller has locked the talk.
func (s *Service) keep(ctx context.Context, tx storage.Querier, t talk, facts []Memory) error {
	facts, err := s.withoutDeleted(ctx, tx, t, facts)
	if err != nil {
		return err
	}
	for _, m := range facts {
		isNew, err := s.store.insert(ctx, tx, m)
		if err != nil {
			return err
		}
		if isNew && (m.Kind == extract.Name || m.Kind == extract.Home) {
			if err := s.store.deleteFormer(ctx, tx, m); err != nil {
				return err
			}
		}
	}
	return s.store.deleteOldest(ctx, tx, t, maxMemories)
}

// withoutDeleted leaves out the facts that deleted memories refuse. Rule memory-deleted.
func (s *Service) withoutDeleted(ctx context.Context, tx storage.Querier, t talk, facts []Memory) ([]Memory, error) {
	var all []string
	refusing := make([][]string, len(facts))
	for i, m := range facts {
		keys, ok := s.refusingKeys(t.userID, m.Text)
		if ok {
			refusing[i] = keys
			all = append(all, keys...)
		}
	}
	found, err := s.store.deleted(ctx, tx, t, all)
	if err != nil {
		return nil, err
	}
	var out []Memory
	for i, m := range facts {
		if refusing[i] != nil && !slices.ContainsFunc(refusing[i], func(key string) bool { return found[key] }) {
			out = append(out, m)
		}
	}
	return out, nil
}

// factsOf returns the facts of messages: the model's, or those of the patterns if there is no
// model, no budget or no answer.
func (s *Service) factsOf(ctx context.Context, t talk, list []Line) []Memory {
	if len(list) == 0 {
		return nil
	}
	if answer, ok := s.ask(ctx, t, factsRequest(list)); ok {
		return s.memoriesOf(t, list, parseFacts(answer, list))
	}
	var found []noted
	for i, l := range list {
		for _, f := range extract.Facts(l.Text) {
			found = append(found, noted{i, f})
		}
	}
	return s.memoriesOf(t, list, found)
}

// noted is a fact and the number of its message.
type noted struct {
	line int
	fact extract.Fact
}

func (s *Service) memoriesOf(t talk, list []Line, found []noted) []Memory {
	out := make([]Memory, 0, len(found))
	for i, n := range found {
		text, err := checkText(strings.TrimRight(n.fact.Text, " ."))
		if err != nil || extract.IsInstruction(text) {
			continue
		}
		l := list[n.line]
		at := l.CreatedAt.Add(time.Duration(i) * time.Millisecond) // keeps their order
		out = append(out, Memory{
			ID: core.NewID(at), UserID: t.userID, CharacterID: t.characterID, Kind: n.fact.Kind, Text: text,
			MessageID: l.ID, CreatedAt: at, words: contentOf(text),
		})
	}
	return out
}
