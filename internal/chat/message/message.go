// Package message holds the messages of conversations: their states, and the
// SQL of the table messages. It decides nothing; package chat stores lines, and
// package writing runs replies.
package message

import (
	"time"
	"unicode/utf8"

	"colloquy/internal/core/plain"
	"colloquy/internal/llm"
)

// Message is one line of a conversation: of its user, or a reply.
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
	UserSlot       string // of a new reply: which of its user's running replies it is
	CreatedAt      time.Time
}

// Retryable reports whether a conversation that ends with m can get a reply
// without a new line.
func (m Message) Retryable() bool { return m.IsUser || m.Status.Retryable() }

// Turn names a user's line and the reply to it.
type Turn struct {
	ConversationID string
	UserMessageID  string
	ReplyID        string
	IsNew          bool // the call that returns the turn started it
}

// TurnOf is the turn of a reply.
func TurnOf(reply Message) Turn {
	return Turn{ConversationID: reply.ConversationID, UserMessageID: reply.ReplyTo, ReplyID: reply.ID}
}

// StartAfter is the Seq in the reply's log after which a reader starts that says
// it read up to after. A new reply is read from its start: the reader's Seq is
// of another reply.
func (t Turn) StartAfter(after int64) int64 {
	if t.IsNew {
		return 0
	}
	return after
}

// Preview is the line under a name in the sidebar.
func Preview(text string) string {
	const most = 140
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return plain.First(text, most-1) + "…"
}
