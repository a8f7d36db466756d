package quote

import (
	"strings"

	"colloquy/internal/english"
)

// word is a word of a saying, by its number in the vocabulary.
type word struct {
	id         int16
	isContent  bool // not in commonWords
	isNegation bool
	endsClause bool // a clause of the saying ends after this word
}

// unknownWord is the id of a word that the vocabulary does not have.
const unknownWord int16 = -1

// maxSayings is the number of bits of a set of sayings. Further sayings are not matched.
const maxSayings = 64

// vocabulary assigns a number, the id, to each word of a persona's sayings and to each negation.
type vocabulary struct {
	idByWord map[string]int16
	words    []string
	// sayingSetByWord maps the number of a word to the set of the sayings that contain the word.
	// Each saying is one bit.
	sayingSetByWord []uint64
	// idsByFirstByte maps a byte to the ids of the content words that begin with the byte. If the
	// vocabulary lacks a word, findWord looks for a similar word among these content words.
	idsByFirstByte [256][]int16
	negationCount  int // the words with an id below negationCount are negations
}

func newVocabulary() *vocabulary {
	v := &vocabulary{idByWord: map[string]int16{}}
	for _, w := range negations {
		v.addWord(w)
	}
	v.negationCount = len(v.words)
	return v
}

// addWord returns the number of a lower-case word, and adds the word if it is new.
func (v *vocabulary) addWord(w string) int16 {
	if id, ok := v.idByWord[w]; ok {
		return id
	}
	if id, ok := v.idByWord[americanSpelling(w)]; ok {
		v.idByWord[w] = id
		return id
	}
	id := int16(len(v.words))
	v.words, v.sayingSetByWord = append(v.words, w), append(v.sayingSetByWord, 0)
	v.idByWord[w], v.idByWord[americanSpelling(w)] = id, id
	return id
}

// addSaying adds the words of a saying to the vocabulary and returns them. n is the index of
// the saying.
func (v *vocabulary) addSaying(text string, n int) []word {
	var out []word
	for clause := range strings.FieldsFuncSeq(withoutMarkup(text), isClauseEnd) {
		for _, w := range english.Words(clause) {
			id := v.addWord(w)
			if n < maxSayings {
				v.sayingSetByWord[id] |= 1 << n
			}
			out = append(out, word{id: id, isContent: !commonWords[w], isNegation: v.isNegation(id)})
		}
		if len(out) > 0 {
			out[len(out)-1].endsClause = true
		}
	}
	return out
}

// fillIDsByFirstByte fills idsByFirstByte, in which findWord looks for a word that is nearly the same as the
// given one. Call it once, after all sayings are added.
func (v *vocabulary) fillIDsByFirstByte() {
	for id, w := range v.words {
		if id >= v.negationCount && !commonWords[w] {
			v.idsByFirstByte[w[0]] = append(v.idsByFirstByte[w[0]], int16(id))
		}
	}
}

// findWord returns the number of a lower-case word, or unknownWord. near reports that the
// vocabulary has only a word that is nearly the same. Rule words-documented.
func (v *vocabulary) findWord(w string) (id int16, near bool) {
	if id, ok := v.idByWord[w]; ok {
		return id, false
	}
	if commonWords[w] || w == "" {
		return unknownWord, false
	}
	if s := americanSpelling(w); s != w {
		if id, ok := v.idByWord[s]; ok {
			return id, false
		}
	}
	for _, id := range v.idsByFirstByte[w[0]] {
		if isNearlySame(w, v.words[id]) {
			return id, true
		}
	}
	return unknownWord, false
}

func (v *vocabulary) isNegation(id int16) bool { return id >= 0 && int(id) < v.negationCount }

var markupReplacer = strings.NewReplacer("*", "", "_", " ", "`", "", "~", "")

func withoutMarkup(s string) string { return markupReplacer.Replace(s) }
