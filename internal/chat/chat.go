// Package chat holds conversations between users and characters: it stores
// messages, has a model write the replies, and streams them. It owns the
// tables conversations, messages and chat_usage.
//
// Invariants: a conversation exists once per user and character; at most one
// reply of a conversation, and at most two of a user, are being written; a line
// has at most one reply in force; the user's line is committed before a model
// is asked; what a reader was shown is what is stored.
package chat

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
)

// Deps is what the room is built from.
type Deps struct {
	DB         *storage.DB
	Live       live.Log
	Jobs       Jobs
	Model      llm.Provider
	Characters Characters
	Access     Access
	Limits     Limits
	Budget     Budget
	Metrics    Metrics
	Clock      core.Clock
	Log        *slog.Logger
	// Demo reports whether no model is connected now: replies come from written
	// profiles. It changes while the service runs.
	Demo func() bool
	// MaxReplies bounds how many replies are written at once.
	MaxReplies int
}

// Service holds conversations. Run must be running for replies to be
// checkpointed and for broken ones to be found.
type Service struct {
	Deps
	store store
	// owner names this life of the process in the rows of the replies that it writes.
	owner  string
	leases leases
	canary string           // in each prompt and in no reply
	sizes  *llm.Calibration // how far token estimates are off
	slots  chan struct{}
	base   context.Context // ends replies at shutdown, never with a request
	cancel context.CancelCauseFunc
	// draining ends when shutting down begins: streams close, sends are refused.
	draining context.Context
	drain    context.CancelFunc

	mu       sync.Mutex
	writing  map[string]*reply // by message id; nil while the row is being committed
	closing  bool
	starting sync.WaitGroup // nil entries of writing
	wg       obs.Group
}

// canaryLetters are enough that no reply holds them by chance.
const canaryLetters = 12

// New makes the room.
func New(d Deps) *Service {
	base, cancel := context.WithCancelCause(context.Background())
	draining, drain := context.WithCancel(context.Background())
	s := &Service{
		Deps: d, store: store{db: d.DB}, sizes: &llm.Calibration{}, canary: "[#" + rand.Text()[:canaryLetters] + "]",
		slots: make(chan struct{}, d.MaxReplies), base: base, cancel: cancel, draining: draining, drain: drain,
		writing: map[string]*reply{}, owner: newOwner(d.DB.Node()), leases: newLeases(),
	}
	d.Jobs.Handle(suggestJob, s.runSuggestJob)
	return s
}

// Conversation is one user's talk with one character. Its id is
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

// Message is one line of a conversation.
type Message struct {
	ID             string
	ConversationID string
	Seq            int64
	IsUser         bool
	Content        string
	Status         Status
	ClientID       string // made by the client, makes a send idempotent
	ReplyTo        string // for a reply: the user's message it answers
	Provider       string // who wrote the reply: a model, or "demo"
	ErrorCode      string
	Suggestions    []string
	Usage          llm.Usage
	Owner          string // the life of the process that writes the reply
	LeaseUntil     time.Time
	userSlot       string // of a new reply: its place among those of its user
	CreatedAt      time.Time
}
