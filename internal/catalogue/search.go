package catalogue

import "strings"

// Ranks of a match, the best first. A name's beginning comes before all else
// (decisions §5).
const (
	rankNameBegins = iota
	rankWordBegins // a later word of the name
	rankInName
	rankElsewhere // category, designation, tags
	rankTypo
	noMatch
)

// rank tells how well a folded query fits. Every word of the query must fit
// somewhere; the worst of them decides, but for a name that begins with it all.
func (k searchKey) rank(query string) int {
	if strings.HasPrefix(k.name, query) {
		return rankNameBegins
	}
	worst := rankNameBegins
	for _, word := range strings.Fields(query) {
		worst = max(worst, k.rankWord(word))
	}
	return worst
}

func (k searchKey) rankWord(word string) int {
	switch {
	case anyPrefix(k.words, word):
		return rankWordBegins
	case strings.Contains(k.name, word):
		return rankInName
	case anyPrefix(k.other, word):
		return rankElsewhere
	case anyClose(k.words, word) || anyClose(k.other, word):
		return rankTypo
	}
	return noMatch
}

func anyPrefix(words []string, part string) bool {
	for _, w := range words {
		if strings.HasPrefix(w, part) {
			return true
		}
	}
	return false
}

// minTypo is the shortest word in which a typo is forgiven: below it almost
// everything is one letter away.
const minTypo = 4

func anyClose(words []string, part string) bool {
	p := []rune(part)
	if len(p) < minTypo {
		return false
	}
	for _, w := range words {
		if oneEdit([]rune(w), p) {
			return true
		}
	}
	return false
}

// oneEdit tells whether query is a beginning of word, or the whole of it, with
// one letter wrong, missing, extra or two neighbours swapped.
func oneEdit(word, query []rune) bool {
	i := 0
	for i < len(word) && i < len(query) && word[i] == query[i] {
		i++
	}
	if i == len(query) {
		return true
	}
	rest := query[i:]
	var here []rune
	if i < len(word) {
		here = word[i:]
	}
	return begins(drop(here), drop(rest)) || // wrong letter
		begins(here, drop(rest)) || // extra letter
		begins(drop(here), rest) || // missing letter
		len(rest) > 1 && len(here) > 1 && rest[0] == here[1] && rest[1] == here[0] && begins(here[2:], rest[2:])
}

func drop(r []rune) []rune {
	if len(r) == 0 {
		return nil
	}
	return r[1:]
}

func begins(word, part []rune) bool {
	return len(part) <= len(word) && string(word[:len(part)]) == string(part)
}
