package demo

import (
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
	"colloquy/internal/intent"
)

// answerCommonQuestion answers a common question with the persona's own answer. It answers a
// question about a person with the persona's text about that person. If the message also has words
// of a topic, the result is "", so that a later move tells the topic. Each answer is given once.
// Rule demo-core.
func (t *turn) answerCommonQuestion() string {
	if !t.isQuestion() && len(t.words) > 2*maxSmallTalkWords {
		return ""
	}
	asked, phrase := intent.Detect(t.joinedLineWords)
	if known, ok := t.personAsked(asked); ok && t.timesSaid(known.Says) == 0 {
		return known.Says
	}
	if t.topicAnswersIntent(phrase) {
		return ""
	}
	return t.answerIntent(asked)
}

// answerIntent returns the persona's answer to an intent, or "" if it was given before. If the
// persona has only answers to other intents, the result is a line that says so. If the persona has
// no answers at all, the result is a text of a topic, or "".
func (t *turn) answerIntent(asked core.Intent) string {
	text := t.persona.CoreAnswers[asked]
	switch {
	case asked == "":
		return ""
	case text != "" && t.timesSaid(text) == 0:
		return text
	case text == "" && t.hasCoreAnswers():
		return t.admitUnknown()
	case !t.hasCoreAnswers():
		return t.untoldTextForIntent(asked)
	}
	return ""
}

// intentTerms are the terms of topics that can answer an intent.
var intentTerms = map[core.Intent][]string{
	core.AsksRegret:    termsOf("regret mistake guilt shame"),
	core.AsksLove:      termsOf("love marriage romance"),
	core.AsksChildren:  termsOf("children"),
	core.AsksChildhood: termsOf("childhood boyhood girlhood parents"),
	core.AsksFriend:    termsOf("friend friendship"),
	core.AsksEnemy:     termsOf("enemy quarrel feud"),
	core.AsksDeath:     termsOf("death afterlife"),
	core.AsksFaith:     termsOf("god faith prayer"),
	core.AsksFear:      termsOf("fear afraid courage"),
	core.AsksFood:      termsOf("food dinner kitchen bread"),
	core.AsksMusic:     termsOf("music books reading"),
	core.AsksDay:       termsOf("routine habits"),
	core.AsksProud:     termsOf("proud pride"),
}

// termsOf returns the terms of a list of words.
func termsOf(words string) (out []string) {
	for w := range strings.FieldsSeq(words) {
		out = append(out, termOfWord(w))
	}
	return out
}

// untoldTextForIntent returns the first untold text of a topic about an intent, or "".
func (t *turn) untoldTextForIntent(asked core.Intent) string {
	return t.untoldTextForTerms(intentTerms[asked])
}

// untoldTextForTerms returns the first untold text of the first topic that has one of the given terms. It
// skips topics without an untold text. It returns "" if no topic is left.
func (t *turn) untoldTextForTerms(terms []string) string {
	for n, topic := range t.topics {
		isTopicTerm := func(q string) bool { return slices.Contains(topic.terms, q) }
		if id := t.firstUntoldSnippetID(n); id >= 0 && slices.ContainsFunc(terms, isTopicTerm) {
			return t.withOpener(t.snippets[id].text)
		}
	}
	return ""
}

// topicAnswersIntent reports whether the topic of the best text has words of the message besides
// those in phrase. phrase is the part of the message that shows its intent. If phrase is empty, the
// result is false.
func (t *turn) topicAnswersIntent(phrase string) bool {
	if phrase == "" || !t.findsMatchingText() || t.bestMatch.coverage < sureCoverage {
		return false
	}
	return t.topicHasMoreThan(strings.Fields(phrase))
}

// topicHasMoreThan reports whether the topic of the best text has a word of the message. The words
// in the list `known` do not count.
func (t *turn) topicHasMoreThan(known []string) bool {
	topic := t.snippets[t.bestMatch.snippetID].topicIndex
	if topic < 0 {
		return false
	}
	otherWords := slices.DeleteFunc(slices.Clone(t.words), func(w string) bool { return slices.Contains(known, w) })
	return slices.ContainsFunc(queryTerms(otherWords), func(q string) bool { return !generalTerms[q] && slices.Contains(t.topics[topic].terms, q) })
}

// generalTerms are terms that do not name a subject on their own.
var generalTerms = func() map[string]bool {
	out := map[string]bool{}
	for w := range wordSet(`people person man men woman women life world time year day night morning thing work good great young old new own
make take use put keep try find help mean way kind sort bit lot stuff example real back big little long first last next other bad better worse
day week month hour today part place name word call say show start end turn two three four five deal down sad happy angry proud round around right left hate leave bring give need want`) {
		out[termOfWord(w)] = true
	}
	return out
}()

// personIntents are the intents whose questions may name a person; "" means no intent.
var personIntents = []core.Intent{"", core.AsksLove, core.AsksChildren, core.AsksChildhood, core.AsksFriend, core.AsksEnemy}

