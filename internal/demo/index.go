package demo

import (
	"math"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// Weights of BM25 (Robertson and Zaragoza's usual ones) and of the words that
// the author put on a topic.
const (
	k1          = 1.2
	lengthShare = 0.75
	topicWeight = 1.5
)

// Topic numbers of what belongs to no topic.
const (
	bioTopic    = -1
	sayingTopic = -2
)

// snippet is a piece of authored text that can be told as it stands.
type snippet struct {
	text      string
	sentences []string
	topic     int // index in Persona.Topics, or bioTopic, or sayingTopic
	saying    int // index in Persona.Sayings, for sayings
}

type posting struct {
	snippet int
	weight  float64 // idf and term frequency in one
}

type indexTerm struct {
	idf      float64
	postings []posting
}

type indexTopic struct {
	snippets []int
	ask      string // as the author wrote it
	quotable string // with a mark at its end
	askFlat  string
	phrase   string   // the ask as a part of a sentence, "" when it cannot be one
	known    []string // the terms that the author put on it
}

// index is a persona's material, ready to be searched. It is read-only.
type index struct {
	persona  *core.Persona
	snippets []snippet
	terms    map[string]indexTerm
	spelling []string // the terms that topics are known by, to mend a typing slip
	topics   []indexTopic
	bio      []int
	sayings  []int
	facts    []bookFact
	owner    map[string]int // sentence -> the snippet it is from
}

func newIndex(p *core.Persona) *index {
	ix := &index{persona: p, owner: make(map[string]int)}
	b := builder{counts: make(map[string]map[int]float64)}
	for n, topic := range p.Topics {
		ix.addTopic(&b, n, topic)
	}
	for s := range bioSentences(p.Bio) {
		ix.bio = append(ix.bio, ix.add(&b, snippet{text: s, topic: bioTopic}))
	}
	for n, s := range p.Sayings {
		text := strings.TrimSpace(s.Text)
		ix.sayings = append(ix.sayings, ix.add(&b, snippet{text: text, topic: sayingTopic, saying: n}))
	}
	ix.addFacts()
	ix.terms = b.weigh()
	return ix
}

func (ix *index) addTopic(b *builder, n int, topic core.Topic) {
	ask := strings.TrimSpace(topic.Ask)
	t := indexTopic{ask: ask, quotable: inner.Replace(closed(ask)), askFlat: english.Flat(english.Words(ask)), phrase: phrase(ask)}
	known := queryTerms(english.Words(ask))
	for _, w := range topic.Words {
		known = append(known, queryTerms(english.Words(w))...)
	}
	for _, text := range topic.Texts {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		id := ix.add(b, snippet{text: text, topic: n})
		t.snippets = append(t.snippets, id)
		for _, term := range known {
			b.count(id, term, topicWeight)
		}
	}
	t.known = known
	ix.spelling = append(ix.spelling, known...)
	ix.topics = append(ix.topics, t)
}

// inner are the quotation marks within quotation marks.
var inner = strings.NewReplacer("“", "‘", "”", "’")

func closed(s string) string {
	if s == "" || endsIn(s, ".!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}

func (ix *index) add(b *builder, s snippet) int {
	id := len(ix.snippets)
	s.sentences = slices.Collect(sentences(s.text))
	for _, one := range s.sentences {
		if _, taken := ix.owner[one]; !taken {
			ix.owner[one] = id
		}
	}
	ix.snippets = append(ix.snippets, s)
	b.lengths = append(b.lengths, 0)
	for _, w := range english.Words(s.text) {
		if !stopWords[w] {
			b.count(id, term(w), 1)
		}
	}
	return id
}

// bioSentences yields the bio sentence by sentence as it is written, with
// quotation marks.
func bioSentences(bio string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for rest := strings.TrimSpace(bio); rest != ""; {
			end := sentenceEnd(rest)
			one := strings.TrimSpace(rest[:end])
			if one != "" && !yield(one) {
				return
			}
			rest = rest[end:]
		}
	}
}

// builder counts terms before they are weighed.
type builder struct {
	counts  map[string]map[int]float64
	lengths []float64
}

func (b *builder) count(id int, term string, by float64) {
	m := b.counts[term]
	if m == nil {
		m = make(map[int]float64)
		b.counts[term] = m
	}
	m[id] += by
	b.lengths[id] += by
}

// weigh turns counts into BM25 weights, so that a search only adds.
func (b *builder) weigh() map[string]indexTerm {
	var total float64
	for _, l := range b.lengths {
		total += l
	}
	n := float64(len(b.lengths))
	mean := max(total/max(n, 1), 1)
	terms := make(map[string]indexTerm, len(b.counts))
	for term, m := range b.counts {
		df := float64(len(m))
		t := indexTerm{idf: math.Log(1 + (n-df+0.5)/(df+0.5))}
		for id, tf := range m {
			// A single sentence is short, not more to the point than a text.
			long := k1 * (1 - lengthShare + lengthShare*max(b.lengths[id]/mean, 1))
			t.postings = append(t.postings, posting{id, t.idf * tf * (k1 + 1) / (tf + long)})
		}
		terms[term] = t
	}
	return terms
}
