// Package message holds the messages of conversations: their states, and the SQL of the
// table messages. Package chat stores user messages with it, package writing stores
// replies.
package message

import (
	"time"
	"unicode/utf8"

	"colloquy/internal/core/plain"
	"colloquy/internal/llm"
)

// Message is one message of a conversation, by the user or by the character.
type Message struct {
	ID             string
	ConversationID string
	Seq            int64 // position in the conversation, ascending
	IsUser         bool
	Content        string
	Status         Status
	ClientID       string // made by the client, makes a send idempotent
	ReplyTo        string // for a reply: the id of the user message that it answers
	Provider       string // writer of the reply: a model's provider, or "demo"
	ErrorCode      string
	Suggestions    []string
	Usage          llm.Usage
	OwnerProcess   string // the process that writes the reply; a restarted process is another owner
	// LeaseUntil is when other processes may treat the reply as having no writer.
	LeaseUntil time.Time
	UserSlot   string // the slot of the user that a running reply takes (TakenSlots)
	CreatedAt  time.Time
	IsActive   bool   // false for a replaced version and in an archive; Insert ignores it
	Guidance   string // for a version of a reply: what the user asked of it
	Feedback   int    // 1: thumb up, -1: thumb down, 0: none
}

// Retryable reports whether a conversation whose last message is m can get a reply
// without a new user message.
func (m Message) Retryable() bool { return m.IsUser || m.Status.Retryable() }

// Turn identifies a user message and its reply.
type Turn struct {
	ConversationID string
	UserMessageID  string
	ReplyID        string
	Seq            int64 // Seq of the reply in the conversation
	IsNew          bool  // the call that returns this Turn has started the reply
}

// TurnOf returns the turn of a reply.
func TurnOf(reply Message) Turn {
	return Turn{ConversationID: reply.ConversationID, UserMessageID: reply.ReplyTo, ReplyID: reply.ID, Seq: reply.Seq}
}

// StartSeq returns the Seq in the reply's live log after which a reader starts. after is the last
// Seq that the reader has. If the turn is new, after belongs to the log of an older reply.
func (t Turn) StartSeq(after int64) int64 {
	if t.IsNew {
		return 0
	}
	return after
}

// Preview shortens the last message of a conversation for the sidebar, to at most 140
// characters. Rule chat-sidebar-order.
func Preview(text string) string {
	const most = 140
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return plain.FirstCharacters(text, most-1) + "…"
}
