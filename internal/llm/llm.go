// Package llm talks to language models. A Provider turns one Request into a stream of Deltas. The
// packages openai, anthropic and demo implement Provider. A Failover asks several providers in
// order. A Balance shares the requests among several providers.
package llm

import (
	"context"
	"encoding/json"
	"iter"

	"colloquy/internal/core"
	"colloquy/internal/distress"
)

// Provider answers requests: a client of one model, or the demo responder.
type Provider interface {
	// Name identifies the provider and model in logs, metrics and on stored
	// messages, such as "openai:llama3.2" or "demo".
	Name() string
	// Stream sends the request and yields the answer piece by piece. The last value is a Delta with
	// Finish, or an *Error: ErrTruncated if the stream stops without a finish of the model. If ctx
	// ends or the caller leaves the loop, the request at the model server ends too.
	Stream(ctx context.Context, req Request) iter.Seq2[Delta, error]
}

// Role is the author of a Message.
type Role string

// The two roles of a conversation. System prompts are in Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one message of the conversation.
type Message struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
	// OpeningNotes are instructions for a model. MergeMessages puts OpeningNotes before Content.
	// OpeningNotes are not part of the conversation, and the demo responder ignores them.
	OpeningNotes string `json:"notes,omitempty"`
	// ClosingNotes are instructions for a model, like OpeningNotes. MergeMessages puts ClosingNotes
	// after Content.
	ClosingNotes string `json:"closing,omitempty"`
}

// Task is the purpose of an answer.
type Task uint8

// The tasks.
const (
	Reply   Task = iota // the character's next message
	Suggest             // at most MaxSuggestions messages that the user could send next
	Note                // a text about the talk: facts or a summary for the memory, or a note about a reply
)

// MaxSuggestions is the largest number of suggestions, for every provider (rule
// suggestions-at-most-three).
const MaxSuggestions = 3

// Request is one call to a model.
type Request struct {
	Task        Task
	System      []string  // stable parts first, for the prompt caches of providers
	Samples     []Message // exchanges before Messages that show a model how the character speaks; the demo responder ignores them
	Messages    []Message
	MaxTokens   int
	Temperature float64
	TopP        float64
	// MinP and RepeatPenalty are sampling settings for the servers that support them; 0
	// means the default of the client.
	MinP          float64
	RepeatPenalty float64
	Stop          []string        // at most four are sent to the server
	Schema        json.RawMessage // JSON schema of the answer, for servers that enforce one
	// IsPaying is true if the user has a running purchase. A Balance chooses by it; model clients
	// ignore it.
	IsPaying bool
	// Persona is the character as whom the demo responder answers. Model clients ignore it.
	Persona *core.Persona
	// ConversationID is the id of the conversation, {userId}_{characterId}. The demo responder
	// makes its choices by this id, and Failover counts failures by user. Model clients ignore it.
	ConversationID string
	// Help has the help lines that the reply to a user at risk must name; nil for other
	// users.
	Help *distress.Help
	// The demo responder reads OtherVersions, Guidance, ReplyBeginning and Talk; model clients
	// ignore them.
	OtherVersions []string // texts of the other versions of this reply
	Guidance      string   // the user's wish for this version
	// ReplyBeginning is the text that the reply continues, or empty for a new reply. Model clients
	// ignore ReplyBeginning. So the last message but one in Messages contains the text too.
	ReplyBeginning string
	// Talk is the conversation to which a Suggest request belongs. The Messages of such a request
	// contain a task instead of the conversation.
	Talk []Message
}

// Delta is one event of an answer. The answer is the joined Text of all deltas, and its reasoning
// is their joined Reasoning. The last delta has Finish, and Usage if the server reports it.
type Delta struct {
	Text      string
	Reasoning string
	Usage     *Usage
	Finish    Finish
	// WaitReason is the reason why there is no text yet. Such a Delta has no text.
	WaitReason  WaitReason
	WaitSeconds int    // expected remaining wait, if WaitReason is Queued
	Provider    string // Name of the provider that answers, for the stored message
	// IsNextDeltaReady is true if another Delta has arrived already and follows at once, so a reader
	// may flush both together.
	IsNextDeltaReady bool
}

// WaitReason is why an answer has not begun.
type WaitReason string

// The reasons.
const (
	LoadingModel WaitReason = "loading_model" // a local server loads the model, which may take minutes
	Queued       WaitReason = "queued"        // all slots of the members of a Balance are taken
)

// Finish is why a model ended an answer.
type Finish string

// The values of Finish.
const (
	FinishStop     Finish = "stop"
	FinishLength   Finish = "length"
	FinishFiltered Finish = "filtered"
)

// Usage counts the tokens of a call.
type Usage struct {
	Prompt int // input tokens, including cached ones
	Cached int // input tokens from the provider's cache
	Output int // tokens of the answer
}
