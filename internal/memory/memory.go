// Package memory is what characters remember of a user: facts with the message that each one
// comes from, a rolling summary of old messages, and the user's own card. It owns the tables
// memories, memory_deleted, memory_talks, memory_summaries and memory_settings.
//
// Invariants:
//   - A deleted memory is not noted again, and no summary has its words, unless the user
//     writes it again. Hashes of its words are stored for that, not the words (deleted.go).
//   - A character is told the memories of its own talks, and of other characters' only those
//     that the user tells all.
//   - What was read of a talk before one of its messages, or a memory, was deleted is not
//     stored after: every writer locks the row of the talk, and deletions change its version.
//   - Memories reach prompts as one line of plain text, without the characters of markup.
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
	ID          string
	UserID      string
	CharacterID int
	Kind        extract.Kind
	Text        string // 1 to maxText characters
	MessageID   string // the message that it comes from; "" if the user wrote it
	Pinned      bool   // told in every turn
	Everywhere  bool   // told to all characters
	Edited      bool
	CreatedAt   time.Time

	words []string // content words of Text
}

// Deps are the dependencies of a Service. Notes are taken without a model while IsDemo
// returns true.
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

	// Window is how many tokens of a talk prompts have. Older messages are summarised.
	Window func() int
	// Rest is how long a talk rests before a model reads it, so that one call reads several
	// messages.
	Rest time.Duration
}

// Service is the memory room. It is safe for concurrent use.
type Service struct {
	deps   Deps
	store  store
	secret []byte
}

// New returns a Service for a migrated database and registers its job.
func New(ctx context.Context, d Deps) (*Service, error) {
	secret, err := d.DB.Secret(ctx, "memory")
	if err != nil {
		return nil, err
	}
	s := &Service{deps: d, store: store{db: d.DB}, secret: secret}
	d.Jobs.HandleWith(noteJob, noteRetry, s.runNote)
	return s, nil
}
