// Package chat holds conversations between users and characters. It stores messages, starts replies
// and streams them. Package writing runs a reply to its end. Package chat owns the tables
// conversations, messages, chat_archives, message_reports, chat_usage and deleted_sends.
//
// Invariants:
//
//   - A user has at most one conversation with a character.
//   - At most one reply of a conversation runs at once, and at most two replies of a user.
//   - A user message has at most one current reply, besides older versions of this reply.
//   - The user message and the row of its reply are committed before readers see any of the reply.
//   - The stored text is exactly what readers were shown.
package chat

import (
	"context"
	"log/slog"
	"time"

	"colloquy/internal/chat/quote"
	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// Deps are the dependencies and settings of the Service.
type Deps struct {
	DB         *storage.DB
	Live       live.Logs
	Model      llm.Provider
	Characters Characters
	Access     Access
	Limits     Limits
	Jobs       Jobs
	Recordings Recordings
	Memory     Memory
	Budget     Budget
	Metrics    writing.Metrics
	Clock      core.Clock
	Log        *slog.Logger
	// IsDemo reports whether no model is connected, so that the demo responder writes the
	// replies. Its result can change while the service runs.
	IsDemo func() bool
	// MaxRepliesWrittenAtOnce is the largest number of replies that are written at once.
	MaxRepliesWrittenAtOnce int
}

// Service implements the calls of the chat. The caller must start Run and RunSweeps in
// goroutines: Run saves checkpoints, RunSweeps ends replies without a writer.
type Service struct {
	deps        Deps
	store       store
	replyRunner *writing.ReplyRunner
	quotes      quote.Cache
	// drainCtx is cancelled when the shutdown begins: streams then close, and sends are
	// refused.
	drainCtx   context.Context
	startDrain context.CancelFunc
}

// New returns a Service and registers its jobs. The caller must start Run and RunSweeps.
func New(d Deps) *Service {
	drainCtx, drain := context.WithCancel(context.Background())
	s := &Service{deps: d, store: store{db: d.DB}, drainCtx: drainCtx, startDrain: drain}
	s.replyRunner = writing.New(writing.Deps{
		DB: d.DB, Live: d.Live, Model: d.Model, Personas: personaFinder{s}, Memory: d.Memory, Budget: d.Budget, Metrics: d.Metrics,
		Clock: d.Clock, Log: d.Log, IsDemo: d.IsDemo, MaxRepliesWrittenAtOnce: d.MaxRepliesWrittenAtOnce,
	})
	d.Jobs.Every(deletedSendsJob, deletedSendsInterval, s.forgetDeletedSends)
	d.Jobs.Every(searchWordsJob, searchWordsInterval, s.addSearchWords)
	return s
}

// Run saves checkpoints until ctx ends (writing.ReplyRunner.Run).
func (s *Service) Run(ctx context.Context) error { return s.replyRunner.Run(ctx) }

// RunSweeps ends replies that have no writer. RunSweeps runs until ctx ends.
func (s *Service) RunSweeps(ctx context.Context) { s.replyRunner.RunSweeps(ctx) }

// InterruptUnfinishedReplies marks as interrupted the replies that an earlier process with the same data
// directory left unfinished. Call it before the first request.
func (s *Service) InterruptUnfinishedReplies(ctx context.Context) error {
	return s.replyRunner.InterruptUnfinishedReplies(ctx)
}

// Drain ends all streams, so that the server can stop. Clients reconnect and resume. Later
// sends are refused.
func (s *Service) Drain() { s.startDrain() }

// Close waits for running replies until ctx ends, then interrupts the others and
// stores their text.
func (s *Service) Close(ctx context.Context) {
	s.startDrain()
	s.replyRunner.Close(ctx)
}

// Conversation is one user's conversation with one character. Its id is
// {userId}_{characterId}.
type Conversation struct {
	ID           string
	UserID       string
	CharacterID  int
	Title        string // given by the user; empty means the character's name
	LastMessage  string
	MessageCount int
	Year         *int  // year from which the character speaks; nil means its present
	IsUnread     bool  // a reply has ended that the user has not seen
	replySeq     int64 // Seq of the last reply that has ended
	CreatedAt    time.Time
	UpdatedAt    time.Time
}
