package demo

import (
	"slices"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/english"
	"colloquy/internal/llm"
)

// turn is the state for one reply. newTurn reads it from the history.
type turn struct {
	*index
	chatID           string
	messages         []llm.Message
	help             *distress.Help // help lines of the request; nil if it has none
	userMessageCount int            // number of the user's messages

	line  string // the user's last message
	words []string
	// joinedLineWords is english.JoinWords(words). Phrases are searched in joinedLineWords.
	joinedLineWords string
	queryTerms      []string // search terms of the user's last message, and of the famous quotes in the message

	sentenceUses map[string]int // by sentence: how often the sentence occurs in earlier replies
	toldSnippets []bool         // by snippet: an earlier reply has one of its sentences
	lastReply    string         // "" for none
	currentTopic int            // topic of the latest told text, or -1

	isOnCurrentTopic bool // the latest reply told a text of currentTopic

	hasSearched bool        // findsMatchingText has set bestMatch and isGoodMatch
	bestMatch   searchMatch // the text that fits the user's last message best
	isGoodMatch bool        // bestMatch is good enough to answer
}

// findsMatchingText reports whether a text of the persona matches the message, and stores the match in
// bestMatch. It searches at most once per reply.
func (t *turn) findsMatchingText() bool {
	if !t.hasSearched {
		t.hasSearched = true
		t.bestMatch, t.isGoodMatch = t.search(t.queryTerms, t.toldSnippets, t.currentTopic)
	}
	return t.isGoodMatch
}

func newTurn(ix *index, req llm.Request) *turn {
	t := &turn{index: ix, chatID: req.ConversationID, messages: req.Messages, help: req.Help, currentTopic: -1}
	if len(req.Talk) > 0 {
		t.messages = req.Talk
	}
	t.line = lastUserMessage(t.messages)
	t.words = english.Words(t.line)
	t.joinedLineWords = english.JoinWords(t.words)
	t.queryTerms = append(t.withoutOwnName(queryTerms(t.words)), famousQuoteTerms(t.joinedLineWords)...)
	t.sentenceUses = make(map[string]int, 4*len(t.messages))
	if systemPromptHasGreeting(req.System, ix.persona.Greeting) {
		t.addEarlierReply(ix.persona.Greeting)
	}
	t.readHistory()
	t.treatVersionsAsSaid(req.OtherVersions)
	return t
}

// withoutOwnName returns terms without the terms of the persona's name, because users address the
// persona by name. If no term would be left, it returns all terms.
func (t *turn) withoutOwnName(terms []string) []string {
	nameTerms := queryTerms(english.Words(t.persona.Name))
	otherTerms := slices.DeleteFunc(slices.Clone(terms), func(q string) bool { return slices.Contains(nameTerms, q) })
	if len(otherTerms) == 0 {
		return terms
	}
	return otherTerms
}

// lastUserMessage returns the user's last message. It is "" if the persona spoke last and
// has to continue.
func lastUserMessage(msgs []llm.Message) string {
	if n := len(msgs); n > 0 && msgs[n-1].Role == llm.User {
		return strings.TrimSpace(strings.ToValidUTF8(msgs[n-1].Content, " "))
	}
	return ""
}

// systemPromptHasGreeting reports whether a system part contains the greeting. A server that requires a
// first message of the user gets the greeting in a system part (openai.Config.MustStartWithUser).
func systemPromptHasGreeting(system []string, greeting string) bool {
	greeting = strings.TrimSpace(greeting)
	for _, s := range system {
		if greeting != "" && strings.Contains(s, greeting) {
			return true
		}
	}
	return false
}

// readHistory reads the state from the earlier messages.
func (t *turn) readHistory() {
	for _, m := range t.messages {
		if m.Role == llm.User {
			t.userMessageCount++
		} else {
			t.addEarlierReply(m.Content)
		}
	}
	t.findToldSnippets()
}

// findToldSnippets sets which texts were told, from the sentences that were said.
func (t *turn) findToldSnippets() {
	t.toldSnippets = make([]bool, len(t.snippets))
	for id := range t.snippets {
		for _, s := range t.snippets[id].sentences {
			if t.sentenceUses[s] > 0 {
				t.toldSnippets[id] = true
				break
			}
		}
	}
}

// addEarlierReply adds an earlier reply to the state.
func (t *turn) addEarlierReply(reply string) {
	t.lastReply, t.isOnCurrentTopic = reply, false
	for s := range t.replySentences(reply) {
		t.sentenceUses[s]++
		if id, ok := t.snippetIDBySentence[s]; ok && t.snippets[id].topicIndex >= 0 {
			t.currentTopic, t.isOnCurrentTopic = t.snippets[id].topicIndex, true
		}
	}
}

// replySentences yields the sentences of a reply. It separates the opener, which may be
// joined to the first sentence.
func (t *turn) replySentences(reply string) func(func(string) bool) {
	return func(yield func(string) bool) {
		rest := reply
		for _, o := range t.persona.Voice.Openers {
			if cut, ok := cutOpener(reply, o); ok {
				for s := range sentences(o) {
					if !yield(s) {
						return
					}
				}
				rest = cut
				break
			}
		}
		for s := range sentences(rest) {
			if !yield(s) {
				return
			}
		}
	}
}

