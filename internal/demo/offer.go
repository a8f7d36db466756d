package demo

import (
	"slices"
	"strings"
)

// openTopics are those with something untold, beginning with another one each
// turn.
func (t *talk) openTopics() []int {
	var open []int
	n := len(t.topics)
	for i := range n {
		topic := (i + 2*t.turn) % n
		if t.untoldOf(topic) >= 0 {
			open = append(open, topic)
		}
	}
	return open
}

// subjects are the open topics in the order in which they are best offered:
// those not begun yet first, the running one last.
func (t *talk) subjects() []int {
	open := slices.DeleteFunc(t.openTopics(), func(n int) bool { return t.topics[n].ask == "" })
	rank := func(n int) int {
		switch {
		case n == t.thread:
			return 2
		case t.told[t.topics[n].snippets[0]]:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(open, func(a, b int) int { return rank(a) - rank(b) })
	return open
}

// Offers name subjects. In the first half of each pair stands a subject as it
// follows "ask me", in the second as it follows "tell you"; what has no phrase
// of its own is quoted.
var (
	askTwo     = []string{"Ask me %, or %.", "You might ask me %, or %.", "Try asking me %, or %."}
	tellTwo    = []string{"I could tell you %, or %.", "I can tell you %, or else %.", "I would rather tell you %, or %."}
	quoteTwo   = []string{"You might ask me “%” or “%”", "Ask me “%”, or else “%”", "I do have an answer to “%” and one to “%”"}
	askOne     = []string{"Ask me %.", "You have not yet asked me %."}
	tellOne    = []string{"Shall I tell you %?", "If you like, I will tell you %.", "Would you hear %?"}
	quoteOne   = []string{"Most people ask me, “%”", "You could ask me, “%”", "Somebody always asks, “%”"}
	leadTold   = []string{"Let me tell you %.", "I would gladly tell you %.", "Allow me to tell you %.", "I might as well tell you %.", "I have been meaning to tell you %."}
	leadQuoted = []string{"People ask me, “%”", "Some come here to ask, “%”", "Here is one that I can answer, “%”", "Let us suppose you had asked me, “%”", "I am often asked, “%”"}
)

// clausal tells whether a phrase is a clause, as in "why I left", which needs
// no "of" or "about" in front of it.
func clausal(phrase string) bool {
	head, _, _ := strings.Cut(phrase, " ")
	return head == "why" || head == "what" || head == "how" || head == "whether"
}

// after puts the small word in front of a phrase that needs one.
func after(word, phrase string) string {
	if clausal(phrase) {
		return phrase
	}
	return word + " " + phrase
}

// offers are the lines that name two topics.
func offers(x, y indexTopic) []string {
	switch {
	case x.phrase != "" && y.phrase != "":
		return append(filledTwo(askTwo, after("about", x.phrase), after("about", y.phrase)),
			filledTwo(tellTwo, after("of", x.phrase), after("of", y.phrase))...)
	case x.phrase != "":
		return quotedLast(askTwo, after("about", x.phrase), y.quotable)
	case y.phrase != "":
		return quotedLast(askTwo, after("about", y.phrase), x.quotable)
	}
	return filledTwo(quoteTwo, x.quotable, y.quotable)
}

// quotedLast fills a quoted question in at the end, whose mark closes the line.
func quotedLast(lines []string, x, quotable string) []string {
	out := filledTwo(lines, x, "“"+quotable+"”")
	for i, line := range out {
		out[i] = strings.TrimSuffix(line, ".")
	}
	return out
}

// invitations are the lines that name one topic.
func invitations(x indexTopic) []string {
	if x.phrase == "" {
		return filled(quoteOne, x.quotable)
	}
	return append(filled(tellOne, after("of", x.phrase)), filled(askOne, after("about", x.phrase))...)
}

// leads introduce a topic's text that nobody asked for.
func leads(x indexTopic) []string {
	switch {
	case x.phrase != "":
		return filled(leadTold, after("of", x.phrase))
	case x.ask != "":
		return filled(leadQuoted, x.quotable)
	}
	return nil
}

// offer names two subjects with something untold, in words that were not used
// yet. It is "" when all was told or no such words are left.
func (t *talk) offer() string {
	open := t.subjects()
	if len(open) == 1 {
		return t.fresh(invitations(t.topics[open[0]]))
	}
	for i := range len(open) - 1 {
		if line := t.fresh(offers(t.topics[open[i]], t.topics[open[i+1]])); line != "" {
			return line
		}
	}
	return ""
}

// invite names one subject, as one does between two sentences of small talk.
func (t *talk) invite() string {
	for _, n := range t.subjects() {
		if line := t.fresh(invitations(t.topics[n])); line != "" {
			return line
		}
	}
	return ""
}

func filledTwo(lines []string, x, y string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		a, rest, _ := strings.Cut(line, "%")
		b, c, _ := strings.Cut(rest, "%")
		out[i] = a + x + b + y + c
	}
	return out
}
