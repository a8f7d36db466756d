package prompt

import (
	"regexp"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/identity"
	"colloquy/internal/llm"
)

// notesInput is the input of the notes.
type notesInput struct {
	in            Input
	isEarlierYear bool // the persona speaks from a year before its horizon
	userName      string
	talk          []llm.Message   // the history after eviction; it ends with the user's message
	shownTexts    map[string]bool // topic texts that System[0] of the prompt contains already
	help          *distress.Help
	wishText      string // the line about Input.Guidance
	// replyStems has the stems of each reply of the whole history.
	replyStems []map[string]bool
}

// userMessage returns the user's last message.
func (t notesInput) userMessage() string { return t.talk[len(t.talk)-1].Content }

// earlierMessage returns the text of the last message by a role before the user's last message,
// or "".
func (t notesInput) earlierMessage(role llm.Role) string {
	for i := len(t.talk) - 2; i >= 0; i-- {
		if t.talk[i].Role == role {
			return t.talk[i].Content
		}
	}
	return ""
}

// writeNotes returns the part of the prompt that changes each turn. For a user at risk it contains
// only riskNotes. Otherwise it contains:
//
//   - the notes of pageIndependentNotes, or only the first of them if not all fit
//   - the wish and facts about the user
//   - as many snippets of the persona's pages as availableTokens and the variant allow
//
// If not even the first fixed note fits, writeNotes returns "".
func writeNotes(t notesInput, availableTokens int) string {
	estimateTokens := t.in.Budget.estimator().TextTokens
	n := promptNotes{lines: pageIndependentNotes(t)}
	if estimateTokens(n.String()) > min(availableTokens, t.in.Variant.settings().notesTokens) {
		n.lines = n.lines[:1]
	}
	if estimateTokens(n.String()) > min(availableTokens, t.in.Variant.settings().notesTokens) {
		return ""
	}
	if t.help != nil {
		return n.String()
	}
	n.wishText = t.wishText
	availableTokens += estimateTokens(n.wishText)
	if facts := t.in.Memory.factLines(t.in.Budget, availableTokens-estimateTokens(n.String())-estimateTokens(factsNote)); len(facts) > 0 {
		n.facts = facts
		availableTokens = min(availableTokens, estimateTokens(n.String())+t.in.Variant.settings().notesTokens)
	}
	availableTokens = min(availableTokens, t.in.Variant.settings().notesTokens+estimateTokens(strings.Join(n.facts, "\n")+factsNote)+estimateTokens(n.wishText))
	answer := authoredAnswerTo(t)
	for _, s := range chooseSnippets(t, answer.pageTexts) {
		extendedNotes := n
		extendedNotes.pages = append(slices.Clone(n.pages), s)
		if estimateTokens(extendedNotes.String()) <= availableTokens {
			n = extendedNotes
		}
	}
	for _, line := range notesAboutPersonaPages(t, answer, len(n.pages)) {
		extendedNotes := n
		extendedNotes.lines = append(slices.Clone(n.lines), line)
		if estimateTokens(extendedNotes.String()) <= availableTokens {
			n = extendedNotes
		}
	}
	return n.String()
}

// notesAboutPersonaPages returns notes about the persona's pages. n is the number of snippets in the notes.
// Rules prompt-own-words, prompt-told-once. The notes say:
//
//   - that nothing is known about the question
//   - which pages were told already
//   - for Bridge, how to answer if no page fits (rule prompt-bridge)
func notesAboutPersonaPages(t notesInput, answer authoredAnswer, n int) (lines []string) {
	if answer.silenceReason != "" {
		lines = append(lines, "Of this nothing is known ("+answer.silenceReason+"): say so in your manner and invent nothing.")
	}
	if asks := toldQuestions(t); len(asks) > 0 {
		lines = append(lines, "You have told these already; do not tell them again: "+strings.Join(asks, " "))
	}
	if t.in.Variant == Bridge && n == 0 && answer.silenceReason == "" {
		line := "No page of yours fits. Answer small talk in one sentence without facts; else say that you do not know"
		if unknown := t.in.Persona.Voice.DontKnowAnswers; len(unknown) > 0 {
			line += ", as in: “" + FillPlaceholders(unknown[0], t.in.Persona.Name, anyUser) + "”"
		}
		lines = append(lines, line+".")
	}
	return lines
}

// promptNotes are the parts of the notes in their order.
type promptNotes struct {
	facts, pages, lines []string
	wishText            string
}

// String returns the notes as one text, from fenceOpen to fenceClose. The line about the user's
// wish comes last. Rule messages-guidance.
func (n promptNotes) String() string {
	b := &sectionWriter{}
	b.writeLine(fenceOpen)
	if len(n.facts) > 0 {
		b.writeLine(factsNote)
		b.writeList(n.facts)
	}
	if len(n.pages) > 0 {
		b.writeLine(pagesNote)
		b.writeList(n.pages)
	}
	for _, l := range n.lines {
		b.writeLine(l)
	}
	if n.wishText != "" {
		b.writeLine(n.wishText)
	}
	b.writeLine(fenceClose)
	return b.String()
}

