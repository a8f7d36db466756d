package prompt

import (
	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// endOfSamples is the user's turn between the samples and the talk.
const endOfSamples = "[Those were samples of how you speak. Now a new visitor comes in.]"

// maxSampleShareOfContext is the largest share of the context for samples as turns.
const maxSampleShareOfContext = 0.10

// sampleTurns returns samples of the persona's manner as turns before a conversation. Rule
// prompt-small. The roles of all turns alternate. So the samples end with a turn by the user if the
// character begins the conversation, and vice versa. It returns nil for a variant without samples.
func sampleTurns(p *core.Persona, v Variant, b Budget, talkBegins llm.Role) (turns []llm.Message) {
	availableTokens := int(float64(b.contextTokens()) * maxSampleShareOfContext)
	for _, s := range p.SampleExchanges() {
		sampleMessages := []llm.Message{
			{Role: llm.User, Content: FillPlaceholders(s.UserLine, p.Name, anyUser)},
			{Role: llm.Assistant, Content: FillPlaceholders(s.CharacterLine, p.Name, anyUser)},
		}
		availableTokens -= b.tokenCost(sampleMessages[0].Content) + b.tokenCost(sampleMessages[1].Content)
		if len(turns)/2 == v.settings().sampleCount || availableTokens < 0 {
			break
		}
		turns = append(turns, sampleMessages...)
	}
	if len(turns) == 0 {
		return nil
	}
	turns = append(turns, llm.Message{Role: llm.User, Content: endOfSamples})
	if talkBegins == llm.User {
		turns = append(turns, llm.Message{Role: llm.Assistant, Content: textWithoutControlTokens(FillPlaceholders(p.Greeting, p.Name, anyUser))})
	}
	return turns
}
