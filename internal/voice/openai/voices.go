package openai

import "colloquy/internal/voice/speech"

// voices maps the voices of personas to those of OpenAI, which compatible services have too.
var voices = map[string]string{
	"female-1": "nova", "female-2": "shimmer", "female-3": "alloy", "female-4": "nova",
	"male-1": "onyx", "male-2": "echo", "male-3": "fable", "male-4": "onyx",
	"female": "nova", "male": "onyx",
}

// voiceOf returns the voice for r: its own, else by name, else by gender.
func voiceOf(r speech.Request) string {
	if r.Own && r.Voice != "" {
		return r.Voice
	}
	for _, name := range []string{r.Voice, r.Gender} {
		if v := voices[name]; v != "" {
			return v
		}
	}
	return "alloy"
}
