package prompt

import (
	"cmp"
	"math"

	"colloquy/internal/llm"
)

// Budget limits the size of a request, in tokens.
type Budget struct {
	ContextTokens         int     // the model's context; 0 means DefaultContextTokens
	MaxOutputTokens       int     // reserved for the reply; 0 means DefaultMaxOutputTokens
	RealTokensPerEstimate float64 // real tokens per estimated token (llm.Calibration); 0 means 1
	// MustHalveHistory is set for the retry after the model refused a request as too long.
	MustHalveHistory bool
}

// DefaultContextTokens is the usual context of a local server. It is used for a model whose
// context is unknown.
const DefaultContextTokens = 4096

const (
	templateShare    = 0.05 // share of the context reserved for the model's chat template
	personaShare     = 0.40 // largest share of the context for the persona
	keptHistoryShare = 0.60 // share of the history's tokens that remain after an eviction
	maxNotesTokens   = 300  // the most tokens of the notes
	greetingTokens   = 120  // reserved for endOfSamples and the greeting after it
	ratioSteps       = 10   // ratios are rounded to 1/ratioSteps
)

// estimator returns an estimator whose ratio is from 0.5 to 2, rounded up to a tenth. The exact
// ratio changes with every reply. With the exact ratio, each request would cut the history at
// another place.
func (b Budget) estimator() llm.Estimator {
	tokenRatio := min(max(cmp.Or(b.RealTokensPerEstimate, 1), 0.5), 2)
	return llm.Estimator{RealTokensPerEstimate: math.Ceil(tokenRatio*ratioSteps-1e-9) / ratioSteps}
}

// tokenCost returns the size of a message with a text, in tokens.
func (b Budget) tokenCost(text string) int {
	return b.estimator().MessageTokens(llm.Message{Content: text})
}

func (b Budget) contextTokens() int { return cmp.Or(b.ContextTokens, DefaultContextTokens) }
func (b Budget) outputTokens() int  { return cmp.Or(b.MaxOutputTokens, DefaultMaxOutputTokens) }

// inputTokens returns the largest size of the whole request, in tokens.
func (b Budget) inputTokens() int {
	return int(float64(b.contextTokens())*(1-templateShare)) - b.outputTokens()
}

// personaTokens returns the largest size of the persona's part, in tokens.
func (b Budget) personaTokens() int { return int(float64(b.contextTokens()) * personaShare) }

// historyTokens returns how many tokens the history may use. availableTokens is the number of input
// tokens that the system parts and samples leave free.
func (b Budget) historyTokens(availableTokens int) int {
	if b.MustHalveHistory {
		availableTokens /= 2
	}
	return availableTokens - maxNotesTokens
}

// maxSamplesTokens is the most tokens that sampleTurns may use. It includes greetingTokens even if
// the samples contain no greeting. So the limit of the history does not depend on who speaks first.
func (b Budget) maxSamplesTokens(v Variant) int {
	if v.settings().sampleCount == 0 {
		return 0
	}
	return int(float64(b.contextTokens())*maxSampleShareOfContext) + greetingTokens
}
