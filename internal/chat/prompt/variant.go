package prompt

import (
	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// Variant is a form of the prompt for a size of model (rule prompt-variants).
type Variant string

// The variants.
const (
	// Frontier has the whole persona and few rules. If the context is large enough, it also has the
	// persona's pages, which are the texts of its topics.
	Frontier Variant = "frontier"
	// Small has at most maxLeanSystemTokens of system text. Samples of the persona's manner come
	// before the conversation, as turns. The notes come after the user's message.
	Small Variant = "small"
	// Bridge is Small for models whose own knowledge is unreliable: a reply may say only what
	// authored pages say.
	Bridge Variant = "bridge"
)

// Sizes of models that decide the variant.
const (
	// rule prompt-variants
	bridgeBelowBillionParameters = 4    // billions of parameters below which a model gets Bridge
	smallUpToBillionParameters   = 8    // billions of parameters up to which a model gets Small
	smallMaxContextTokens        = 8192 // tokens of context up to which a model gets Small
)

// VariantOf returns the variant for a model. The model's setting decides first
// (llm.ModelInfo.Prompt), then its size, then its context. A model about which nothing is
// known gets Frontier.
func VariantOf(m llm.ModelInfo) Variant {
	switch v := Variant(m.PromptVariant); {
	case v == Frontier, v == Small, v == Bridge:
		return v
	case m.BillionParameters > 0 && m.BillionParameters < bridgeBelowBillionParameters:
		return Bridge
	case m.BillionParameters > 0 && m.BillionParameters <= smallUpToBillionParameters:
		return Small
	case m.ContextTokens > 0 && m.ContextTokens <= smallMaxContextTokens:
		return Small
	}
	return Frontier
}

// variantSettings are the properties of a variant other than its text.
type variantSettings struct {
	temperature, topP   float64
	minP, repeatPenalty float64             // 0 means the default of the server
	outputTokens        map[core.Length]int // tokens of a reply
	notesTokens         int                 // largest size of the notes, in tokens
	sampleCount         int                 // samples sent as turns
}

// rules prompt-sampling, prompt-small
var settingsByVariant = map[Variant]variantSettings{
	Frontier: {
		temperature: Temperature, topP: TopP, notesTokens: maxNotesTokens,
		outputTokens: map[core.Length]int{core.TerseLength: 160, core.MediumLength: DefaultMaxOutputTokens, core.AmpleLength: LargestOutputTokens},
	},
	Small: {
		temperature: 0.7, topP: TopP, minP: 0.05, repeatPenalty: 1.05, notesTokens: maxNotesTokens, sampleCount: 3,
		outputTokens: map[core.Length]int{core.TerseLength: 120, core.MediumLength: 200, core.AmpleLength: 260},
	},
	Bridge: {
		temperature: 0.5, topP: 0.9, minP: 0.1, repeatPenalty: 1.05, notesTokens: 450, sampleCount: 2,
		outputTokens: map[core.Length]int{core.TerseLength: 100, core.MediumLength: 160, core.AmpleLength: 160},
	},
}

// settings returns the settings of the variant; the zero Variant is Frontier.
func (v Variant) settings() variantSettings {
	if s, ok := settingsByVariant[v]; ok {
		return s
	}
	return settingsByVariant[Frontier]
}

// isLean reports whether the variant has the short sheet.
func (v Variant) isLean() bool { return v == Small || v == Bridge }
