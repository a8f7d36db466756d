package demo

import (
	"slices"
	"strings"
)

// untoldTopics returns the topics with an untold text. The list starts at another topic
// each turn.
func (t *turn) untoldTopics() []int {
	var open []int
	n := len(t.topics)
	for i := range n {
		topic := (i + 2*t.number) % n
		if t.firstUntold(topic) >= 0 {
			open = append(open, topic)
		}
	}
	return open
}

// offerableTopics returns the untold topics in the order in which they are offered:
// topics that were not begun first, the current one last.
func (t *turn) offerableTopics() []int {
	open := slices.DeleteFunc(t.untoldTopics(), func(n int) bool { return t.topics[n].ask == "" })
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

// Lines that offer topics. ask… lines end in a phrase after "ask me", tell… lines in
// one after "tell you"; quote… lines quote the ask of topics without a phrase. lead…
// lines introduce a text that was not asked for.
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

// isClause reports whether a phrase is a clause, as in "why I left", which needs
// no "of" or "about".
func isClause(phrase string) bool {
	head, _, _ := strings.Cut(phrase, " ")
	return head == "why" || head == "what" || head == "how" || head == "whether"
}

// withPreposition puts word before a phrase that is not a clause.
func withPreposition(word, phrase string) string {
	if isClause(phrase) {
		return phrase
	}
	return word + " " + phrase
}

// twoTopicLines returns the offers of two topics.
func twoTopicLines(x, y indexTopic) []string {
	switch {
	case x.phrase != "" && y.phrase != "":
		return append(fillTwo(askTwo, withPreposition("about", x.phrase), withPreposition("about", y.phrase)),
			fillTwo(tellTwo, withPreposition("of", x.phrase), withPreposition("of", y.phrase))...)
	case x.phrase != "":
		return fillQuotedLast(askTwo, withPreposition("about", x.phrase), y.quotable)
	case y.phrase != "":
		return fillQuotedLast(askTwo, withPreposition("about", y.phrase), x.quotable)
	}
	return fillTwo(quoteTwo, x.quotable, y.quotable)
}

// fillQuotedLast fills a quoted question into the end of each line. The question's end
// mark also ends the line.
func fillQuotedLast(lines []string, x, quotable string) []string {
	out := fillTwo(lines, x, "“"+quotable+"”")
	for i, line := range out {
		out[i] = strings.TrimSuffix(line, ".")
	}
	return out
}

// oneTopicLines returns the offers of one topic.
func oneTopicLines(x indexTopic) []string {
	if x.phrase == "" {
		return fill(quoteOne, x.quotable)
	}
	return append(fill(tellOne, withPreposition("of", x.phrase)), fill(askOne, withPreposition("about", x.phrase))...)
}

// leadLines introduce a topic's text that was not asked for.
func leadLines(x indexTopic) []string {
	switch {
	case x.phrase != "":
		return fill(leadTold, withPreposition("of", x.phrase))
	case x.ask != "":
		return fill(leadQuoted, x.quotable)
	}
	return nil
}

// offerTwoTopics offers two untold topics in a line that was not said yet. It returns
// "" if there is no untold topic.
func (t *turn) offerTwoTopics() string {
	open := t.offerableTopics()
	if len(open) == 1 {
		return t.pickUnsaid(oneTopicLines(t.topics[open[0]]))
	}
	for i := range len(open) - 1 {
		if line := t.pickUnsaid(twoTopicLines(t.topics[open[i]], t.topics[open[i+1]])); line != "" {
			return line
		}
	}
	return ""
}

// offerOneTopic offers one topic, after small talk.
func (t *turn) offerOneTopic() string {
	for _, n := range t.offerableTopics() {
		if line := t.pickUnsaid(oneTopicLines(t.topics[n])); line != "" {
			return line
		}
	}
	return ""
}

func fillTwo(lines []string, x, y string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		a, rest, _ := strings.Cut(line, "%")
		b, c, _ := strings.Cut(rest, "%")
		out[i] = a + x + b + y + c
	}
	return out
}
