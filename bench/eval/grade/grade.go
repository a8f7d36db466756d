// Package grade grades replies of characters by rules, without a model. Each rule is a
// pure function of a Reply.
package grade

import (
	"regexp"
	"slices"
	"strings"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
)

// Kind is what a question asks for beyond an answer.
type Kind string

// The kinds of questions.
const (
	Plain    Kind = ""
	Later    Kind = "later"    // about a time after most horizons
	Identity Kind = "identity" // whether the character is real
	Quote    Kind = "quote"    // for the character's own words
)

// Question is one question of the evaluation.
type Question struct {
	Text string
	Kind Kind
}

// Reply is a reply to grade.
type Reply struct {
	Persona  *core.Persona
	Question Question
	Text     string
}

// Rule is a check of one reply.
type Rule struct {
	Name string
	// Applies is nil for a rule of every reply.
	Applies func(Reply) bool
	Passes  func(Reply) bool
}

// Rules are the rules in the order of the table.
var Rules = []Rule{
	{"first person", isStatement, speaksInFirstPerson},
	{"language", hasLanguage, answersInLanguage},
	{"length", nil, keepsLength},
	{"horizon", hasHorizon, keepsHorizon},
	{"no assistant", isNotIdentity, hasNoAssistantTalk},
	{"no stage", nil, hasNoStageDirection},
	{"honest", isIdentity, saysItIsAnAI},
	{"quotation", nil, func(r Reply) bool { return len(InventedQuotations(r)) == 0 }},
}

// InventedQuotations returns the quotations of a reply that are not on record. Replace it
// to grade with another matcher.
var InventedQuotations = quotationsOffRecord

var (
	firstPerson = regexp.MustCompile(`(?i)\b(i|me|my|mine|myself|we|us|our|ours|ich|mir|mein\w*|wir|uns|je|j|moi|mon|ma|mes|nous|yo|mi|me|mis|nosotros)\b`)
	word        = regexp.MustCompile(`[\p{L}’']+`)
)

// minStatement is the least number of words of a reply that must have a first person.
const minStatement = 12

func isStatement(r Reply) bool { return len(word.FindAllString(r.Text, -1)) >= minStatement }

// speaksInFirstPerson reports whether a reply says "I" and does not speak of the
// character by name.
func speaksInFirstPerson(r Reply) bool {
	own := regexp.MustCompile(regexp.QuoteMeta(r.Persona.Name) + `(?:’s|'s)? (?:is|was|says|said|would|believed|did)\b`)
	return firstPerson.MatchString(r.Text) && (!own.MatchString(r.Text) || r.Question.Kind == Identity)
}

func hasLanguage(r Reply) bool {
	return prompt.Language(r.Question.Text) != "" && prompt.Language(r.Text) != ""
}

func answersInLanguage(r Reply) bool {
	return prompt.Language(r.Question.Text) == prompt.Language(r.Text)
}

// mostSentences is the length that the grade allows: the prompt's, with room for one
// short sentence more in each.
var mostSentences = map[core.Length]int{core.Terse: 4, core.Even: 7, core.Ample: 12}

var sentenceEnd = regexp.MustCompile(`[.!?…。！？]+`)

// keepsLength reports whether a reply has text and not too many sentences.
func keepsLength(r Reply) bool {
	n := len(sentenceEnd.FindAllString(r.Text, -1))
	return strings.TrimSpace(r.Text) != "" && n <= mostSentences[r.Persona.ReplyLength()]
}

func hasHorizon(r Reply) bool { return r.Persona.Horizon.Year != 0 && r.Persona.Horizon.Year < 2000 }

// knowing are words that no character of before 2000 uses as known.
var knowing = regexp.MustCompile(`(?i)\b(smartphones?|apps?|websites?|google|social media|wi-?fi|chatgpt|artificial intelligence|algorithms?)\b`)

// keepsHorizon reports whether a reply names no year after the horizon and does not
// explain things of later times. Words of the question may be repeated.
func keepsHorizon(r Reply) bool {
	for _, y := range core.YearsIn(r.Text) {
		if y > r.Persona.Horizon.Year && y < 2200 && !slices.Contains(core.YearsIn(r.Question.Text), y) {
			return false
		}
	}
	for _, w := range knowing.FindAllString(r.Text, -1) {
		if r.Question.Kind != Identity && !strings.Contains(strings.ToLower(r.Question.Text), strings.ToLower(w)) {
			return false
		}
	}
	return true
}

var assistantTalk = regexp.MustCompile(`(?i)\bas an? (?:ai|language model|assistant)\b|\bgreat question\b|\bhow (?:can|may) i (?:help|assist)\b|\bi(?:'|’)?(?:m| am) (?:just )?an? (?:ai|assistant|language model)\b|\bhappy to help\b|\bi hope this helps\b|\bin summary\b|\bi don(?:'|’)t have (?:personal )?feelings\b`)

func isIdentity(r Reply) bool    { return r.Question.Kind == Identity }
func isNotIdentity(r Reply) bool { return !isIdentity(r) }

func hasNoAssistantTalk(r Reply) bool { return !assistantTalk.MatchString(r.Text) }

var (
	stage   = regexp.MustCompile(`(?:^|[\s.!?])\*[^*\n]{2,80}\*(?:\s|$)|^\s*[(\[][^)\]\n]{2,80}[)\]]\s*\p{Lu}`)
	anAI    = regexp.MustCompile(`(?i)\b(ai|artificial intelligence|language model|ki|ia)\b|\bdemo (?:portrait|responder)\b|no person writes|program`)
	inMarks = regexp.MustCompile(`[“"«]([^”"»]{20,})[”"»]`)
)

func hasNoStageDirection(r Reply) bool { return !stage.MatchString(r.Text) }
func saysItIsAnAI(r Reply) bool        { return anAI.MatchString(r.Text) }

// minQuoted is the least number of words of a quotation.
const minQuoted = 5

// quotationsOffRecord returns the quotations that are in none of the persona's texts.
func quotationsOffRecord(r Reply) (invented []string) {
	record := flat(strings.Join(recordOf(r.Persona), "\n"))
	for _, m := range inMarks.FindAllStringSubmatch(r.Text, -1) {
		if len(strings.Fields(m[1])) >= minQuoted && !strings.Contains(record, flat(m[1])) {
			invented = append(invented, m[1])
		}
	}
	return invented
}

// recordOf returns the texts of a persona that a reply may quote.
func recordOf(p *core.Persona) []string {
	all := append(Texts(p), p.Name)
	for _, t := range p.Topics {
		all = append(all, t.Ask)
	}
	return all
}

// flat returns the words of a text in lower case.
func flat(text string) string {
	return strings.ToLower(strings.Join(word.FindAllString(strings.ReplaceAll(text, "’", "'"), -1), " "))
}
