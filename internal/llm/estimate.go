package llm

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// Parameters of an estimate: bytes of Latin text per token, tokens per rune of other
// scripts, tokens that a server adds to each message, and the safety factor of
// Estimator.
const (
	latinBytesPerToken = 3.6
	otherPerRune       = 1.0
	cjkPerRune         = 1.3
	perMessage         = 4
	estimateMargin     = 1.08
)

// Bounds of the ratio that a Calibration learns, and the weight of each new
// observation.
const (
	minRatio   = 0.7
	maxRatio   = 1.6
	ratioShare = 0.2
)

// Tokens estimates the tokens of a text without a tokenizer and without a margin.
func Tokens(text string) float64 {
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
	return float64(latin)/latinBytesPerToken + float64(other)*otherPerRune + float64(cjk)*cjkPerRune
}

// Estimator estimates tokens for one model, with a safety margin. The zero Estimator is
// for an unknown model.
type Estimator struct {
	Ratio float64 // real tokens per estimated token; 0 means 1
}

// TextTokens estimates a text inside a message, rounded up.
func (e Estimator) TextTokens(text string) int { return e.scale(Tokens(text)) }

// MessageTokens estimates a message, rounded up.
func (e Estimator) MessageTokens(m Message) int { return e.scale(rawMessage(m)) }

// RequestTokens estimates the input of a request, rounded up.
func (e Estimator) RequestTokens(req Request) int { return e.scale(rawRequest(req)) }

func (e Estimator) scale(tokens float64) int {
	ratio := e.Ratio
	if ratio == 0 {
		ratio = 1
	}
	return int(tokens*ratio*estimateMargin) + 1
}

// rawRequest estimates the input of a request without ratio and margin.
func rawRequest(req Request) float64 {
	var sum float64
	for _, part := range req.System {
		sum += Tokens(part) + perMessage
	}
	for _, m := range req.Samples {
		sum += rawMessage(m)
	}
	for _, m := range req.Messages {
		sum += rawMessage(m)
	}
	return sum
}

// rawMessage estimates a message with its notes, without ratio and margin.
func rawMessage(m Message) float64 {
	return Tokens(m.Notes) + Tokens(m.Content) + Tokens(m.Closing) + perMessage
}

// Calibration learns the Ratio of each provider from the usage that it reports.
// The zero Calibration is ready for concurrent use.
type Calibration struct {
	mu     sync.Mutex
	ratios map[string]float64
}

// Estimator returns the Estimator for a provider, by its Name.
func (c *Calibration) Estimator(provider string) Estimator {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Estimator{Ratio: c.ratios[provider]}
}

// Observe updates a provider's ratio from the usage of a request. It ignores usage
// without a prompt count, and requests of less than 50 tokens, because most of their
// tokens are added by the server.
func (c *Calibration) Observe(provider string, req Request, usage Usage) {
	estimated := rawRequest(req)
	if usage.Prompt <= 0 || estimated < 50 {
		return
	}
	ratio := min(max(float64(usage.Prompt)/estimated, minRatio), maxRatio)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ratios == nil {
		c.ratios = make(map[string]float64)
	}
	if last, ok := c.ratios[provider]; ok {
		ratio = last + ratioShare*(ratio-last)
	}
	c.ratios[provider] = ratio
}