// previousLine returns the user's message before the last one.
func (t *turn) previousLine() string {
	hasSkippedLastLine := false
	for i := len(t.messages) - 1; i >= 0; i-- {
		if t.messages[i].Role != llm.User {
			continue
		}
		if hasSkippedLastLine {
			return t.messages[i].Content
		}
		hasSkippedLastLine = true
	}
	return ""
}

// turnHash returns a number that depends on the conversation, the turn and salt only. It
// replaces random choices.
func (t *turn) turnHash(salt string) int {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for _, s := range [...]string{t.chatID, salt} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * prime
		}
		h = (h ^ uint64(t.userMessageCount)) * prime
	}
	return int(h >> 33)
}

// timesSaid returns how often s was said: the count of its most frequent sentence.
// Sentences of one or two words ("Oh!") do not count, unless s has no other.
func (t *turn) timesSaid(s string) int {
	maxSentenceUseCount := 0
	for _, sentence := range identifyingSentences(slices.Collect(sentences(s))) {
		maxSentenceUseCount = max(maxSentenceUseCount, t.sentenceUses[sentence])
	}
	return maxSentenceUseCount
}

// identifyingSentences returns the sentences that are long enough to recognise a text, or all
// sentences if none is long enough.
func identifyingSentences(all []string) []string {
	longSentences := slices.DeleteFunc(slices.Clone(all), isInterjection)
	if len(longSentences) == 0 {
		return all
	}
	return longSentences
}

func isInterjection(sentence string) bool { return countWords(sentence) <= 2 }

// pickWording returns the wording that was said least often. The conversation and the turn decide
// between wordings that were said equally often.
func (t *turn) pickWording(wordings []string) string {
	if len(wordings) == 0 {
		return ""
	}
	return t.leastUsedWording(wordings, t.turnHash(wordings[0]))
}

// pickInOrder returns the wording that was said least often. Among wordings that were said equally
// often, pickInOrder returns the first.
func (t *turn) pickInOrder(wordings []string) string { return t.leastUsedWording(wordings, 0) }

// leastUsedWording returns the wording that was said least often. Among wordings that were said
// equally often, leastUsedWording returns the first from the index `start` on.
func (t *turn) leastUsedWording(wordings []string, start int) string {
	bestWording, fewest := "", -1
	for i := range wordings {
		line := wordings[(start+i)%len(wordings)]
		useCount := t.timesSaid(line)
		if fewest < 0 || useCount < fewest {
			bestWording, fewest = line, useCount
		}
		if useCount == 0 {
			break
		}
	}
	return bestWording
}

// pickUnsaid is like pickWording, but returns "" if every wording was said.
func (t *turn) pickUnsaid(wordings []string) string {
	if line := t.pickWording(wordings); line != "" && t.timesSaid(line) == 0 {
		return line
	}
	return ""
}

// hasPhrase reports whether the user's message contains one of the phrases
// (english.ParsePhrases).
func (t *turn) hasPhrase(list []string) bool { return english.HasPhrase(t.joinedLineWords, list) }

// isQuestion reports whether the message asks for something: it has a question mark,
// begins with a question word, or names a subject to talk about.
func (t *turn) isQuestion() bool {
	return strings.Contains(t.line, "?") || questionWords[firstWord(t.words)] || t.beginsWithQuestionWord() || t.hasPhrase(subjectPhrases)
}

// subjectPhrases are phrases that ask to talk about a subject without a question.
var subjectPhrases = english.ParsePhrases("let us start with\nlet us begin with\nlet us talk about\nlet us discuss\ni want to hear about\ni want to know\ni would like to hear\ni would love to hear\ni would like to know\ni wonder\ni was wondering\ni am curious about\nany tips\nany advice\nsome advice")

// beginsWithQuestionWord reports whether the message begins with a question word, after fillers and the
// name of the persona.
func (t *turn) beginsWithQuestionWord() bool {
	ws := withoutFillers(t.words)
	nameWords := english.Words(t.persona.Name)
	for len(ws) > 1 && slices.Contains(nameWords, ws[0]) {
		ws = withoutFillers(ws[1:])
	}
	return questionWords[firstWord(ws)]
}

// withoutFillers returns ws without the fillerWords at its start: "so how many" becomes
// "how many". It keeps at least one word.
func withoutFillers(ws []string) []string {
	for len(ws) > 1 && fillerWords[ws[0]] {
		ws = ws[1:]
	}
	return ws
}

var fillerWords = wordSet("so and but ok okay hmm hm well haha hahaha lol wait omg wow oh ah um uh also then hey hi hello yes no anyway actually honestly alright right please sorry cool nice great thanks true fair")

var questionWords = wordSet("who what when where why how which whose did do does is are was were can could would will have tell give show another explain describe teach sing write recite name list compare talk speak should shall may might am had has")

func firstWord(ws []string) string {
	if len(ws) == 0 {
		return ""
	}
	return ws[0]
}

// joinParts joins the parts of a reply and skips empty ones.
func joinParts(parts ...string) string {
	out := make([]string, 0, len(parts))
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " ")
}
