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

// Provider answers requests with one model or one authored voice.
type Provider interface {
	// Name identifies the provider and model in logs, metrics and on stored
	// messages, such as "openai:llama3.2" or "demo".
	Name() string
	// Stream sends the request and yields the answer piece by piece. It ends
	// after the model's own end, or with an *Error: a stream that stops without
	// the model saying so yields Truncated. Cancelling ctx ends the request at
	// the model's side. Breaking out of the loop does too.
	Stream(ctx context.Context, req Request) iter.Seq2[Delta, error]
}

// Role says whose line a Message is.
type Role string

// The two roles of a talk. What a system prompt says is in Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one line of the talk so far.
type Message struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
	// Notes stand before Content when a model reads it (Turns puts them there).
	// They are no part of what was said: the demo responder passes them over.
	Notes string `json:"notes,omitempty"`
}

// Task says what an answer is for.
type Task uint8

// The tasks.
const (
	Reply   Task = iota // the character's next line
	Suggest             // three things the user could say next, one a line
)

// Request is one call to a model.
type Request struct {
	Task        Task
	System      []string // stable parts first, so that providers' prompt caches hit
	Messages    []Message
	MaxTokens   int
	Temperature float64
	TopP        float64
	Stop        []string        // at most four are sent
	Schema      json.RawMessage // JSON schema of the answer, where the server enforces one
	// Persona and Chat are what the demo responder answers from: the authored
	// material, and the conversation's id, so that the same talk gets the same
	// answers. Model clients ignore both, and Talk. Failover counts failures by
	// the user in the conversation's id, {userId}_{characterId}.
	Persona *core.Persona
	Chat    string
	// Help is what the reply to somebody at risk must name; nil for others.
	Help *distress.Help
	// Talk is the whole talk, for Suggest, whose Messages hold a task instead.
	Talk []Message
}

// Delta is one event of an answer. Text and Reasoning are appended as they
// come; Usage and Finish come at the end, where the server tells them.
type Delta struct {
	Text      string
	Reasoning string
	Usage     *Usage
	Finish    Finish
	// Waiting says why no text has come yet. It comes without text.
	Waiting  Reason
	Provider string // the Name of the provider that answers, for the stored message
	// More says that another Delta has arrived already and follows at once, so
	// that a reader may wait for it and show both together. Clients that cannot
	// tell leave it out.
	More bool
}

// Reason says what a reader waits for.
type Reason string

// LoadingModel is the reason while a local server loads the model, which may
// take minutes.
const LoadingModel Reason = "loading_model"

// Finish says why a model ended.
type Finish string

// The ends a model reports.
const (
	FinishStop     Finish = "stop"
	FinishLength   Finish = "length"
	FinishFiltered Finish = "filtered"
)

// Usage is what a call cost, in tokens.
type Usage struct {
	Prompt int // all input tokens, cached ones included
	Cached int // of those, read from the provider's cache
	Output int
}
