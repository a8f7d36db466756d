package demo

import (
	"cmp"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/identity"
)

// danger steps out of the role: no persona speaks here.
func (t *turn) answerRisk() string {
	help, ok := distress.HelpFor(t.line, "")
	if t.help != nil {
		help, ok = *t.help, true
	}
	if !ok {
		return ""
	}
	text := help.Text()
	if help.Language != "en" || t.timesSaid(text) == 0 {
		return text
	}
	return t.pickInOrder(fillTwo(dangerLines, help.Emergency(), help.Numbers()))
}

// afterDanger stays out of the role on the line that follows, unless it goes
// back to the persona's own subjects.
func (t *turn) answerAfterRisk() string {
	if !distress.Said(t.previousLine()) {
		return ""
	}
	if t.findsText() && t.isQuestion() {
		return ""
	}
	return t.pickInOrder(afterDangerLines)
}

// identity answers truly and goes back to the talk.
func (t *turn) answerIdentity() string {
	language, asked := identity.Asked(t.line, t.persona.Name)
	if !asked {
		return ""
	}
	name := cmp.Or(t.persona.Name, "this character")
	if abroad := identity.Answer(language, name); abroad != "" {
		return abroad
	}
	return joinParts(t.pickInOrder(fill(identityLines, name)), t.pick(backLines))
}

// advice leaves medicine and law to those who answer for it.
func (t *turn) refuseAdvice() string {
	if !t.hasPhrase(adviceAsked) {
		return ""
	}
	return t.pick(adviceLines)
}

// filled puts a value where each line has its %.
func fill(lines []string, value string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.ReplaceAll(line, "%", value)
	}
	return out
}
