package app

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/catalogue"
	"colloquy/internal/chat/message"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/memory"
	"colloquy/internal/storage"
)

// memoryIdleTime is how long a conversation must be without a new message before a model takes
// notes of it (rule memory-notes).
const memoryIdleTime = 20 * time.Second

// newMemory returns the service of memories. Half of the model's context is the window of a prompt.
func (a *App) newMemory(ctx context.Context, characters *catalogue.Service) (*memory.Service, error) {
	return memory.New(ctx, memory.Deps{
		DB: a.db, Characters: memoryCharacters{characters}, Talks: memoryTalks{a.db}, Model: a.model, IsDemo: a.model.isDemo,
		Budget: chatBudget{a.ledger, a.model}, Limits: a.limits, Jobs: a.jobs, Clock: a.opts.Clock, Log: a.opts.Log,
		PromptWindowTokens: func() int { return llm.ContextTokens(a.model, prompt.DefaultContextTokens) / 2 }, NoteDelay: memoryIdleTime,
	})
}

// chatMemory adapts package memory to package chat.
type chatMemory struct{ *memory.Service }

// EnqueueNote enqueues a job that takes notes of a conversation. It is called when a reply has
// ended.
func (a chatMemory) EnqueueNote(ctx context.Context, tx storage.Querier, conversationID string) error {
	return a.Service.EnqueueNote(ctx, tx, conversationID)
}

// Recall returns what a prompt says about a user: the card, the summary and facts. Pinned facts
// alternate with facts that are relevant to lastWords. Rules memory-told, memory-card.
func (a chatMemory) Recall(ctx context.Context, userID string, characterID int, lastWords string) (prompt.CharacterMemory, error) {
	stablePart, turnPart, err := a.Service.Recall(ctx, userID, characterID, lastWords)
	out := prompt.CharacterMemory{UserCard: stablePart.AboutUser, Summary: stablePart.Summary}
	if stablePart.Name != "" {
		out.UserCard = strings.TrimSpace("Call me " + stablePart.Name + ". " + stablePart.AboutUser)
	}
	out.Facts = interleaveTexts(stablePart.Pinned, turnPart.Memories)
	return out, err
}

// interleaveTexts returns the texts of two lists in turns, so that a prompt with little room has
// some of both.
func interleaveTexts(pinnedMemories, relevantMemories []memory.Memory) (out []string) {
	for i := range max(len(pinnedMemories), len(relevantMemories)) {
		for _, list := range [][]memory.Memory{pinnedMemories, relevantMemories} {
			if i < len(list) {
				out = append(out, list[i].Text)
			}
		}
	}
	return out
}

// memoryCharacters adapts the catalogue to package memory.
type memoryCharacters struct{ catalogue *catalogue.Service }

// Character looks a character up, hidden or not. ref is the character's id, slug, former slug or
// character_id, or the id of the actor's conversation with it. For the id of another user's
// conversation, the error is core.ErrNoCharacter. Rules access-foreign-is-missing, memory-rights.
func (a memoryCharacters) Character(ctx context.Context, actor core.Actor, ref string) (memory.Character, error) {
	if i := strings.LastIndexByte(ref, '_'); i >= 0 {
		n, err := strconv.Atoi(ref[i+1:])
		if ref[:i] != actor.UserID || err != nil || strconv.Itoa(n) != ref[i+1:] {
			return memory.Character{}, core.ErrNoCharacter
		}
		ref = ref[i+1:]
	}
	c, err := a.catalogue.Find(ctx, ref)
	if err != nil {
		return memory.Character{}, err
	}
	return memory.Character{CharacterID: c.CharacterID, Name: c.Name}, nil
}

// memoryTalks adapts the messages to package memory.
type memoryTalks struct{ db *storage.DB }

// Since returns at most limit messages with a Seq above seq. It stops before the first
// running reply.
func (a memoryTalks) Since(ctx context.Context, conversationID string, seq int64, limit int) ([]memory.Message, error) {
	list, err := message.ActiveAfterSeq(ctx, a.db.Reader(), conversationID, seq, limit)
	var out []memory.Message
	for _, m := range list {
		if m.Status == message.Generating {
			break
		}
		out = append(out, toMemoryMessage(m))
	}
	return out, err
}

// Newest returns the last messages, at most limit, the oldest first.
func (a memoryTalks) Newest(ctx context.Context, conversationID string, limit int) ([]memory.Message, error) {
	list, err := message.BeforeSeq(ctx, a.db.Reader(), conversationID, math.MaxInt64, limit)
	out := make([]memory.Message, len(list))
	for i, m := range list {
		out[i] = toMemoryMessage(m)
	}
	slices.Reverse(out)
	return out, err
}

// ByIDs returns the messages with the given ids, without those that do not exist.
func (a memoryTalks) ByIDs(ctx context.Context, conversationID string, ids []string) ([]memory.Message, error) {
	var out []memory.Message
	for _, id := range ids {
		m, err := message.ByID(ctx, a.db.Reader(), conversationID, id)
		if message.IgnoreNotFound(err) != nil {
			return nil, err
		}
		if err == nil {
			out = append(out, toMemoryMessage(m))
		}
	}
	return out, nil
}

func toMemoryMessage(m message.Message) memory.Message {
	return memory.Message{ID: m.ID, Seq: m.Seq, IsUser: m.IsUser, Text: m.Content, CreatedAt: m.CreatedAt}
}
