package prompt

import (
	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// Variant is a form of the prompt for a size of model (rule prompt-variants).
type Variant string

// The variants.
const (
	// Frontier has the whole persona, its pages where the context allows, and few rules.
	Frontier Variant = "frontier"
	// Small has at most smallSystemTokens of system text, samples as turns, and its last
	// line after the user's words.
	Small Variant = "small"
	// Bridge is Small for models whose own knowledge is not to be trusted: a reply says
	// only what authored pages say.
	Bridge Variant = "bridge"
)

// Bounds of the variants: billions of parameters, and tokens of context.
const (
	bridgeBelow  = 4
	smallUpTo    = 8
	smallContext = 8192
)

// VariantOf returns the variant for a model. The model's setting decides first
// (llm.ModelInfo.Prompt), then its size, then its context. A model about which nothing is
// known gets Frontier.
func VariantOf(m llm.ModelInfo) Variant {
	switch v := Variant(m.Prompt); {
	case v == Frontier, v == Small, v == Bridge:
		return v
	case m.Parameters > 0 && m.Parameters < bridgeBelow:
		return Bridge
	case m.Parameters > 0 && m.Parameters <= smallUpTo:
		return Small
	case m.Context > 0 && m.Context <= smallContext:
		return Small
	}
	return Frontier
}

// settings are the properties of a variant that are no text.
type settings struct {
	temperature, topP   float64
	minP, repeatPenalty float64             // 0: the server's own
	output              map[core.Length]int // tokens of a reply
	notes               int                 // largest size of the notes, in tokens
	samples             int                 // samples sent as turns
}

var settingsOf = map[Variant]settings{
	Frontier: {
		temperature: Temperature, topP: TopP, notes: maxNotesTokens,
		output: map[core.Length]int{core.Terse: 160, core.Even: DefaultMaxOutput, core.Ample: LargestOutput},
	},
	Small: {
		temperature: 0.7, topP: TopP, minP: 0.05, repeatPenalty: 1.05, notes: maxNotesTokens, samples: 3,
		output: map[core.Length]int{core.Terse: 120, core.Even: 200, core.Ample: 260},
	},
	Bridge: {
		temperature: 0.5, topP: 0.9, minP: 0.1, repeatPenalty: 1.05, notes: 450, samples: 2,
		output: map[core.Length]int{core.Terse: 100, core.Even: 160, core.Ample: 160},
	},
}

// settings returns the settings of the variant; the zero Variant is Frontier.
func (v Variant) settings() settings {
	if s, ok := settingsOf[v]; ok {
		return s
	}
	return settingsOf[Frontier]
}

// isLean reports whether the variant has the short sheet.
func (v Variant) isLean() bool { return v == Small || v == Bridge }
