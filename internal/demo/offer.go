package demo

import (
	"slices"
	"strings"
)

// untoldTopics returns the topics with an untold text. The list starts at a different
// topic in each turn.
func (t *turn) untoldTopics() []int {
	var untoldTopicIndexes []int
	n := len(t.topics)
	for i := range n {
		topic := (i + 2*t.userMessageCount) % n
		if t.firstUntoldSnippetID(topic) >= 0 {
			untoldTopicIndexes = append(untoldTopicIndexes, topic)
		}
	}
	return untoldTopicIndexes
}

// offerableTopics returns the topics with a question and an untold text, in the order of offers.
// Topics whose first text is untold come before others, and the current topic comes last.
func (t *turn) offerableTopics() []int {
	topics := slices.DeleteFunc(t.untoldTopics(), func(n int) bool { return t.topics[n].question == "" })
	offerRankOf := func(topicIndex int) int {
		switch {
		case topicIndex == t.currentTopic:
			return 2
		case t.toldSnippets[t.topics[topicIndex].snippetIDs[0]]:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(topics, func(a, b int) int { return offerRankOf(a) - offerRankOf(b) })
	return topics
}

// Lines that offer one or two topics, and lines that introduce a text that the user did not ask
// for. The names of the first end in Offers, those of the second in Intros. In quoteTwoOffers,
// quoteOneOffers and quotedQuestionIntros, % stands for the question of a topic without a phrase. In
// the other lists, % stands for the phrase of a topic. In askTwoOffers, the second % may also stand
// for a quoted question.
var (
	askTwoOffers         = []string{"Ask me %, or %.", "You might ask me %, or %.", "Try asking me %, or %."}
	tellTwoOffers        = []string{"I could tell you %, or %.", "I can tell you %, or else %.", "I would rather tell you %, or %."}
	quoteTwoOffers       = []string{"You might ask me “%” or “%”", "Ask me “%”, or else “%”", "I do have an answer to “%” and one to “%”"}
	askOneOffers         = []string{"Ask me %.", "You have not yet asked me %."}
	tellOneOffers        = []string{"Shall I tell you %?", "If you like, I will tell you %.", "Would you hear %?"}
	quoteOneOffers       = []string{"Most people ask me, “%”", "You could ask me, “%”", "Somebody always asks, “%”"}
	phraseTopicIntros    = []string{"Let me tell you %.", "I would gladly tell you %.", "Allow me to tell you %.", "I might as well tell you %.", "I have been meaning to tell you %."}
	quotedQuestionIntros = []string{"People ask me, “%”", "Some come here to ask, “%”", "Here is one that I can answer, “%”", "Let us suppose you had asked me, “%”", "I am often asked, “%”"}
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

// twoTopicOffers returns the lines that offer two topics.
func twoTopicOffers(x, y indexedTopic) []string {
	switch {
	case x.phrase != "" && y.phrase != "":
		return append(fillTwoPhrases(askTwoOffers, withPreposition("about", x.phrase), withPreposition("about", y.phrase)),
			fillTwoPhrases(tellTwoOffers, withPreposition("of", x.phrase), withPreposition("of", y.phrase))...)
	case x.phrase != "":
		return fillQuotedQuestion(askTwoOffers, withPreposition("about", x.phrase), y.quotableQuestion)
	case y.phrase != "":
		return fillQuotedQuestion(askTwoOffers, withPreposition("about", y.phrase), x.quotableQuestion)
	}
	return fillTwoPhrases(quoteTwoOffers, x.quotableQuestion, y.quotableQuestion)
}

// fillQuotedQuestion replaces the first % of each line with x and the second % with the quoted
// question. The end mark of the question also ends the line.
func fillQuotedQuestion(wordings []string, x, quotableQuestion string) []string {
	out := fillTwoPhrases(wordings, x, "“"+quotableQuestion+"”")
	for i, line := range out {
		out[i] = strings.TrimSuffix(line, ".")
	}
	return out
}

// oneTopicOffers returns the lines that offer one topic.
func oneTopicOffers(x indexedTopic) []string {
	if x.phrase == "" {
		return fillWordings(quoteOneOffers, x.quotableQuestion)
	}
	return append(fillWordings(tellOneOffers, withPreposition("of", x.phrase)), fillWordings(askOneOffers, withPreposition("about", x.phrase))...)
}

// topicIntros returns the sentences with which a character introduces a topic that the user did not
// ask for.
func topicIntros(x indexedTopic) []string {
	switch {
	case x.phrase != "":
		return fillWordings(phraseTopicIntros, withPreposition("of", x.phrase))
	case x.question != "":
		return fillWordings(quotedQuestionIntros, x.quotableQuestion)
	}
	return nil
}

// offerTwoTopics returns a line that offers two topics with untold texts. No earlier reply has the
// line. If only one topic is left, the line offers one topic. If no topic is left, offerTwoTopics
// returns "". It also returns "" if the persona has own answers to common questions. Rule demo-miss.
func (t *turn) offerTwoTopics() string {
	if t.hasCoreAnswers() {
		return ""
	}
	offerableIndexes := t.offerableTopics()
	if len(offerableIndexes) == 1 {
		return t.pickUnsaid(oneTopicOffers(t.topics[offerableIndexes[0]]))
	}
	for i := range len(offerableIndexes) - 1 {
		if line := t.pickUnsaid(twoTopicOffers(t.topics[offerableIndexes[i]], t.topics[offerableIndexes[i+1]])); line != "" {
			return line
		}
	}
	return ""
}

// offerOneTopic offers one topic, after small talk. It returns "" if no topic is left, or if the
// persona has own answers to common questions.
func (t *turn) offerOneTopic() string {
	if t.hasCoreAnswers() {
		return ""
	}
	for _, n := range t.offerableTopics() {
		if line := t.pickUnsaid(oneTopicOffers(t.topics[n])); line != "" {
			return line
		}
	}
	return ""
}

// fillTwoPhrases replaces the first % of each line with x and the second % with y.
func fillTwoPhrases(wordings []string, x, y string) []string {
	out := make([]string, len(wordings))
	for i, line := range wordings {
		a, rest, _ := strings.Cut(line, "%")
		b, c, _ := strings.Cut(rest, "%")
		out[i] = a + x + b + y + c
	}
	return out
}
