package demo

import (
	"cmp"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/identity"
)

// answerRisk answers a user at risk. It leaves the role and names help lines (rule
// safety-help-line).
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
	return t.pickInOrder(fillTwoPhrases(stillAtRiskAnswers, help.EmergencyNumber(), help.NamesAndNumbers()))
}

// answerAfterRisk answers the message after a message at risk. It stays out of the role, unless
// the message is a question about a topic of the persona.
func (t *turn) answerAfterRisk() string {
	if !distress.IsAtRisk(t.previousLine()) {
		return ""
	}
	if t.findsMatchingText() && t.isQuestion() {
		return ""
	}
	return t.pickInOrder(afterUserRiskAnswers)
}

// answerIdentity answers a user who asks whether the character is real. The answer says that the
// user talks with a program (rule safety-honest-ai).
func (t *turn) answerIdentity() string {
	language, asked := identity.AsksIfReal(t.line, t.persona.Name)
	if !asked {
		return ""
	}
	name := cmp.Or(t.persona.Name, "this character")
	if abroad := identity.HonestAnswer(language, name); abroad != "" {
		return abroad
	}
	return joinParts(t.pickInOrder(fillWordings(identityLines, name)), t.pickWording(backInRoleRemarks))
}

// refuseAdvice refuses medical and legal advice.
func (t *turn) refuseAdvice() string {
	if !t.hasPhrase(advicePhrases) {
		return ""
	}
	return t.pickWording(adviceRefusals)
}

// fillWordings replaces the % of each line with value.
func fillWordings(wordings []string, value string) []string {
	out := make([]string, len(wordings))
	for i, line := range wordings {
		out[i] = strings.ReplaceAll(line, "%", value)
	}
	return out
}