// pageIndependentNotes returns the notes that do not depend on the persona's pages. The first note is
// the reminder. Rule safety-honest-ai.
func pageIndependentNotes(t notesInput) []string {
	if t.help != nil {
		return riskNotes(t.help)
	}
	lines := []string{roleReminderText(t)}
	if asksIfReal(t) {
		lines = append(lines, "The user asks what you are: begin by saying kindly, in one line, that you are an AI playing {{char}} and no person writes here.")
	}
	if to := languageToSwitchTo(t); to != "" {
		lines = append(lines, "The user's last message is in another language than your last line ("+to+"): follow them into it.")
	}
	if asksForDate(t.userMessage()) && !t.in.Now.IsZero() {
		lines = append(lines, "Where the user lives it is "+t.in.Now.Format("Monday, 2 January 2006")+"; tell it if they want it.")
	}
	for i := range lines {
		lines[i] = FillPlaceholders(lines[i], t.in.Persona.Name, t.userName)
	}
	return append(lines, habitNotes(t)...)
}

// asksIfReal reports whether the user asks, in the last message or in Input.Guidance, if the
// character is real.
func asksIfReal(t notesInput) bool {
	_, asked := identity.AsksIfReal(t.userMessage(), t.in.Persona.Name)
	_, askedByWish := identity.AsksIfReal(t.in.Guidance, t.in.Persona.Name)
	return asked || askedByWish
}

// roleReminderText returns the line that reminds a model to stay in its role. Rule prompt-small.
func roleReminderText(t notesInput) string {
	p := t.in.Persona
	if t.in.Variant.isLean() {
		return "You are {{char}}. " + yearReminderText(t) + p.LastPromptInstruction() + " Answer what was just said, in the first person, in the user's language, in " + replyLengthText(p) + "."
	}
	return yearReminderText(t) + "Stay {{char}}, in the first person; answer in the user's language, in " + replyLengthText(p) + " unless more is asked for."
}

// yearReminderText returns the first sentence of the reminder if the persona speaks from an earlier year,
// else "". The sentence says that nothing later has happened. Messages of this conversation may
// mention later events (rule chat-year).
func yearReminderText(t notesInput) string {
	if !t.isEarlierYear {
		return ""
	}
	year := core.YearText(t.in.Persona.Horizon.Year)
	return "For {{char}} it is " + year + ": nothing later has happened, also if this talk has told of it. "
}

// riskNotes returns the notes for a message of a user at risk. They tell the model to leave the
// role (rule safety-leave-the-role).
func riskNotes(help *distress.Help) []string {
	return []string{
		"The user may be in danger, or somebody near them. Leave the role for this whole reply: speak as the AI you are, warmly and plainly, in the user's language, in at most five short sentences.",
		"Take it seriously, thank them for saying it, ask nothing but whether they are safe now, name no method, and do not go back to the earlier talk.",
		"Name this help exactly: " + help.NamesAndNumbers() + ". In danger: " + help.EmergencyNumber() + ".",
	}
}

// pagesNote is the note before snippets of the persona's pages.
const pagesNote = "From your own pages, to draw upon where it fits:"

// languageToSwitchTo returns the language of the user's message if it differs from the language
// of the character's last message. It returns "" if one of the two is unknown.
func languageToSwitchTo(t notesInput) string {
	now, then := DetectLanguage(t.userMessage()), DetectLanguage(t.earlierMessage(llm.Assistant))
	if now == "" || then == "" || now == then {
		return ""
	}
	return now
}

// asksForDate reports whether a message asks for the day, date, month or year. It looks for
// dateWords first, which is faster than the regular expression.
func asksForDate(text string) bool {
	lowerText := strings.ToLower(text)
	return slices.ContainsFunc(dateWords, func(w string) bool { return strings.Contains(lowerText, w) }) && dateQuestionPattern.MatchString(text)
}

// dateWords are words of questions about the date. Every match of dateQuestionPattern contains one
// of them.
var dateWords = []string{
	"day", "date", "year", "month", "tag", "datum", "jahr", "jour", "année", "día", "fecha", "año",
	"giorno", "data", "anno", "dia", "ano", "几", "何", "какой",
}

// dateQuestionPattern matches questions about the date.
var dateQuestionPattern = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`\b(?:what|which)(?:'s|’s| is)?(?: the| today's| today’s)?(?: current)? (?:day|date|year|month)\b`,
	`\b(?:today's|today’s|current) (?:date|day|year)\b`,
	`\bwelche[rsn]? (?:tag|datum|jahr)\b`, `\bquel(?:le)? (?:jour|date|année)\b`, `\bqué (?:día|fecha|año)\b`,
	`\bche (?:giorno|data|anno)\b`, `\bque (?:dia|data|ano)\b`, `几号|几月|星期几|何日|何曜日|какой сегодня`,
}, "|"))
