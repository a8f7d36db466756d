package prompt

import (
	"regexp"
	"slices"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/identity"
	"colloquy/internal/llm"
)

// turn is the input of the notes.
type turn struct {
	in    In
	user  string
	talk  []llm.Message   // the history after eviction; it ends with the user's message
	shown map[string]bool // texts of pages that the persona's part contains
	help  *distress.Help
	// replies has the stems of each reply of the whole history.
	replies []map[string]bool
}

// userMessage returns the user's last message.
func (t turn) userMessage() string { return t.talk[len(t.talk)-1].Content }

// before returns the message of a role that is i messages of this role before its last
// one, or "".
func (t turn) before(role llm.Role) string {
	for i := len(t.talk) - 2; i >= 0; i-- {
		if t.talk[i].Role == role {
			return t.talk[i].Content
		}
	}
	return ""
}

// notes returns the part of the prompt that changes each turn: a reminder, language,
// date, facts about the user, and as many snippets of the persona's pages as room and the
// variant allow. It returns "" if the reminder does not fit.
func notes(t turn, room int) string {
	estimate := t.in.Budget.estimator().TextTokens
	n := noteParts{lines: fixedNotes(t)}
	if estimate(n.String()) > min(room, t.in.Variant.settings().notes) {
		n.lines = n.lines[:1]
	}
	if estimate(n.String()) > min(room, t.in.Variant.settings().notes) {
		return ""
	}
	if t.help != nil {
		return n.String()
	}
	if facts := t.in.Memory.facts(t.in.Budget, room-estimate(n.String())-estimate(factsNote)); len(facts) > 0 {
		n.facts = facts
		room = min(room, estimate(n.String())+t.in.Variant.settings().notes)
	}
	room = min(room, t.in.Variant.settings().notes+estimate(strings.Join(n.facts, "\n")+factsNote))
	for _, s := range snippets(t) {
		next := n
		next.pages = append(slices.Clone(n.pages), s)
		if estimate(next.String()) <= room {
			n = next
		}
	}
	for _, line := range pageNotes(t, len(n.pages)) {
		next := n
		next.lines = append(slices.Clone(n.lines), line)
		if estimate(next.String()) <= room {
			n = next
		}
	}
	return n.String()
}

// pageNotes returns notes about the persona's pages besides the snippets, of which there
// are n: what is told already, and for Bridge what to do without a page.
func pageNotes(t turn, n int) (lines []string) {
	if asks := toldAsks(t); len(asks) > 0 {
		lines = append(lines, "You have told these already; do not tell them again: "+strings.Join(asks, " "))
	}
	if t.in.Variant == Bridge && n == 0 {
		line := "No page of yours fits. Answer small talk in one sentence without facts; else say that you do not know"
		if unknown := t.in.Persona.Voice.Unknown; len(unknown) > 0 {
			line += ", as in: “" + Fill(unknown[0], t.in.Persona.Name, anyUser) + "”"
		}
		lines = append(lines, line+".")
	}
	return lines
}

// noteParts are the parts of the notes in their order.
type noteParts struct{ facts, pages, lines []string }

// String returns the parts between the fences of notes.
func (n noteParts) String() string {
	b := &sectionWriter{}
	b.line(fenceOpen)
	if len(n.facts) > 0 {
		b.line(factsNote)
		b.list(n.facts)
	}
	if len(n.pages) > 0 {
		b.line(pagesNote)
		b.list(n.pages)
	}
	for _, l := range n.lines {
		b.line(l)
	}
	b.line(fenceClose)
	return b.String()
}

// fixedNotes returns the notes that are not from the persona's pages. The first one is
// the reminder.
func fixedNotes(t turn) []string {
	if t.help != nil {
		return riskNotes(t.help)
	}
	lines := []string{reminder(t)}
	if _, asked := identity.Asked(t.userMessage(), t.in.Persona.Name); asked {
		lines = append(lines, "The user asks what you are: begin by saying kindly, in one line, that you are an AI playing {{char}} and no person writes here.")
	}
	if to := changedLanguage(t); to != "" {
		lines = append(lines, "The user's last message is in another language than your last line ("+to+"): follow them into it.")
	}
	if asksForDate(t.userMessage()) && !t.in.Now.IsZero() {
		lines = append(lines, "Where the user lives it is "+t.in.Now.Format("Monday, 2 January 2006")+"; tell it if they want it.")
	}
	for i := range lines {
		lines[i] = Fill(lines[i], t.in.Persona.Name, t.user)
	}
	return append(lines, habitNotes(t)...)
}

// reminder returns the line that keeps a model in the part.
func reminder(t turn) string {
	p := t.in.Persona
	if t.in.Variant.isLean() {
		return "You are {{char}}. " + p.PostHistoryText() + " Answer what was just said, in the first person, in the user's language, in " + sentences(p) + "."
	}
	return "Stay {{char}}, in the first person; answer in the user's language, in " + sentences(p) + " unless more is asked for."
}

// riskNotes returns the notes for a message at risk. They tell the model to leave the
// role.
func riskNotes(help *distress.Help) []string {
	return []string{
		"The user may be in danger, or somebody near them. Leave the role for this whole reply: speak as the AI you are, warmly and plainly, in the user's language, in at most five short sentences.",
		"Take it seriously, thank them for saying it, ask nothing but whether they are safe now, name no method, and do not go back to the earlier talk.",
		"Name this help exactly: " + help.Numbers() + ". In danger: " + help.Emergency() + ".",
	}
}

// pagesNote is the note before snippets of the persona's pages.
const pagesNote = "From your own pages, to draw upon where it fits:"

// changedLanguage returns the language of the user's message if it is known and
// differs from that of the character's last message.
func changedLanguage(t turn) string {
	now, then := Language(t.userMessage()), Language(t.before(llm.Assistant))
	if now == "" || then == "" || now == then {
		return ""
	}
	return now
}

// asksForDate reports whether a message asks for the day, date or year. It first looks
// for words that every such question contains, because that is faster than the regular
// expression.
func asksForDate(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(dateWords, func(w string) bool { return strings.Contains(lower, w) }) && asksDate.MatchString(text)
}

var dateWords = []string{
	"day", "date", "year", "month", "tag", "datum", "jahr", "jour", "année", "día", "fecha", "año",
	"giorno", "data", "anno", "dia", "ano", "几", "何", "какой",
}

// asksDate matches questions for the date.
var asksDate = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`\b(?:what|which)(?:'s|’s| is)?(?: the| today's| today’s)?(?: current)? (?:day|date|year|month)\b`,
	`\b(?:today's|today’s|current) (?:date|day|year)\b`,
	`\bwelche[rsn]? (?:tag|datum|jahr)\b`, `\bquel(?:le)? (?:jour|date|année)\b`, `\bqué (?:día|fecha|año)\b`,
	`\bche (?:giorno|data|anno)\b`, `\bque (?:dia|data|ano)\b`, `几号|几月|星期几|何日|何曜日|какой сегодня`,
}, "|"))
