package demo

import (
	"cmp"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/identity"
)

// danger steps out of the role: no persona speaks here.
func (t *talk) danger() string {
	help, ok := distress.HelpFor(t.line, "")
	if t.help != nil {
		help, ok = *t.help, true
	}
	if !ok {
		return ""
	}
	text := help.Text()
	if help.Language != "en" || t.uses(text) == 0 {
		return text
	}
	return t.inTurn(filledTwo(dangerLines, help.Emergency(), help.Numbers()))
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
	language, asked := identity.Asked(t.line, t.persona.Name)
	if !asked {
		return ""
	}
	name := cmp.Or(t.persona.Name, "this character")
	if abroad := identity.Answer(language, name); abroad != "" {
		return abroad
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
