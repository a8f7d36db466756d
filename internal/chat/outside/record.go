package outside

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/chat/quote"
)

// NothingOnRecord is the text of a note if no entry of the fact sheet fits. Rule
// chat-step-outside.
const NothingOnRecord = "Nothing on record about this."

const (
	maxNoteEntries    = 3 // matching entries in a note
	maxNoteQuotations = 3 // quotations in a note
	// A reply that contains at least this share of a page's words retells the page.
	minRetoldWordShare = 0.6
)

// NoteSubject is what a note is about: a reply, and the user's line that it answers.
type NoteSubject struct {
	UserLine string // "" for a greeting
	Reply    string
}

// NoteFromRecord writes the note without a model. The note has the entries that share words with
// the subject. It says whether the quotations in the reply are on record. It also says if the reply
// retells a page of the persona.
func (s *Sheet) NoteFromRecord(p NoteSubject) Note {
	sentences, usedEntryIndexes := s.describeQuotations(p)
	for _, i := range s.matchingEntryIndexes(p, usedEntryIndexes) {
		sentences, usedEntryIndexes = append(sentences, s.entries[i].sentence), append(usedEntryIndexes, i)
	}
	if question, ok := s.questionOfPageRetoldIn(p.Reply); ok {
		sentences = append(sentences, "The reply retells a page that was written for this portrait (“"+question+"”). Its wording is not a quotation.")
	}
	if len(usedEntryIndexes) == 0 {
		return s.nothingOnRecordNote(sentences...)
	}
	return s.noteSayingIfInvented(sentences, usedEntryIndexes)
}

// nothingOnRecordNote returns a note that says that nothing is on record. The sentences in `more`
// follow. The persona's book for further reading, if there is one, comes last.
func (s *Sheet) nothingOnRecordNote(more ...string) Note {
	sentences, usedEntryIndexes := append([]string{NothingOnRecord}, more...), []int(nil)
	for i, e := range s.entries {
		if e.kind == kindFurtherReading {
			sentences, usedEntryIndexes = append(sentences, e.sentence), append(usedEntryIndexes, i)
		}
	}
	return s.noteSayingIfInvented(sentences, usedEntryIndexes)
}

// noteSayingIfInvented returns the note with the given paragraphs and the used entries. If the
// character is invented, a first paragraph says so.
func (s *Sheet) noteSayingIfInvented(paragraphs []string, usedEntryIndexes []int) Note {
	if i := s.inventedPersonaEntryIndex(); i >= 0 {
		paragraphs = append([]string{s.entries[i].sentence}, paragraphs...)
		usedEntryIndexes = append([]int{i}, slices.DeleteFunc(usedEntryIndexes, func(n int) bool { return n == i })...)
	}
	return s.makeNote(paragraphs, usedEntryIndexes)
}

// describeQuotations returns a sentence for each quotation in the reply. The sentence says whether
// the quotation is on record. There are at most maxNoteQuotations sentences. usedEntryIndexes has the
// indexes of the fact sheet's entries for the quotations on record.
func (s *Sheet) describeQuotations(p NoteSubject) (sentences []string, usedEntryIndexes []int) {
	runes := []rune(p.Reply)
	for _, m := range s.matcher.FindQuotations(p.Reply, p.UserLine) {
		if len(sentences) == maxNoteQuotations {
			break
		}
		if m.Kind == quote.Spirit {
			passage := strings.Trim(string(runes[m.Start:m.End]), "\"“”«»„‘’ ")
			sentences = append(sentences, "“"+passage+"” is not on record for "+s.persona.Name+".")
			continue
		}
		for i, e := range s.entries {
			if e.sayingIndex == m.SayingIndex && !slices.Contains(usedEntryIndexes, i) {
				sentences, usedEntryIndexes = append(sentences, e.sentence), append(usedEntryIndexes, i)
			}
		}
	}
	return sentences, usedEntryIndexes
}

// matchingEntryIndexes returns at most maxNoteEntries entries: those that share most words with the subject.
// It omits usedEntryIndexes. The result has the order of the fact sheet.
func (s *Sheet) matchingEntryIndexes(p NoteSubject, usedEntryIndexes []int) (foundIndexes []int) {
	talkStems := stemsOf(p.Reply+"\n"+p.UserLine, s.nameStems, true)
	scores := make([]int, len(s.entries))
	for i, e := range s.entries {
		if scores[i] = e.stems.sharedStemScore(talkStems); scores[i] > 0 && e.kind != kindInvention && e.kind != kindFurtherReading && !slices.Contains(usedEntryIndexes, i) {
			foundIndexes = append(foundIndexes, i)
		}
	}
	slices.SortStableFunc(foundIndexes, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(s.entries[a].kind, s.entries[b].kind))
	})
	foundIndexes = foundIndexes[:min(maxNoteEntries, len(foundIndexes))]
	slices.Sort(foundIndexes)
	return foundIndexes
}

// questionOfPageRetoldIn looks for the first page of the persona whose text a reply retells. It
// returns the question of that page. ok is false if the reply retells no page.
func (s *Sheet) questionOfPageRetoldIn(reply string) (question string, ok bool) {
	saidStems := map[string]bool{}
	for _, w := range prompt.Stems(reply) {
		saidStems[w] = true
	}
	for _, topic := range s.persona.Topics {
		if slices.ContainsFunc(topic.Texts, func(text string) bool { return isRetold(prompt.Stems(text), saidStems) }) {
			return prompt.FillPlaceholders(topic.Question, s.persona.Name, "you"), true
		}
	}
	return "", false
}

// isRetold reports whether a reply has at least minRetoldWordShare of the stems of a page. saidStems
// has the stems of the reply.
func isRetold(page []string, saidStems map[string]bool) bool {
	n := 0
	for _, w := range page {
		if saidStems[w] {
			n++
		}
	}
	return len(page) > 0 && float64(n) >= minRetoldWordShare*float64(len(page))
}
