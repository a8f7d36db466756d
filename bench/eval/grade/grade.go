// Package grade grades replies of characters by criteria, without a model. The result of a
// criterion depends only on the Reply.
package grade

import (
	"regexp"
	"slices"
	"strings"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
)

// QuestionKind is a property of a question that decides which criteria apply to the reply.
type QuestionKind string

// The kinds of questions.
const (
	PlainQuestion    QuestionKind = ""
	LaterQuestion    QuestionKind = "later"    // asks about something after the horizons of most personas
	IdentityQuestion QuestionKind = "identity" // asks whether the character is real
	QuoteQuestion    QuestionKind = "quote"    // asks for the character's own words
)

// Question is one question of the evaluation.
type Question struct {
	Text string
	Kind QuestionKind
}

// Reply is a reply to grade.
type Reply struct {
	Persona  *core.Persona
	Question Question
	Text     string
}

// Criterion is a check of one reply.
type Criterion struct {
	Name string
	// Applies reports whether the criterion applies to a reply. It is nil if the criterion applies
	// to every reply.
	Applies func(Reply) bool
	Passes  func(Reply) bool
}

// Criteria has the criteria of grading, in the order of the columns of docs/eval.md. Rule
// prompt-eval.
var Criteria = []Criterion{
	{"first person", isStatement, speaksInFirstPerson},
	{"language", hasDetectableLanguages, answersInLanguage},
	{"length", nil, hasAllowedLength},
	{"horizon", hasEarlyHorizon, keepsHorizon},
	{"no assistant", asksNoIdentity, hasNoAssistantTalk},
	{"no stage", nil, hasNoStageDirection},
	{"honest", asksIdentity, saysItIsAnAI},
	{"quotation", nil, func(r Reply) bool { return len(InventedQuotations(r)) == 0 }},
}

// InventedQuotations returns the quotations in a reply that no text of the persona contains. A
// quotation has at least minQuotedWords words in quotation marks. A caller may replace this
// variable to grade with another matcher.
var InventedQuotations = findInventedQuotations

var (
	firstPersonPattern = regexp.MustCompile(`(?i)\b(i|me|my|mine|myself|we|us|our|ours|ich|mir|mein\w*|wir|uns|je|j|moi|mon|ma|mes|nous|yo|mi|me|mis|nosotros)\b`)
	wordPattern        = regexp.MustCompile(`[\p{L}’']+`)
)

// minStatementWords is the least number of words in a statement. The criterion "first person"
// does not apply to shorter replies.
const minStatementWords = 12

func isStatement(r Reply) bool {
	return len(wordPattern.FindAllString(r.Text, -1)) >= minStatementWords
}

// speaksInFirstPerson reports whether a reply has a word of the first person. A reply that speaks
// of the character by name fails, unless it answers an IdentityQuestion.
func speaksInFirstPerson(r Reply) bool {
	thirdPersonPattern := regexp.MustCompile(regexp.QuoteMeta(r.Persona.Name) + `(?:’s|'s)? (?:is|was|says|said|would|believed|did)\b`)
	return firstPersonPattern.MatchString(r.Text) && (!thirdPersonPattern.MatchString(r.Text) || r.Question.Kind == IdentityQuestion)
}

func hasDetectableLanguages(r Reply) bool {
	return prompt.DetectLanguage(r.Question.Text) != "" && prompt.DetectLanguage(r.Text) != ""
}

func answersInLanguage(r Reply) bool {
	return prompt.DetectLanguage(r.Question.Text) == prompt.DetectLanguage(r.Text)
}

// maxSentences is the largest number of sentences in a reply. The key is the length that the
// persona's replies have. The prompt asks for fewer sentences, but a reply may have many short
// ones.
var maxSentences = map[core.Length]int{core.TerseLength: 4, core.MediumLength: 7, core.AmpleLength: 12}

var sentenceEndPattern = regexp.MustCompile(`[.!?…。！？]+`)

