// Package llmtest is the conformance suite of llm.Provider.
package llmtest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"colloquy/internal/llm"
)

// CollectedAnswer is the content of a stream.
type CollectedAnswer struct {
	Text       string
	Reasoning  string
	Provider   string
	Finish     llm.Finish
	Usage      *llm.Usage
	PieceCount int // deltas with text
}

// Collect reads an answer to its end. If it returns an error, the CollectedAnswer has the part
// before the error.
func Collect(ctx context.Context, p llm.Provider, req llm.Request) (CollectedAnswer, error) {
	var a CollectedAnswer
	var text, reasoning strings.Builder
	var failure error
	for d, err := range p.Stream(ctx, req) {
		text.WriteString(d.Text)
		reasoning.WriteString(d.Reasoning)
		a.Provider = d.Provider
		if d.Text != "" {
			a.PieceCount++
		}
		if d.Finish != "" {
			a.Finish = d.Finish
		}
		if d.Usage != nil {
			a.Usage = d.Usage
		}
		if err != nil {
			failure = err
		}
	}
	a.Text, a.Reasoning = text.String(), reasoning.String()
	return a, failure
}

// NewRequest returns a request with one user message.
func NewRequest(text string) llm.Request {
	return llm.Request{
		System:    []string{"You are Ada."},
		Messages:  []llm.Message{{Role: llm.User, Content: text}},
		MaxTokens: 100, Temperature: 0.8, TopP: 0.95,
	}
}

// RunConformance tests any Provider. The answer has text and a finish, and each piece has the provider's
// name. A loop that is left and a cancelled call leak no goroutines. Each test calls newProvider,
// whose provider must answer req with at least two pieces.
func RunConformance(t *testing.T, req llm.Request, newProvider func(t *testing.T) llm.Provider) {
	t.Run("answers and ends", func(t *testing.T) { testWholeAnswer(t, newProvider(t), req) })
	t.Run("leaving the loop leaves nothing", func(t *testing.T) { testLeavingTheLoopLeaksNothing(t, newProvider(t), req) })
	t.Run("cancelled before", func(t *testing.T) { testCancelledBeforeTheCall(t, newProvider(t), req) })
	t.Run("cancelled between pieces", func(t *testing.T) { testCancelledBetweenPieces(t, newProvider(t), req) })
	t.Run("several at once", func(t *testing.T) { testParallelCalls(t, newProvider(t), req) })
}

func testWholeAnswer(t *testing.T, p llm.Provider, req llm.Request) {
	if p.Name() == "" {
		t.Error("the provider has no name")
	}
	a, err := Collect(t.Context(), p, req)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(a.Text) == "" || a.PieceCount < 2 || a.Finish == "" || a.Provider != p.Name() {
		t.Errorf("answer %+v of %q", a, p.Name())
	}
}

func testLeavingTheLoopLeaksNothing(t *testing.T, p llm.Provider, req llm.Request) {
	leakBaseline := goleak.IgnoreCurrent()
	for range p.Stream(t.Context(), req) {
		break
	}
	goleak.VerifyNone(t, leakBaseline)
}

func testCancelledBeforeTheCall(t *testing.T, p llm.Provider, req llm.Request) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Collect(ctx, p, req); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func testCancelledBetweenPieces(t *testing.T, p llm.Provider, req llm.Request) {
	leakBaseline := goleak.IgnoreCurrent()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var lastErr error
	pieceCountAfterCancel := 0
	for d, err := range p.Stream(ctx, req) {
		lastErr = err
		if ctx.Err() != nil && d.Text != "" {
			pieceCountAfterCancel++
		}
		cancel()
	}
	if !errors.Is(lastErr, context.Canceled) {
		t.Errorf("ended with %v", lastErr)
	}
	if pieceCountAfterCancel > 1 {
		t.Errorf("%d pieces after the cancellation", pieceCountAfterCancel)
	}
	goleak.VerifyNone(t, leakBaseline)
}

func testParallelCalls(t *testing.T, p llm.Provider, req llm.Request) {
	results := make(chan error, 8)
	for range cap(results) {
		go func() {
			a, err := Collect(t.Context(), p, req)
			if err == nil && a.Text == "" {
				err = errors.New("empty answer")
			}
			results <- err
		}()
	}
	for range cap(results) {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}
