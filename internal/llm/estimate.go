package llm

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// What an estimate rests on: bytes of Latin text in a token, tokens in a rune
// of other scripts, and what a server adds around each message.
const (
	latinBytesPerToken = 3.6
	otherPerRune       = 1.0
	cjkPerRune         = 1.3
	perMessage         = 4
	margin             = 1.08
)

// Bounds of the ratio that a Calibration learns, and the share of each new
// observation in it.
const (
	minRatio   = 0.7
	maxRatio   = 1.6
	ratioShare = 0.2
)

// Tokens estimates the tokens of a text without a tokenizer, and without any
// margin.
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

// Estimator estimates on the safe side for one model. The zero Estimator knows
// nothing of the model.
type Estimator struct {
	Ratio float64 // real tokens for each estimated one; 0 means 1
}

// Text is what a text takes inside a message, rounded up.
func (e Estimator) Text(text string) int { return e.scale(Tokens(text)) }

// Message is what a whole message takes, rounded up.
func (e Estimator) Message(m Message) int { return e.scale(message(m)) }

// Request is what the input of a request takes, rounded up.
func (e Estimator) Request(req Request) int { return e.scale(raw(req)) }

func (e Estimator) scale(tokens float64) int {
	ratio := e.Ratio
	if ratio == 0 {
		ratio = 1
	}
	return int(tokens*ratio*margin) + 1
}

// raw is the estimate of a request before ratio and margin.
func raw(req Request) float64 {
	var sum float64
	for _, part := range req.System {
		sum += Tokens(part) + perMessage
	}
	for _, m := range req.Messages {
		sum += message(m)
	}
	return sum
}

// message is the estimate of one message, with its notes.
func message(m Message) float64 { return Tokens(m.Notes) + Tokens(m.Content) + perMessage }

// Calibration learns from the usage that providers report how far the estimate
// is off for each of them. The zero Calibration is ready for use, also by
// several goroutines.
type Calibration struct {
	mu     sync.Mutex
	ratios map[string]float64
}

// Estimator returns what is known of a provider, by its Name.
func (c *Calibration) Estimator(provider string) Estimator {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Estimator{Ratio: c.ratios[provider]}
}

// Observe corrects a provider's ratio by what a request really took. Usage
// without a prompt count is ignored, and so are requests too small to tell.
func (c *Calibration) Observe(provider string, req Request, usage Usage) {
	estimated := raw(req)
	if usage.Prompt <= 0 || estimated < 50 {
		return
	}
	seen := min(max(float64(usage.Prompt)/estimated, minRatio), maxRatio)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ratios == nil {
		c.ratios = make(map[string]float64)
	}
	if known, ok := c.ratios[provider]; ok {
		seen = known + ratioShare*(seen-known)
	}
	c.ratios[provider] = seen
}