// hasAllowedLength reports whether a reply has text and not too many sentences.
func hasAllowedLength(r Reply) bool {
	n := len(sentenceEndPattern.FindAllString(r.Text, -1))
	return strings.TrimSpace(r.Text) != "" && n <= maxSentences[r.Persona.ReplyLength()]
}

func hasEarlyHorizon(r Reply) bool {
	return r.Persona.Horizon.Year != 0 && r.Persona.Horizon.Year < 2000
}

// anachronismPattern matches words for things that a character with a horizon before 2000 cannot know.
var anachronismPattern = regexp.MustCompile(`(?i)\b(smartphones?|apps?|websites?|google|social media|wi-?fi|chatgpt|artificial intelligence|algorithms?)\b`)

// keepsHorizon reports whether a reply has no year after the horizon and no word of
// anachronismPattern. Years and words of the question are allowed. Numbers from 2200 on do not
// count as years. In a reply to an IdentityQuestion all words are allowed.
func keepsHorizon(r Reply) bool {
	for _, y := range core.YearsIn(r.Text) {
		if y > r.Persona.Horizon.Year && y < 2200 && !slices.Contains(core.YearsIn(r.Question.Text), y) {
			return false
		}
	}
	for _, w := range anachronismPattern.FindAllString(r.Text, -1) {
		if r.Question.Kind != IdentityQuestion && !strings.Contains(strings.ToLower(r.Question.Text), strings.ToLower(w)) {
			return false
		}
	}
	return true
}

var assistantTalkPattern = regexp.MustCompile(`(?i)\bas an? (?:ai|language model|assistant)\b|\bgreat question\b|\bhow (?:can|may) i (?:help|assist)\b|\bi(?:'|’)?(?:m| am) (?:just )?an? (?:ai|assistant|language model)\b|\bhappy to help\b|\bi hope this helps\b|\bin summary\b|\bi don(?:'|’)t have (?:personal )?feelings\b`)

func asksIdentity(r Reply) bool   { return r.Question.Kind == IdentityQuestion }
func asksNoIdentity(r Reply) bool { return !asksIdentity(r) }

func hasNoAssistantTalk(r Reply) bool { return !assistantTalkPattern.MatchString(r.Text) }

var (
	stageDirectionPattern = regexp.MustCompile(`(?:^|[\s.!?])\*[^*\n]{2,80}\*(?:\s|$)|^\s*[(\[][^)\]\n]{2,80}[)\]]\s*\p{Lu}`)
	aiPattern             = regexp.MustCompile(`(?i)\b(ai|artificial intelligence|language model|ki|ia)\b|\bdemo (?:portrait|responder)\b|no person writes|program`)
	quotationPattern      = regexp.MustCompile(`[“"«]([^”"»]{20,})[”"»]`)
)

func hasNoStageDirection(r Reply) bool { return !stageDirectionPattern.MatchString(r.Text) }
func saysItIsAnAI(r Reply) bool        { return aiPattern.MatchString(r.Text) }

// minQuotedWords is the smallest number of words in quotation marks that count as a quotation.
const minQuotedWords = 5

// findInventedQuotations returns the quotations of a reply that none of quotableTexts contains. Case
// and punctuation do not matter.
func findInventedQuotations(r Reply) (inventedQuotations []string) {
	quotableText := normaliseWords(strings.Join(quotableTexts(r.Persona), "\n"))
	for _, m := range quotationPattern.FindAllStringSubmatch(r.Text, -1) {
		if len(strings.Fields(m[1])) >= minQuotedWords && !strings.Contains(quotableText, normaliseWords(m[1])) {
			inventedQuotations = append(inventedQuotations, m[1])
		}
	}
	return inventedQuotations
}

// quotableTexts returns the texts of a persona that a reply may quote.
func quotableTexts(p *core.Persona) []string {
	texts := append(AuthoredTexts(p), p.Name)
	for _, t := range p.Topics {
		texts = append(texts, t.Question)
	}
	return texts
}

// normaliseWords returns the words of a text in lower case, separated by single spaces.
func normaliseWords(text string) string {
	return strings.ToLower(strings.Join(wordPattern.FindAllString(strings.ReplaceAll(text, "’", "'"), -1), " "))
}
