package demo

import "strings"

// phrases pads each line with spaces, so that it is found as whole words.
func phrases(list string) []string {
	var out []string
	for line := range strings.Lines(list) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, " "+line+" ")
		}
	}
	return out
}

func hasPhrase(flat string, list []string) bool {
	for _, p := range list {
		if strings.Contains(flat, p) {
			return true
		}
	}
	return false
}

// inDanger tells whether a line speaks of harming oneself. Questions about a
// historical person's death do not count.
func inDanger(line string) bool {
	for _, said := range dangerUnspaced {
		if strings.Contains(line, said) {
			return true
		}
	}
	f := flat(words(line))
	if hasPhrase(f, dangerSaid) {
		return !hasPhrase(f, harmless)
	}
	if hasPhrase(f, dangerNear) && hasPhrase(f, closeOnes) {
		return true
	}
	return strings.Contains(f, " suicide ") && hasPhrase(f, firstPerson)
}

// danger steps out of the role: no persona speaks here.
func (t *talk) danger() string {
	if inDanger(t.line) {
		return t.inTurn(dangerLines)
	}
	return ""
}

// afterDanger stays out of the role on the line that follows, unless it goes
// back to the persona's own subjects.
func (t *talk) afterDanger() string {
	if !inDanger(t.previousLine()) {
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
