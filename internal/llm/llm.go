// Package llm talks to language models. A Provider turns one Request into a
// stream of Deltas. The sub-packages openai and anthropic and the package demo
// implement it, and Failover joins several into one.
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
	// Stream sends the request and yields the answer piece by piece. It ends with
	// a Delta that has Finish, or with an *Error. A stream that stops without a
	// finish of the model yields ErrTruncated. Cancelling ctx or leaving the loop
	// ends the request at the model's side.
	Stream(ctx context.Context, req Request) iter.Seq2[Delta, error]
}

// Role is the author of a Message.
type Role string

// The two roles of a conversation. System prompts are in Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one line of the conversation.
type Message struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
	// Notes are instructions that Turns puts before Content for a model. They are
	// no part of the conversation, and the demo responder ignores them.
	Notes string `json:"notes,omitempty"`
}

// Task is the purpose of an answer.
type Task uint8

// The tasks.
const (
	Reply   Task = iota // the character's next line
	Suggest             // three lines that the user could say next
)

// Request is one call to a model.
type Request struct {
	Task        Task
	System      []string // stable parts first, for the prompt caches of providers
	Messages    []Message
	MaxTokens   int
	Temperature float64
	TopP        float64
	Stop        []string        // at most four are sent
	Schema      json.RawMessage // JSON schema of the answer, where the server enforces one
	// Persona and Chat, the id of the conversation, are the input of the demo
	// responder, which gives the same conversation the same answers. Model clients
	// ignore Persona, Chat and Talk. Failover counts failures by the user in the
	// id, {userId}_{characterId} (rule chat-conversation-id).
	Persona *core.Persona
	Chat    string
	// Help has the help lines that the reply to a person at risk must name; nil
	// for others (rule safety-help-line).
	Help *distress.Help
	// Talk is the conversation for Suggest, whose Messages hold a task instead.
	Talk []Message
}

// Delta is one event of an answer. The Text and Reasoning of an answer are those
// of its deltas joined. Usage and Finish come with the last one, if the server
// reports them.
type Delta struct {
	Text      string
	Reasoning string
	Usage     *Usage
	Finish    Finish
	// Waiting is the reason why no text has come yet. Such a Delta has no text.
	Waiting  Reason
	Provider string // Name of the provider that answers, for the stored message
	// More says that another Delta has arrived already and follows at once: a
	// reader may delay its output until then and save a flush.
	More bool
}

// Reason is what a reader waits for.
type Reason string

// LoadingModel is the Reason while a local server loads the model, which can take
// minutes.
const LoadingModel Reason = "loading_model"

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
	Output int
}
