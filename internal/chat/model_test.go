package chat_test

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// endlessModel never ends its answer to a request for suggestions.
type endlessModel struct {
	*apptest.Model
	bytesRead atomic.Int64 // bytes of suggestions that the caller has read
}

// Stream repeats a line until its reader stops or has read 1 MiB.
func (m *endlessModel) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	if req.Task != llm.Suggest {
		return m.Model.Stream(ctx, req)
	}
	const line = "And then, and then? "
	return func(yield func(llm.Delta, error) bool) {
		for m.bytesRead.Load() < 1<<20 && ctx.Err() == nil {
			m.bytesRead.Add(int64(len(line)))
			if !yield(llm.Delta{Text: line}, nil) {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

func TestEndlessSuggestionsAreCut(t *testing.T) {
	const most = 8<<10 + 100 // bytes: the limit of an answer with suggestions, and one more piece
	model := &endlessModel{Model: apptest.NewModel()}
	h := newHarness(t, dbtest.SQLite(t), func(d *chat.Deps) { d.Model = model })
	id, service := h.openConversations(1)[0], h.services[0]
	for round, text := range []string{"Hello", "Hello again"} {
		turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: text})
		if err != nil {
			t.Fatal(err)
		}
		reader := newScreen()
		if err := service.Follow(t.Context(), turn, 0, reader); err != nil {
			t.Fatal(err)
		}
		if want := "You said: " + text; reader.text() != want || reader.names[len(reader.names)-1] != "done" {
			t.Errorf("round %d: the reader has %q and events %v", round, reader.text(), reader.names)
		}
		if n := model.bytesRead.Swap(0); n == 0 || n > most {
			t.Errorf("round %d: %d bytes of the suggestions were read, want at most %d", round, n, most)
		}
	}
}

// meteredModel reports the given usage, or none if usage is zero.
type meteredModel struct {
	name  string
	usage llm.Usage
}

func (m *meteredModel) Name() string { return m.name }

// Stream answers with one word.
func (m *meteredModel) Stream(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if !yield(llm.Delta{Text: "Yes."}, nil) {
			return
		}
		lastDelta := llm.Delta{Finish: llm.FinishStop}
		if m.usage != (llm.Usage{}) {
			lastDelta.Usage = &m.usage
		}
		yield(lastDelta, nil)
	}
}

// recordingBudget stores the input tokens of the last settled reply.
type recordingBudget struct {
	unlimitedBudget
	inputTokens atomic.Int64
}

func (b *recordingBudget) Settle(_ context.Context, _ storage.Querier, _ spend.Reservation, actual spend.Cost) error {
	b.inputTokens.Store(int64(actual.InputTokens))
	return nil
}

// A model reports the size of each prompt in tokens. This size corrects the estimates for later
// prompts. The test repeats this with the model as the first of two in a failover.
func TestTokenCalibrationCorrectsEstimates(t *testing.T) {
	firstModel, second := &meteredModel{name: "first"}, &meteredModel{name: "second"}
	models := map[string]llm.Provider{
		"one model":       firstModel,
		"with a fallback": llm.Failover([]llm.Provider{firstModel, second}, llm.FailoverOptions{HedgeDelay: time.Minute}),
	}
	for name, model := range models {
		t.Run(name, func(t *testing.T) {
			budget := &recordingBudget{}
			h := newHarness(t, dbtest.SQLite(t), func(d *chat.Deps) { d.Model, d.Budget = model, budget })
			service := h.services[0]
			estimates := make([]float64, 0, 3)
			// The model reports far more tokens for the second prompt than any estimate.
			for i, usage := range []llm.Usage{{}, {Prompt: 1 << 20, Output: 1}, {}} {
				s, err := service.Open(t.Context(), h.user, string(rune('1'+i)))
				if err != nil {
					t.Fatal(err)
				}
				firstModel.usage = usage
				turn, err := service.Send(t.Context(), h.user, s.ID, chat.MessageInput{Content: "Hello"})
				if err != nil {
					t.Fatal(err)
				}
				h.awaitEnd(service, turn)
				estimates = append(estimates, float64(budget.inputTokens.Load()))
			}
			if before, after := estimates[0], estimates[2]; before == 0 || after < 1.5*before {
				t.Errorf("the estimate of a prompt was %v tokens and is %v after a longer one, want 1.6 times as much", before, after)
			}
		})
	}
}
