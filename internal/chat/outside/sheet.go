// Package outside writes notes about the replies of a character (rule chat-step-outside). A note
// says what the character's fact sheet says about a reply. The service speaks in the note, not the
// character. NoteFromRecord chooses entries of the fact sheet by comparing words. Request and
// ReadAnswer let a model write the note from the numbered entries. The package is pure.
package outside

import (
	"strings"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/chat/quote"
	"colloquy/internal/core"
)

// Source is an entry of a fact sheet that a note uses.
type Source struct {
	Text    string // the fact or the saying
	Source  string // where the fact or the saying is on record
	Address string // https address in Source, or ""
}

// Note is a note beside the talk: its text and the entries that it uses.
type Note struct {
	Content string
	Sources []Source
}

// entryKind is the kind of an entry. If two entries match a reply equally well, the one with
// the lower kind comes first.
type entryKind uint8

const (
	kindInvention entryKind = iota // the entry says that the character is invented, and by whom
	kindDated
	kindLife
	kindSaying
	kindFurtherReading
)

// sheetEntry is an entry of a fact sheet, with the sentence that a note has for it.
type sheetEntry struct {
	Source
	kind        entryKind
	sentence    string
	sayingIndex int // index in Persona.Sayings, or -1
	stems       stemSet
}

// Sheet is the fact sheet of a persona, prepared for notes. It is immutable.
type Sheet struct {
	persona   *core.Persona
	matcher   *quote.Matcher
	entries   []sheetEntry
	nameStems map[string]bool // stems of the persona's name; they are ignored, because any reply may contain them
}

// NewSheet prepares the fact sheet of a persona. matcher must be made from the persona's
// sayings.
func NewSheet(p *core.Persona, matcher *quote.Matcher) *Sheet {
	s := &Sheet{persona: p, matcher: matcher, nameStems: map[string]bool{}}
	for _, w := range prompt.Stems(p.Name) {
		s.nameStems[w] = true
	}
	s.addLifeEntries()
	for _, f := range p.Facts.DatedFacts {
		s.addFact(kindDated, f.Year+": "+f.EventText)
	}
	for i, one := range p.Sayings {
		if one.SourceStatus != core.SayingInSpirit {
			s.addSaying(i, one)
		}
	}
	if p.Facts.FurtherReading != "" {
		s.addEntry(sheetEntry{Source: Source{Text: "Further reading", Source: p.Facts.FurtherReading}, kind: kindFurtherReading, sentence: "Further reading: " + asSentence(p.Facts.FurtherReading), sayingIndex: -1})
	}
	return s
}

// addLifeEntries adds the entries about who the persona was. A character who never lived gets one
// entry that says so.
func (s *Sheet) addLifeEntries() {
	p, f := s.persona, s.persona.Facts
	if !p.IsRealPerson() {
		s.addFact(kindInvention, neverLivedText(p))
		return
	}
	if f.KnownFor != "" {
		s.addFact(kindLife, "Known for: "+f.KnownFor)
	}
	if f.Born != "" {
		s.addFact(kindLife, "Born: "+f.Born)
	}
	if f.Died != "" {
		s.addFact(kindLife, "Died: "+f.Died)
	}
}

// neverLivedText returns sentences that say that a character never lived, who invented it, and what
// it is known for. Facts.Born of a character from literature or legend names the inventor after a
// semicolon.
func neverLivedText(p *core.Persona) string {
	firstSentence := p.Name + " never lived: the character was written for this service"
	if _, origin, ok := strings.Cut(p.Facts.Born, "; "); ok {
		firstSentence = origin
	} else if p.Facts.Born != "" {
		firstSentence = p.Name + " is not a person who lived"
	}
	return strings.TrimSpace(asSentence(firstSentence) + " " + asSentence(p.Facts.KnownFor))
}

func (s *Sheet) addFact(k entryKind, text string) {
	text = asSentence(text)
	s.addEntry(sheetEntry{Source: Source{Text: text, Source: "Fact sheet of " + s.persona.Name}, kind: k, sentence: text, sayingIndex: -1})
}

func (s *Sheet) addSaying(index int, one core.Saying) {
	text := "“" + one.Text + "” is on record: " + asSentence(one.Source)
	if one.Speaker != "" {
		text = "“" + one.Text + "” is said by " + one.Speaker + ": " + asSentence(one.Source)
	}
	s.addEntry(sheetEntry{Source: Source{Text: one.Text, Source: one.Source, Address: quote.FirstWebAddress(one.Source)}, kind: kindSaying, sentence: text, sayingIndex: index})
}

func (s *Sheet) addEntry(e sheetEntry) {
	e.stems = stemsOf(e.Text, s.nameStems, false)
	s.entries = append(s.entries, e)
}

// makeNote returns a note with the given paragraphs and the sources of the used entries.
func (s *Sheet) makeNote(paragraphs []string, usedEntryIndexes []int) Note {
	n := Note{Content: strings.Join(paragraphs, "\n\n"), Sources: []Source{}}
	for _, i := range usedEntryIndexes {
		n.Sources = append(n.Sources, s.entries[i].Source)
	}
	return n
}

// inventedPersonaEntryIndex returns the index of the entry that says that the persona is invented, or -1.
func (s *Sheet) inventedPersonaEntryIndex() int {
	for i, e := range s.entries {
		if e.kind == kindInvention {
			return i
		}
	}
	return -1
}

// asSentence adds a full stop to a text that does not end like a sentence.
func asSentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(strings.TrimRight(text, "”’\")"), ".") || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}
