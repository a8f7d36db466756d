package demo

import (
	"regexp"
	"strings"
	"unicode"

	"colloquy/internal/english"
)

// mirrorRules answer a feeling, a wish or an opinion in the manner of Weizenbaum's
// ELIZA (1966): the user's sentence with its pronouns swapped, then a question.
var mirrorRules = []mirrorRule{
	{[]string{"i feel ", "i am so ", "i am very ", "i am feeling ", "i am sad", "i am lonely", "i am tired", "i am afraid ", "i am worried ", "i am scared ", "i am happy", "i am nervous ", "i am angry", "i am anxious", "i am exhausted", "i am heartbroken", "i am ashamed", "i feel", "i can not sleep", "i am stressed", "i miss ", "i have been feeling "}, feelingTails},
	{[]string{"i wish ", "i want ", "i hope ", "i would like ", "i would love ", "i dream of ", "i need "}, wishTails},
	{[]string{"i think ", "i believe ", "i guess ", "i suppose "}, viewTails},
	{[]string{"i love ", "i like ", "i hate ", "i enjoy ", "i can not ", "i am trying ", "i failed ", "i lost "}, ownTails},
	{[]string{"my boss ", "my mother ", "my father ", "my friend ", "my friends ", "my brother ", "my sister ", "my wife ", "my husband ", "my teacher ", "my boyfriend ", "my girlfriend ", "my parents ", "my job ", "my family ", "my mom ", "my mum ", "my dad "}, ownTails},
}

var (
	feelingTails = []string{
		"How long has it been so?",
		"What do you suppose lies beneath it?",
		"What would make it lighter, or keep it?",
		"When did you first notice it?",
	}
	heavyTails = []string{
		"That is heavy to carry; is there someone near you whom you could tell?",
		"Please let someone close to you know of it; who would that be?",
	}
	wishTails = []string{
		"What stands between you and it?",
		"What would be different then?",
		"When did you first wish for that?",
		"What is the smallest step towards it?",
	}
	viewTails = []string{
		"What brought you to that view?",
		"Would those around you agree?",
		"What would change your mind?",
		"Have you always thought so?",
	}
	ownTails = []string{
		"How did that come about?",
		"What is it like, day by day?",
		"What do you make of it yourself?",
		"Is it a new thing, or an old one?",
	}
	heavyWords = wordSet("hopeless worthless depressed empty broken alone desperate useless numb overwhelmed")
)

// allTails are the questions by which readers of the history recognise such an answer.
var allTails = [][]string{feelingTails, heavyTails, wishTails, viewTails, ownTails}

type mirrorRule struct {
	begins []string
	tails  []string
}

// mirrorFeeling repeats a feeling, a wish or an opinion, never twice in a row.
func (t *turn) mirrorFeeling() string { return t.mirrorWith(mirrorRules) }

// feelingRules are the mirror rules that come before the persona's own subjects.
var feelingRules = mirrorRules[:1]

func (t *turn) mirrorWith(mirrors []mirrorRule) string {
	if strings.Contains(t.line, "?") || len(t.line) > 600 {
		return ""
	}
	for _, tails := range allTails {
		if t.lastReplyContains(tails) {
			return ""
		}
	}
	for clause := range strings.FieldsFuncSeq(newClause.ReplaceAllString(t.line, ", $1"), isClauseEnd) {
		if reply := t.mirrorClause(clause, mirrors); reply != "" {
			return reply
		}
	}
	return ""
}

// newClause matches where a clause begins with "I".
var newClause = regexp.MustCompile(`(?i) (?:and|but|so) (i\b|im\b)`)

func isClauseEnd(r rune) bool { return strings.ContainsRune(".!;,\n…", r) }

func (t *turn) mirrorClause(clause string, mirrors []mirrorRule) string {
	ws := english.Words(clause)
	for len(ws) > 0 && leadIns[ws[0]] {
		ws = ws[1:]
	}
	if len(ws) < 3 || len(ws) > maxEcho {
		return ""
	}
	said := strings.Join(ws, " ") + " "
	for _, m := range mirrors {
		if !beginsWith(said, m.begins) || beginsWith(said, requestStarts) {
			continue
		}
		echo := swapPronouns(clause)
		if echo == "" {
			return ""
		}
		tails := m.tails
		for _, w := range ws {
			if heavyWords[w] {
				tails = heavyTails
			}
		}
		tail := t.pickUnsaid(tails)
		if tail == "" || t.timesSaid(echo) > 0 {
			return ""
		}
		return echo + " " + tail
	}
	return ""
}

// maxEcho is the longest clause that is repeated, in words.
const maxEcho = 14

// requestStarts begin like a wish but introduce a request.
var requestStarts = []string{
	"i want to know", "i want to hear", "i want to learn about", "i want to ask", "i want to talk", "i want you",
	"i would like to know", "i would like to hear", "i would like to ask", "i would like to talk", "i would like you",
	"i would love to know", "i would love to hear", "i need you", "i need to know", "i wish you", "i want more",
	"i think so", "i think you", "i love you", "i like you", "i hate you", "i like it", "i love it", "i like that", "i love that",
	"i can not wait to hear", "i hope you", "i am so sorry", "i am very sorry", "i feel sorry", "i feel bad for you", "i feel for you",
}

func beginsWith(s string, starts []string) bool {
	for _, start := range starts {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}

var leadIns = wordSet("well and but so oh yes no because sometimes today lately honestly actually hello hi perhaps maybe")

// unechoedWords make a clause unfit to be repeated.
var unechoedWords = wordSet(`kill killing murder rape sex sexual nude naked porn fuck fucking shit bitch nazi nazis bomb
weapon gun shoot blood slave slaves hitler cunt cock dick pussy whore slut child children kid kids minor`)

// swapPronouns returns the clause with "I" and "you" exchanged, or "" if it contains
// other characters than plain words.
func swapPronouns(clause string) string {
	for _, r := range clause {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" '’-", r) {
			return ""
		}
	}
	var out []string
	leading := true
	for w := range strings.FieldsSeq(clause) {
		key := strings.ReplaceAll(strings.ToLower(w), "’", "'")
		if unechoedWords[key] {
			return ""
		}
		if leading && leadIns[key] {
			continue
		}
		leading = false
		out = append(out, swapWord(key, w, out))
	}
	if len(out) == 0 {
		return ""
	}
	s := strings.Join(out, " ")
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// swapWord returns the replacement of w. before are the words in front of it.
func swapWord(key, w string, before []string) string {
	if to, ok := pronounSwaps[key]; ok {
		return to
	}
	last := ""
	if len(before) > 0 {
		last = strings.ToLower(before[len(before)-1])
	}
	switch {
	case key == "am" && last == "you":
		return "are"
	case key == "was" && last == "you":
		return "were"
	case key == "are" && last == "me":
		before[len(before)-1] = "I"
		return "am"
	}
	return w
}

var pronounSwaps = map[string]string{
	"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "i'm": "you are", "im": "you are",
	"i've": "you have", "ive": "you have", "i'd": "you would", "i'll": "you will", "you": "me", "your": "my",
	"yours": "mine", "yourself": "myself", "you're": "I am", "you've": "I have",
}
