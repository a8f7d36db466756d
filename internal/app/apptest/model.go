package apptest

import (
	"context"
	"iter"
	"strings"
	"sync"

	"colloquy/internal/llm"
)

// Model is a provider that tests script. By default it answers at once with
// "You said: " and the user's words, a word a piece.
type Model struct {
	mu        sync.Mutex
	script    func(req llm.Request) []Step
	requests  []llm.Request
	cancelled int
	gates     []chan struct{}
}

// Step is one thing that a scripted answer does.
type Step struct {
	Text string
	Err  error
	Hold chan struct{} // waits until it is closed, or the request is cancelled
	More bool          // the next step's text arrives together with this one's
}

// NewModel makes a model with the default answer.
func NewModel() *Model { return &Model{script: echo} }

func echo(req llm.Request) []Step {
	if req.Task == llm.Suggest {
		return []Step{{Text: "Tell me more.\nWhy is that?\nWhat came next?"}}
	}
	return Words("You said: " + strings.TrimSpace(req.Messages[len(req.Messages)-1].Content))
}

// Words is a script that says text a word at a time.
func Words(text string) []Step {
	var out []Step
	for _, w := range strings.SplitAfter(text, " ") {
		out = append(out, Step{Text: w})
	}
	return out
}

// Answer replaces the script of replies; suggestions keep the default.
func (m *Model) Answer(script func(req llm.Request) []Step) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = func(req llm.Request) []Step {
		if req.Task == llm.Suggest {
			return echo(req)
		}
		return script(req)
	}
}

// Hold makes a gate that steps can wait at. Release opens all that are left.
func (m *Model) Hold() chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	gate := make(chan struct{})
	m.gates = append(m.gates, gate)
	return gate
}

// Release opens every gate that is still closed.
func (m *Model) Release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, gate := range m.gates {
		select {
		case <-gate:
		default:
			close(gate)
		}
	}
	m.gates = nil
}

// Replies counts the requests for replies so far.
func (m *Model) Replies() int { return len(m.Requests()) }

// Asked counts all requests so far.
func (m *Model) Asked() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.requests)
}

// Requests returns the requests for replies so far.
func (m *Model) Requests() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []llm.Request
	for _, r := range m.requests {
		if r.Task == llm.Reply {
			out = append(out, r)
		}
	}
	return out
}

// Cancelled counts the answers that were cancelled before their end.
func (m *Model) Cancelled() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cancelled
}

// Name is "script".
func (m *Model) Name() string { return "script" }

// Stream plays the script.
func (m *Model) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	m.mu.Lock()
	m.requests = append(m.requests, req)
	script := m.script
	m.mu.Unlock()
	steps := script(req)
	return func(yield func(llm.Delta, error) bool) {
		for _, step := range steps {
			if step.Hold != nil {
				select {
				case <-step.Hold:
				case <-ctx.Done():
				}
			}
			if err := ctx.Err(); err != nil {
				m.noteCancel()
				yield(llm.Delta{}, err)
				return
			}
			if step.Err != nil {
				yield(llm.Delta{}, step.Err)
				return
			}
			if step.Text != "" && !yield(llm.Delta{Text: step.Text, More: step.More}, nil) {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop, Usage: &llm.Usage{Prompt: 100, Output: len(steps)}}, nil)
	}
}

func (m *Model) noteCancel() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cancelled++
}
