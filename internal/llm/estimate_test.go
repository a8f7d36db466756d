package llm_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"colloquy/internal/llm"
)

func TestTokensAreEstimatedByScript(t *testing.T) {
	for text, want := range map[string]float64{
		"":                          0,
		strings.Repeat("word ", 36): 50,
		"é":                         2 / 3.6,
		"Привет":                    6,
		"你好":                        2.6,
		"カナ한글":                      5.2,
		"नमस्ते":                    6,
		"\xff\xfe":                  2,
	} {
		if got := llm.EstimateTokens(text); math.Abs(got-want) > 0.01 {
			t.Errorf("%q: %.2f, want %.2f", text, got, want)
		}
	}
}

func TestEstimatorAppliesRatioAndMargin(t *testing.T) {
	req := llm.Request{
		System:   []string{strings.Repeat("x", 360)},
		Messages: []llm.Message{{Role: llm.User, Content: strings.Repeat("y", 36)}},
	}
	var plain llm.Estimator
	if got := plain.RequestTokens(req); got != 128 {
		t.Errorf("request: %d", got)
	}
	if got := (llm.Estimator{RealTokensPerEstimate: 1.5}).RequestTokens(req); got != 192 {
		t.Errorf("with a ratio: %d", got)
	}
	if plain.MessageTokens(req.Messages[0]) != 16 || plain.TextTokens("") != 1 {
		t.Errorf("message %d, empty text %d", plain.MessageTokens(req.Messages[0]), plain.TextTokens(""))
	}
}

func TestCalibrationLearnsABoundedRatio(t *testing.T) {
	var c llm.Calibration
	req := llm.Request{System: []string{strings.Repeat("x", 3600)}}
	if c.Estimator("p").RealTokensPerEstimate != 0 {
		t.Error("a ratio from nowhere")
	}
	for range 40 {
		c.Observe("p", req, llm.Usage{Prompt: 1255})
	}
	if got := c.Estimator("p").RealTokensPerEstimate; math.Abs(got-1.25) > 0.01 {
		t.Errorf("learnt %.3f", got)
	}
	c.Observe("other", req, llm.Usage{Prompt: 100_000})
	if got := c.Estimator("other").RealTokensPerEstimate; got != 1.6 {
		t.Errorf("no upper bound: %.3f", got)
	}
	c.Observe("low", req, llm.Usage{Prompt: 1})
	if got := c.Estimator("low").RealTokensPerEstimate; got != 0.7 {
		t.Errorf("no lower bound: %.3f", got)
	}
	c.Observe("none", req, llm.Usage{})
	c.Observe("none", llm.Request{}, llm.Usage{Prompt: 9})
	if got := c.Estimator("none").RealTokensPerEstimate; got != 0 {
		t.Errorf("learnt from nothing: %.3f", got)
	}
}

// The prompt builder adds up estimates of parts. The sum must not be less than the
// estimate of the whole.
func TestEstimateOfPartsCoversTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := llm.Estimator{RealTokensPerEstimate: rapid.Float64Range(0.7, 1.6).Draw(t, "ratio")}
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		if e.TextTokens(a)+e.TextTokens(b) < e.TextTokens(a+b)-1 {
			t.Fatalf("%d + %d < %d", e.TextTokens(a), e.TextTokens(b), e.TextTokens(a+b))
		}
	})
}
