package prompt

import (
	"cmp"
	"math"

	"colloquy/internal/llm"
)

// Budget is the room a request may take, in tokens.
type Budget struct {
	ContextTokens int     // the model's whole context; 0 means DefaultContext
	MaxOutput     int     // kept for the reply; 0 means DefaultMaxOutput
	Ratio         float64 // real tokens per estimated token, as llm.Calibration knows it; 0 means 1
	// HalveHistory is for the second try after the model's side refused a
	// request as too long.
	HalveHistory bool
}

// DefaultContext is what local servers give a model that nothing else is known of.
const DefaultContext = 4096

const (
	reserve      = 0.05 // of the context, for what the model's template adds
	personaShare = 0.40 // of the context, at most
	evictTo      = 0.60 // of the history's room is left after an eviction
	notesMax     = 300  // most tokens of the notes
	ratioSteps   = 10   // in which ratios are told apart, for each whole one
)

// estimator rounds the ratio up to a tenth: it moves with every reply, and the
// eviction cut, which depends on it, should not.
func (b Budget) estimator() llm.Estimator {
	ratio := min(max(cmp.Or(b.Ratio, 1), 0.5), 2)
	return llm.Estimator{Ratio: math.Ceil(ratio*ratioSteps-1e-9) / ratioSteps}
}

// cost is what one message takes.
func (b Budget) cost(text string) int { return b.estimator().MessageTokens(llm.Message{Content: text}) }

func (b Budget) context() int { return cmp.Or(b.ContextTokens, DefaultContext) }
func (b Budget) output() int  { return cmp.Or(b.MaxOutput, DefaultMaxOutput) }

// input is the room of the whole request.
func (b Budget) input() int {
	return int(float64(b.context())*(1-reserve)) - b.output()
}

// persona is the most that the persona's part may take.
func (b Budget) persona() int { return int(float64(b.context()) * personaShare) }

// history is what of the room beside the system parts the talk may fill before
// its oldest part is evicted.
func (b Budget) history(room int) int {
	if b.HalveHistory {
		room /= 2
	}
	return room - notesMax
}
