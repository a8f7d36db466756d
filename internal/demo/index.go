package demo

import (
	"math"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// BM25 parameters (k1 and b of Robertson and Zaragoza), and the weight of the words
// that the author gave a topic.
const (
	k1                  = 1.2
	lengthNormalisation = 0.75
	topicWeight         = 1.5
)

// Values of snippet.topicIndex for snippets that belong to no topic.
const (
	bioTopicIndex         = -1
	sayingTopicIndex      = -2
	shortAnswerTopicIndex = -3
)

// snippet is a text that can be told on its own: a text of a topic, a sentence of the bio, a
// saying or a short answer.
type snippet struct {
	text          string
	sentences     []string // sentences by which the text is recognised (identifyingSentences)
	topicIndex    int      // index in Persona.Topics, or bioTopicIndex, sayingTopicIndex or shortAnswerTopicIndex
	sayingIndex   int      // index in Persona.Sayings, for sayings
	questionTerms []string // for short answers: terms of questions that they answer
}

type posting struct {
	snippet int
	weight  float64 // product of idf and term frequency
}

type indexedTerm struct {
	idf      float64
	postings []posting
}

type indexedTopic struct {
	snippetIDs       []int
	question         string   // as the author wrote it
	quotableQuestion string   // the question for use in quotation marks: with an end mark, and with single quotation marks inside
	joinedQuestion   string   // the question in the form of english.JoinWords
	phrase           string   // the question as a part of a sentence, or ""
	terms            []string // terms of the topic's question and of core.Topic.Words
}

// index has a persona's texts prepared for search. It is read-only.
type index struct {
	persona             *core.Persona
	snippets            []snippet
	terms               map[string]indexedTerm
	topicTerms          []string // terms of all topics, to correct typos
	topics              []indexedTopic
	bioSnippetIDs       []int
	sayingSnippetIDs    []int
	facts               []datedFact
	snippetIDBySentence map[string]int // id of the snippet with a sentence
	shortAnswers        *index         // index of the short answers; nil in the index of short answers itself
}

func newIndex(p *core.Persona) *index {
	ix := &index{persona: p, snippetIDBySentence: make(map[string]int)}
	b := termCounter{countsByTerm: make(map[string]map[int]float64)}
	for n, topic := range p.Topics {
		ix.addTopic(&b, n, topic)
	}
	for s := range bioSentences(p.Bio) {
		ix.bioSnippetIDs = append(ix.bioSnippetIDs, ix.addSnippet(&b, snippet{text: s, topicIndex: bioTopicIndex}))
	}
	for n, s := range p.Sayings {
		text := strings.TrimSpace(s.Text)
		ix.sayingSnippetIDs = append(ix.sayingSnippetIDs, ix.addSnippet(&b, snippet{text: text, topicIndex: sayingTopicIndex, sayingIndex: n}))
	}
	ix.addDatedFacts()
	ix.terms = b.bm25Weights()
	ix.shortAnswers = newShortAnswerIndex(p)
	return ix
}

// newShortAnswerIndex returns the index of a persona's short answers. These are answers to common
// questions (except userAddressingIntents), texts about people, and samples of the kinds SampleShort and
// SampleDisagree.
func newShortAnswerIndex(p *core.Persona) *index {
	ix := &index{persona: p, snippetIDBySentence: make(map[string]int)}
	b := termCounter{countsByTerm: make(map[string]map[int]float64)}
	addAnswer := func(text, asked string) {
		terms := queryTerms(english.Words(asked))
		id := ix.addSnippet(&b, snippet{text: text, topicIndex: shortAnswerTopicIndex, questionTerms: terms})
		for _, term := range terms {
			b.countTerm(id, term, topicWeight)
		}
	}
	for _, intent := range core.Intents() {
		if text := p.CoreAnswers[intent]; text != "" && !userAddressingIntents[intent] {
			addAnswer(text, strings.Join(intentTerms[intent], " "))
		}
	}
	for _, k := range p.People {
		addAnswer(k.Says, k.Name+" "+strings.Join(k.Words, " "))
	}
	for _, s := range p.Samples {
		if s.Kind == core.SampleShort || s.Kind == core.SampleDisagree {
			addAnswer(s.CharacterLine, s.UserLine)
		}
	}
	ix.terms = b.bm25Weights()
	return ix
}

// shortAnswerFits reports whether a short answer is meant for questions that have at least one of
// the given terms.
func (ix *index) shortAnswerFits(id int, terms []string) bool {
	return slices.ContainsFunc(terms, func(q string) bool { return slices.Contains(ix.snippets[id].questionTerms, q) })
}

// userAddressingIntents are the intents whose answers are no statements about the persona.
var userAddressingIntents = map[core.Intent]bool{
	core.AsksQuestion: true, core.AsksGoodbye: true, core.AsksJoke: true, core.AsksWorkAdvice: true, core.AsksLoveAdvice: true, core.AsksGriefAdvice: true,
}

func (ix *index) addTopic(b *termCounter, n int, topic core.Topic) {
	question := strings.TrimSpace(topic.Question)
	t := indexedTopic{question: question, quotableQuestion: innerQuoteReplacer.Replace(withEndMark(question)), joinedQuestion: english.JoinWords(english.Words(question)), phrase: phraseFromQuestion(question)}
	topicTerms := queryTerms(english.Words(question))
	for _, w := range topic.Words {
		topicTerms = append(topicTerms, queryTerms(english.Words(w))...)
	}
	for _, text := range topic.Texts {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		id := ix.addSnippet(b, snippet{text: text, topicIndex: n})
		t.snippetIDs = append(t.snippetIDs, id)
		for _, term := range topicTerms {
			b.countTerm(id, term, topicWeight)
		}
	}
	t.terms = topicTerms
	ix.topicTerms = append(ix.topicTerms, topicTerms...)
	ix.topics = append(ix.topics, t)
}

// innerQuoteReplacer replaces double quotation marks by single ones, for a text that is quoted.
var innerQuoteReplacer = strings.NewReplacer("“", "‘", "”", "’")

func withEndMark(s string) string {
	if s == "" || endsWithAnyOf(s, ".!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}

// addSnippet adds a snippet, counts its terms in b and returns its id.
func (ix *index) addSnippet(b *termCounter, s snippet) int {
	id := len(ix.snippets)
	s.sentences = identifyingSentences(slices.Collect(sentences(s.text)))
	for _, sentence := range s.sentences {
		if _, taken := ix.snippetIDBySentence[sentence]; !taken {
			ix.snippetIDBySentence[sentence] = id
		}
	}
	ix.snippets = append(ix.snippets, s)
	b.lengths = append(b.lengths, 0)
	for _, w := range english.Words(s.text) {
		if !stopWords[w] {
			b.countTerm(id, termOfWord(w), 1)
		}
	}
	return id
}

// bioSentences yields the sentences of the bio with their quotation marks.
func bioSentences(bio string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for rest := strings.TrimSpace(bio); rest != ""; {
			end := sentenceEnd(rest)
			sentence := strings.TrimSpace(rest[:end])
			if sentence != "" && !yield(sentence) {
				return
			}
			rest = rest[end:]
		}
	}
}

// termCounter counts the terms of snippets. weigh turns the counts into weights.
type termCounter struct {
	countsByTerm map[string]map[int]float64 // by term and snippet
	lengths      []float64                  // for each snippet, the sum of the counts of its terms
}

func (b *termCounter) countTerm(id int, term string, by float64) {
	m := b.countsByTerm[term]
	if m == nil {
		m = make(map[int]float64)
		b.countsByTerm[term] = m
	}
	m[id] += by
	b.lengths[id] += by
}

// bm25Weights turns the counts into BM25 weights, so that a search only adds numbers.
func (b *termCounter) bm25Weights() map[string]indexedTerm {
	var total float64
	for _, l := range b.lengths {
		total += l
	}
	n := float64(len(b.lengths))
	meanLength := max(total/max(n, 1), 1)
	terms := make(map[string]indexedTerm, len(b.countsByTerm))
	for term, m := range b.countsByTerm {
		df := float64(len(m))
		t := indexedTerm{idf: math.Log(1 + (n-df+0.5)/(df+0.5))}
		for id, tf := range m {
			// A snippet shorter than the mean gets no bonus: sentences of the bio are
			// short without being more relevant.
			lengthFactor := k1 * (1 - lengthNormalisation + lengthNormalisation*max(b.lengths[id]/meanLength, 1))
			t.postings = append(t.postings, posting{id, t.idf * tf * (k1 + 1) / (tf + lengthFactor)})
		}
		terms[term] = t
	}
	return terms
}
