// Package chat holds conversations between users and characters: it stores
// lines, starts replies, and streams them. Package writing runs a reply to its
// end. The room owns the tables conversations, messages and chat_usage.
//
// Invariants: a conversation exists once per user and character; at most one
// reply of a conversation, and at most two of a user, are being written; a line
// has at most one reply in force; the user's line is committed before a model
// is asked; what a reader was shown is what is stored.
package chat

import (
	"context"
	"log/slog"
	"time"

	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// Deps is what the room is built from.
type Deps struct {
	DB         *storage.DB
	Live       live.Log
	Model      llm.Provider
	Characters Characters
	Access     Access
	Limits     Limits
	Budget     writing.Budget
	Metrics    writing.Metrics
	Clock      core.Clock
	Log        *slog.Logger
	// Demo reports whether no model is connected now: replies come from written
	// profiles. It changes while the service runs.
	Demo func() bool
	// MaxReplies bounds how many replies are written at once.
	MaxReplies int
}

// Service is the room. Run must be running for replies to be checkpointed and
// for replies without a writer to be ended.
type Service struct {
	deps    Deps
	store   store
	replies *writing.Replies
	// draining ends when shutting down begins: streams close, sends are refused.
	draining context.Context
	drain    context.CancelFunc
}

// New makes the room.
func New(d Deps) *Service {
	draining, drain := context.WithCancel(context.Background())
	s := &Service{deps: d, store: store{db: d.DB}, draining: draining, drain: drain}
	s.replies = writing.New(writing.Deps{
		DB: d.DB, Live: d.Live, Model: d.Model, Personas: personas{s}, Budget: d.Budget, Metrics: d.Metrics,
		Clock: d.Clock, Log: d.Log, Demo: d.Demo, MaxReplies: d.MaxReplies,
	})
	return s
}

// Run does the upkeep of replies until ctx ends.
func (s *Service) Run(ctx context.Context) error { return s.replies.Run(ctx) }

// Recover marks the replies that a former life of this process left unfinished.
// It runs before the first request.
func (s *Service) Recover(ctx context.Context) error { return s.replies.Recover(ctx) }

// Drain ends all streams, so that the server can stop. Readers reconnect and
// resume.
func (s *Service) Drain() { s.drain() }

// Close waits for replies until ctx ends, then stops them as interrupted and
// stores what they have.
func (s *Service) Close(ctx context.Context) {
	s.drain()
	s.replies.Close(ctx)
}

// Conversation is one user's conversation with one character. Its id is
// {userId}_{characterId} (decisions §1).
type Conversation struct {
	ID           string
	UserID       string
	CharacterID  int
	LastMessage  string
	MessageCount int
	CreatedAt    time.Time
	UpdatedAt    time.Time
}
