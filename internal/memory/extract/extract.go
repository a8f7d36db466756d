// Package extract finds what an English text says about its writer: name, home, work, family, pets,
// tastes, plans and dates. It does no I/O. It rather misses a fact than invents one. So it ignores
// questions, conditions, quotations, stage directions and instructions.
package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"colloquy/internal/core/plain"
)

// Kind is the topic of a fact, such as work or family.
type Kind string

// The kinds of facts. In package memory, a new fact of KindName or KindHome replaces the earlier
// fact of its kind.
const (
	KindName   Kind = "name"
	KindHome   Kind = "home"
	KindWork   Kind = "work"
	KindFamily Kind = "family"
	KindPet    Kind = "pet"
	KindTaste  Kind = "taste"
	KindPlan   Kind = "plan"
	KindDate   Kind = "date"
	KindOther  Kind = "other"
)

// Kinds are all kinds.
var Kinds = []Kind{KindName, KindHome, KindWork, KindFamily, KindPet, KindTaste, KindPlan, KindDate, KindOther}

// Fact is a short text about the user, such as "Lives in Porto".
type Fact struct {
	Kind Kind
	Text string
}

const (
	// maxFactLength is the largest length of a fact's text, in characters.
	maxFactLength = 160
	// maxMessageBytes is how much of a message is read.
	maxMessageBytes = 8 << 10
)

// Facts returns the facts that a user's message states, in their order, each once (rule
// memory-patterns).
func Facts(text string) []Fact {
	if len(text) > maxMessageBytes {
		text = strings.ToValidUTF8(text[:maxMessageBytes], "")
	}
	var out []Fact
	for _, sentence := range possibleFactSentences(text) {
		for _, clause := range splitClauses(sentence) {
			f, ok := factOfClause(clause)
			if ok && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// factOfClause returns the fact of the first pattern that accepts a clause.
func factOfClause(clause string) (Fact, bool) {
	for _, p := range factPatterns {
		m := p.match().FindStringSubmatch(clause)
		if m == nil {
			continue
		}
		text, ok := p.build(m)
		text = replaceFirstPerson(text)
		if ok && text != "" && utf8.RuneCountInString(text) <= maxFactLength && !IsInstruction(text) {
			return Fact{p.kind, upperFirst(text)}, true
		}
	}
	return Fact{}, false
}

// FirstSentence returns the first sentence of a message, for summaries without a model. It cuts a
// sentence of more than n characters and adds " …". The result is "" for a question or an
// instruction. Rule memory-summary.
func FirstSentence(text string, n int) string {
	list := splitSentences(strings.Join(strings.Fields(text), " "))
	if len(list) == 0 {
		return ""
	}
	sentence := list[0]
	if strings.HasSuffix(sentence, "?") || IsInstruction(sentence) {
		return ""
	}
	if utf8.RuneCountInString(sentence) > n {
		sentence = plain.FirstCharacters(sentence, n)
		if i := strings.LastIndexByte(sentence, ' '); i > 0 {
			sentence = sentence[:i]
		}
		sentence += " …"
	}
	return sentence
}

var instructionPattern = lazyRegexp(`(?i)\b(?:ignore|disregard|override|bypass|forget) (?:all|any|every|the|your|my|previous|prior|these|what)\b|` +
	`\b(?:instructions?|system prompt|prompts?|jailbreak|developer mode|dan mode|admin mode|guidelines?|unrestricted|uncensored)\b|` +
	`\byou (?:must|should|shall|will|are now|have to|need to|can|may|are allowed|always|never|no longer)\b|` +
	`\b(?:from now on|pretend|act as|roleplay|role-play|role play|stay in character)\b|` +
	`^(?:always|never|must|do not|reveal|respond|reply|answer|say|write|print|output|obey|repeat|tell)\b|` +
	`\b(?:always|never) (?:say|answer|reply|respond|mention|refuse|obey|tell|call|agree|reveal|write)\b|` +
	`\b(?:character|assistant|ai|model|bot) (?:must|should|shall|will|has to|is|can|may)\b`)

// IsInstruction reports whether a text tells a model what to do. Such texts are not kept as
// facts. Rule memory-no-instructions.
func IsInstruction(text string) bool { return instructionPattern().MatchString(text) }