// personAsked returns the person whom a question names by name or by kinship. Rule demo-people. It
// returns false in two cases, because another text fits the question better:
//
//   - The topic of the best text has words of the question that do not name the person.
//   - The question is long, and the best text has at least three terms of the question.
func (t *turn) personAsked(asked core.Intent) (core.KnownPerson, bool) {
	if !slices.Contains(personIntents, asked) || !t.isQuestion() && !t.isShortQuestion() {
		return core.KnownPerson{}, false
	}
	isDetailedQuestion := len(t.words) > maxSmallTalkWords && t.findsMatchingText() && t.bestMatch.matchedTerms > 2
	for _, k := range t.persona.People {
		if slices.ContainsFunc(k.Words, t.mentionsNameOrKin) && !isDetailedQuestion && (!t.findsMatchingText() || !t.topicHasMoreThan(english.Words(strings.Join(k.Words, " ")))) {
			return k, true
		}
	}
	return core.KnownPerson{}, false
}

// mentionsNameOrKin reports whether the message contains word, which is a name or a kinship. A
// stop word is no name: "tell me more" does not ask for Thomas More.
func (t *turn) mentionsNameOrKin(word string) bool {
	return !stopWords[strings.ToLower(word)] && english.HasPhrase(t.joinedLineWords, english.ParsePhrases(word))
}

var (
	yesWords   = wordSet("yes yeah yep yup sure certainly absolutely definitely ok okay aye indeed always often please gladly")
	noWords    = wordSet("no nope nah never not none nothing neither hardly")
	yesPhrases = english.ParsePhrases("i do\ni am\ni have\ni did\ni can\ni will\ni would\ni was\nof course")
	noPhrases  = english.ParsePhrases("i do not\ni am not\ni have not\ni did not\ni can not\ni will not\ni would not\ni was not\nnot yet\nnot really\nnot at all\nof course not\ncertainly not")
)

// hasCoreAnswers reports whether the persona has own answers to common questions. Such a
// persona offers no topics within its replies, because the suggestions below the replies
// do.
func (t *turn) hasCoreAnswers() bool { return len(t.persona.CoreAnswers) > 0 }

// awaitsAnswerToGreeting reports whether the message follows the greeting. It may be the
// second message, if the first one was answered with an identity line or a short greeting.
func (t *turn) awaitsAnswerToGreeting() bool {
	return t.userMessageCount == 1 && strings.Contains(t.lastReply, t.persona.Greeting) || t.userMessageCount == 2 && (t.lastReplyContains(backInRoleRemarks) || t.lastReplyContains(greetingAnswers))
}

// returnsToGreeting reports whether the second message answers the greeting. The first message must
// be a question, and the reply to it must not end in a question. The second message must have a
// word of the greeting.
func (t *turn) returnsToGreeting() bool {
	if t.userMessageCount != 2 || strings.HasSuffix(strings.TrimSpace(t.lastReply), "?") || !t.firstMessageWasQuestion() {
		return false
	}
	greetingTerms := queryTerms(english.Words(t.persona.Greeting))
	return slices.ContainsFunc(t.queryTerms, func(q string) bool { return slices.Contains(greetingTerms, q) })
}

// firstMessageWasQuestion reports whether the user's first message was a question.
func (t *turn) firstMessageWasQuestion() bool {
	previousUserLine := t.previousLine()
	return strings.Contains(previousUserLine, "?") || questionWords[firstWord(withoutFillers(english.Words(previousUserLine)))]
}

// replyToAnswerToGreeting replies to a user who answers the question in the greeting (rule
// demo-greeting).
func (t *turn) replyToAnswerToGreeting() string {
	r := t.persona.GreetingFollowUps
	if r == nil || t.line == "" || strings.Contains(t.line, "?") || !t.awaitsAnswerToGreeting() && !t.returnsToGreeting() {
		return ""
	}
	if t.findsMatchingText() && t.matchesTopicTerms(t.bestMatch) && t.bestMatch.coverage >= sureCoverage && len(t.words) > 2 {
		return ""
	}
	isUserQuestion := t.beginsWithQuestionWord() && len(t.words) > 3 && !yesWords[firstWord(t.words)]
	for _, b := range []*core.GreetingChoiceReply{r.AfterFirstChoice, r.AfterSecondChoice} {
		if b != nil && !isUserQuestion && slices.ContainsFunc(t.words, func(w string) bool { return slices.Contains(b.Words, w) }) {
			return b.Text
		}
	}
	openingWord := firstWord(t.words)
	switch {
	case r.AfterNo != "" && (noWords[openingWord] || t.hasPhrase(noPhrases)):
		return r.AfterNo
	case r.AfterYes != "" && (yesWords[openingWord] || t.hasPhrase(yesPhrases)):
		return r.AfterYes
	case t.beginsWithQuestionWord() && !yesWords[openingWord], t.hasPhrase(subjectPhrases):
		return ""
	}
	return r.AfterOther
}
