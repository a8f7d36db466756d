package openai

import "colloquy/internal/voice/speech"

// openAIVoices maps voices of personas, and genders, to voices of OpenAI. Compatible services
// have voices with the same names.
var openAIVoices = map[string]string{
	"female-1": "nova", "female-2": "shimmer", "female-3": "alloy", "female-4": "nova",
	"male-1": "onyx", "male-2": "echo", "male-3": "fable", "male-4": "onyx",
	"female": "nova", "male": "onyx",
}

// providerVoice returns the service's voice for r: r.Voice if r.HasProviderVoice is set, else the
// voice for the name r.Voice, else the voice for r.Gender, else "alloy".
func providerVoice(r speech.Request) string {
	if r.HasProviderVoice && r.Voice != "" {
		return r.Voice
	}
	for _, name := range []string{r.Voice, r.Gender} {
		if v := openAIVoices[name]; v != "" {
			return v
		}
	}
	return "alloy"
}
