package apptest

import (
	"context"
	"iter"
	"strings"
	"sync"

	"colloquy/internal/llm"
)

// Model is a provider whose answers a test defines. By default it answers at once with
// "You said: " and the user's message, with each word as a separate piece.
type Model struct {
	mu             sync.Mutex
	script         func(req llm.Request) []AnswerStep
	requests       []llm.Request
	cancelledCount int
	gates          []chan struct{}
}

// AnswerStep is one step of an answer. It waits for Gate. Then it fails with Err, or sends
// WaitReason or Text.
type AnswerStep struct {
	Text       string
	WaitReason llm.WaitReason
	Err        error
	Gate       chan struct{} // if not nil, the step waits until Gate is closed or the request is cancelled
	JoinsNext  bool          // whether the text of the next step arrives together with this one
}

// NewModel returns a model with the default answer.
func NewModel() *Model { return &Model{script: defaultScript} }

func defaultScript(req llm.Request) []AnswerStep {
	if req.Task == llm.Suggest {
		return []AnswerStep{{Text: "Tell me more.\nWhy is that?\nWhat came next?"}}
	}
	if req.Task == llm.Note {
		return []AnswerStep{{Text: "NONE"}}
	}
	return WordSteps("You said: " + strings.TrimSpace(req.Messages[len(req.Messages)-1].Content))
}

// WordSteps returns the steps of an answer that sends each word of text as a piece.
func WordSteps(text string) []AnswerStep {
	var out []AnswerStep
	for _, w := range strings.SplitAfter(text, " ") {
		out = append(out, AnswerStep{Text: w})
	}
	return out
}

// SetAnswers sets the answers to requests for replies. All other requests get the default
// answer: SetAnswers undoes an earlier SetNoteTaskScript.
func (m *Model) SetAnswers(script func(req llm.Request) []AnswerStep) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = func(req llm.Request) []AnswerStep {
		if req.Task != llm.Reply {
			return defaultScript(req)
		}
		return script(req)
	}
}

// SetNoteTaskAnswer sets the answer to requests of the task llm.Note.
func (m *Model) SetNoteTaskAnswer(answer string) {
	m.SetNoteTaskScript(func(llm.Request) []AnswerStep { return []AnswerStep{{Text: answer}} })
}

// SetNoteTaskScript sets the answers to requests of the task llm.Note.
func (m *Model) SetNoteTaskScript(notes func(req llm.Request) []AnswerStep) {
	m.mu.Lock()
	defer m.mu.Unlock()
	script := m.script
	m.script = func(req llm.Request) []AnswerStep {
		if req.Task == llm.Note {
			return notes(req)
		}
		return script(req)
	}
}

// NewGate returns a channel for Step.Gate. Release closes it if the test does not.
func (m *Model) NewGate() chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	gate := make(chan struct{})
	m.gates = append(m.gates, gate)
	return gate
}

// ReleaseGates closes all channels of NewGate that are still open.
func (m *Model) ReleaseGates() {
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

// ReplyCount returns the number of requests for replies so far.
func (m *Model) ReplyCount() int { return len(m.ReplyRequests()) }

// RequestCount returns the number of all requests so far.
func (m *Model) RequestCount() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.requests)
}

// ReplyRequests returns the requests for replies so far.
func (m *Model) ReplyRequests() []llm.Request {
	return m.requestsOf(llm.Reply)
}

// NoteRequests returns the requests of the task llm.Note so far.
func (m *Model) NoteRequests() []llm.Request {
	return m.requestsOf(llm.Note)
}

func (m *Model) requestsOf(task llm.Task) []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []llm.Request
	for _, r := range m.requests {
		if r.Task == task {
			out = append(out, r)
		}
	}
	return out
}

// CancelledCount returns the number of answers that were cancelled before their end.
func (m *Model) CancelledCount() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cancelledCount
}

// Name returns "script".
func (m *Model) Name() string { return "script" }

// Stream runs the steps of the answer to req.
func (m *Model) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	m.mu.Lock()
	m.requests = append(m.requests, req)
	script := m.script
	m.mu.Unlock()
	steps := script(req)
	return func(yield func(llm.Delta, error) bool) {
		for _, step := range steps {
			if step.Gate != nil {
				select {
				case <-step.Gate:
				case <-ctx.Done():
				}
			}
			if err := ctx.Err(); err != nil {
				m.countCancelled()
				yield(llm.Delta{}, err)
				return
			}
			if step.Err != nil {
				yield(llm.Delta{}, step.Err)
				return
			}
			if (step.Text != "" || step.WaitReason != "") && !yield(llm.Delta{Text: step.Text, WaitReason: step.WaitReason, IsNextDeltaReady: step.JoinsNext}, nil) {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop, Usage: &llm.Usage{Prompt: 100, Output: len(steps)}}, nil)
	}
}

func (m *Model) countCancelled() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cancelledCount++
}
