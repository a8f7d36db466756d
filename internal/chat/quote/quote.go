// Package quote finds quotations of two kinds in a reply. A documented quotation repeats a saying
// of the persona that is on record, perhaps with small changes. The other kind is a passage in
// quotation marks that is presented as somebody's words but is not on record. The package compares
// words only, so it works alike for every model (ADR 15). It does no I/O.
package quote

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/core"
)

// Kind is the kind of a Quotation.
type Kind string

const (
	// Documented is a passage that contains a saying on record, whole or in part.
	Documented Kind = "documented"
	// Spirit is a passage in quotation marks that is presented as somebody's words but is not
	// on record.
	Spirit Kind = "spirit"
)

// NoSaying is the value of Quotation.SayingIndex if the quotation belongs to no saying of the
// persona.
const NoSaying = -1

// statusInSpirit is the status of a saying that is written for the persona and not on record.
const statusInSpirit = core.SayingInSpirit

// Quotation is a marked passage of a reply. Quotations do not overlap.
type Quotation struct {
	Kind Kind
	// Start and End (exclusive) are in code points of the reply. The range includes the
	// punctuation after the words and the quotation marks around them.
	Start, End int
	// SayingIndex is the index in Persona.Sayings, or NoSaying.
	SayingIndex int
	// SayingStatus is the saying's status, such as "documented". It is "in the spirit of" if
	// Kind is Spirit.
	SayingStatus string
	// SayingText is the saying as it is on record. It is empty if Kind is Spirit.
	SayingText string
	// SayingSource is the saying's source as a reader sees it. It is empty if Kind is Spirit.
	SayingSource string
	// SourceAddress is the web address that Source contains, or "".
	SourceAddress string
}

// Matcher marks the quotations in replies of one persona. It is immutable and safe for
// concurrent use.
type Matcher struct {
	sayings []saying
	vocab   *vocabulary
}

// saying is a saying of the persona, prepared for the alignment with replies.
type saying struct {
	core.Saying
	sourceAddress    string
	words            []word
	contentWordCount int // words that are not common
}

// NewMatcher returns a Matcher for the sayings of a persona.
func NewMatcher(sayings []core.Saying) *Matcher {
	m := &Matcher{vocab: newVocabulary()}
	for n, s := range sayings {
		words := m.vocab.addSaying(s.Text, n)
		m.sayings = append(m.sayings, saying{s, FirstWebAddress(s.Source), words, contentWordCount(words)})
	}
	m.vocab.fillIDsByFirstByte()
	return m
}

// FindQuotations returns the quotations in a reply in the order of the text. asked is the message
// that the reply answers, or "". The result leaves out passages that quote words of asked. The time
// is linear in the length of the reply.
func (m *Matcher) FindQuotations(reply, asked string) []Quotation {
	t := m.vocab.readText(reply)
	quotations, nearMissAlignments := m.documentedQuotations(t)
	quotations = append(quotations, m.spiritQuotations(t, quotations, nearMissAlignments, asked)...)
	slices.SortFunc(quotations, func(a, b Quotation) int { return cmp.Compare(a.Start, b.Start) })
	return quotations
}

func (m *Matcher) newQuotation(kind Kind, start, end, n int) Quotation {
	out := Quotation{Kind: kind, Start: start, End: end, SayingIndex: n, SayingStatus: statusInSpirit}
	if n != NoSaying {
		s := m.sayings[n]
		out.SayingStatus, out.SayingSource, out.SourceAddress = s.SourceStatus, s.Source, s.sourceAddress
	}
	if kind == Documented {
		out.SayingText = m.sayings[n].Text
	}
	return out
}

func contentWordCount(words []word) (n int) {
	for _, w := range words {
		if w.isContent {
			n++
		}
	}
	return n
}

// FirstWebAddress returns the first https address in the text of a source, or "".
func FirstWebAddress(source string) string {
	at := strings.Index(source, "https://")
	if at < 0 {
		return ""
	}
	address, _, _ := strings.Cut(source[at:], " ")
	return strings.TrimRight(address, ".,;:)")
}
