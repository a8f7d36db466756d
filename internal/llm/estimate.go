package llm

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// Parameters of an estimate. otherScriptTokensPerRune is for scripts other than Latin, Chinese,
// Japanese and Korean. A server adds tokensPerMessage to each message. estimateMargin is the
// safety factor of Estimator.
const (
	latinBytesPerToken       = 3.6
	otherScriptTokensPerRune = 1.0
	cjkTokensPerRune         = 1.3
	tokensPerMessage         = 4
	estimateMargin           = 1.08
)

// Bounds of the ratio that a Calibration learns, and the weight of a new observation in
// the average.
const (
	minRealTokensPerEstimate = 0.7
	maxRealTokensPerEstimate = 1.6
	newRatioWeight           = 0.2
)

// EstimateTokens estimates the number of tokens of a text, without a tokenizer and without a
// margin.
func EstimateTokens(text string) float64 {
	var latin, other, cjk int
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			latin++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r < 0x250 || unicode.Is(unicode.Latin, r):
			latin += size
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			cjk++
		default:
			other++
		}
	}
	return float64(latin)/latinBytesPerToken + float64(other)*otherScriptTokensPerRune + float64(cjk)*cjkTokensPerRune
}

// Estimator estimates tokens for one model, with a safety margin. The zero Estimator is
// for an unknown model.
type Estimator struct {
	RealTokensPerEstimate float64 // real tokens per estimated token; 0 means 1
}

// TextTokens estimates the tokens of a text inside a message, rounded up.
func (e Estimator) TextTokens(text string) int { return e.withRatioAndMargin(EstimateTokens(text)) }

// MessageTokens estimates the tokens of a message, rounded up.
func (e Estimator) MessageTokens(m Message) int { return e.withRatioAndMargin(rawMessageTokens(m)) }

// RequestTokens estimates the input tokens of a request, rounded up.
func (e Estimator) RequestTokens(req Request) int { return e.withRatioAndMargin(rawRequestTokens(req)) }

// withRatioAndMargin applies the ratio and the margin, and rounds up.
func (e Estimator) withRatioAndMargin(tokens float64) int {
	ratio := e.RealTokensPerEstimate
	if ratio == 0 {
		ratio = 1
	}
	return int(tokens*ratio*estimateMargin) + 1
}

// rawRequestTokens estimates the input tokens of a request without ratio and margin.
func rawRequestTokens(req Request) float64 {
	var sum float64
	for _, part := range req.System {
		sum += EstimateTokens(part) + tokensPerMessage
	}
	for _, m := range req.Samples {
		sum += rawMessageTokens(m)
	}
	for _, m := range req.Messages {
		sum += rawMessageTokens(m)
	}
	return sum
}

// rawMessageTokens estimates the tokens of a message and its notes. It applies no ratio and no
// margin.
func rawMessageTokens(m Message) float64 {
	return EstimateTokens(m.OpeningNotes) + EstimateTokens(m.Content) + EstimateTokens(m.ClosingNotes) + tokensPerMessage
}

// Calibration learns the RealTokensPerEstimate of each provider from the usage that the provider reports.
// The zero Calibration is ready for use. It is safe for concurrent use.
type Calibration struct {
	mu                              sync.Mutex
	realTokensPerEstimateByProvider map[string]float64
}

// Estimator returns the Estimator for a provider, by its Name.
func (c *Calibration) Estimator(provider string) Estimator {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Estimator{RealTokensPerEstimate: c.realTokensPerEstimateByProvider[provider]}
}

// Observe updates a provider's ratio from the usage of a request. It ignores usage without a prompt
// count. It also ignores requests of less than 50 tokens: the server adds most of their tokens.
func (c *Calibration) Observe(provider string, req Request, usage Usage) {
	estimatedTokens := rawRequestTokens(req)
	if usage.Prompt <= 0 || estimatedTokens < 50 {
		return
	}
	ratio := min(max(float64(usage.Prompt)/estimatedTokens, minRealTokensPerEstimate), maxRealTokensPerEstimate)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.realTokensPerEstimateByProvider == nil {
		c.realTokensPerEstimateByProvider = make(map[string]float64)
	}
	if last, ok := c.realTokensPerEstimateByProvider[provider]; ok {
		ratio = last + newRatioWeight*(ratio-last)
	}
	c.realTokensPerEstimateByProvider[provider] = ratio
}
