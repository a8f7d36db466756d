// Package memory stores what characters remember of a user: facts with their messages, a rolling
// summary of old messages, and the memory card that a user writes. A talk is the
// conversation of a user with a character. The package owns the tables memories, memory_deleted,
// memory_talks, memory_summaries and memory_settings.
//
// Invariants:
//   - A deleted memory is not noted again and no summary states it, unless the user adds it again.
//     Hashes of its words are stored for this, not the words (deleted.go).
//   - The prompts of a character contain the memories of its own talk. They contain a memory of
//     another character only if the user shares it with all characters.
//   - A job stores no facts if a message or memory of the talk was deleted while the job read.
//     Every writer locks the row of the talk, and deletions change its version.
//   - A memory is one line of plain text without markup characters.
package memory

import (
	"context"
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/memory/extract"
	"colloquy/internal/storage"
)

// Memory is one remembered thing.
type Memory struct {
	ID                    string
	UserID                string
	CharacterID           int
	Kind                  extract.Kind
	Text                  string // 1 to maxTextLength characters
	MessageID             string // id of the message that the memory comes from; "" if the user added the memory
	IsPinned              bool   // in every prompt of the character
	IsToldToAllCharacters bool   // in the prompts of all characters
	IsEdited              bool   // the user has changed Text
	CreatedAt             time.Time

	words []string // content words of Text, sorted (words.ContentWords)
}

// Deps are the dependencies of a Service. While IsDemo returns true, no model is called and
// the patterns of package extract find the facts.
type Deps struct {
	DB         *storage.DB
	Characters Characters
	Talks      Talks
	Model      llm.Provider
	IsDemo     func() bool
	Budget     Budget
	Limits     Limits
	Jobs       Jobs
	Clock      core.Clock
	Log        *slog.Logger

	// PromptWindowTokens returns how many tokens of a talk fit into a prompt. Older messages are
	// summarised.
	PromptWindowTokens func() int
	// NoteDelay is about how long a job waits before a model reads the new messages of a talk.
	// After the wait one call of the model reads several messages. 0 means no wait.
	NoteDelay time.Duration
}

// Service implements the calls about memories, and the functions for other packages. It is
// safe for concurrent use.
type Service struct {
	deps       Deps
	store      store
	hashSecret []byte
}

// New returns a Service for a migrated database and registers its job in d.Jobs.
func New(ctx context.Context, d Deps) (*Service, error) {
	secret, err := d.DB.Secret(ctx, "memory")
	if err != nil {
		return nil, err
	}
	s := &Service{deps: d, store: store{db: d.DB}, hashSecret: secret}
	d.Jobs.HandleWith(noteJobKind, noteRetryPolicy, s.runNoteJob)
	return s, nil
}
