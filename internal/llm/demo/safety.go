package demo

import (
	"strings"

	"colloquy/internal/llm/distress"
)

// danger steps out of the role: no persona speaks here.
func (t *talk) danger() string {
	if distress.Said(t.line) {
		return t.inTurn(dangerLines)
	}
	return ""
}

// afterDanger stays out of the role on the line that follows, unless it goes
// back to the persona's own subjects.
func (t *talk) afterDanger() string {
	if !distress.Said(t.previousLine()) {
		return ""
	}
	if t.finds() && t.asks() {
		return ""
	}
	return t.inTurn(afterDangerLines)
}

// identity answers truly and goes back to the talk.
func (t *talk) identity() string {
	if !t.has(identityAsked) {
		return ""
	}
	name := t.persona.Name
	if name == "" {
		name = "this character"
	}
	return join(t.inTurn(filled(identityLines, name)), t.pick(backLines))
}

// advice leaves medicine and law to those who answer for it.
func (t *talk) advice() string {
	if !t.has(adviceAsked) {
		return ""
	}
	return t.pick(adviceLines)
}

// filled puts a value where each line has its %.
func filled(lines []string, value string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.ReplaceAll(line, "%", value)
	}
	return out
}
