package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"colloquy/internal/llm"
)

// Weights of the words of a conversation when a topic contains them. The user's last
// message has twice the weight of the one before.
const (
	inWords   = 4
	inAsk     = 2
	inText    = 1
	lastTurn  = 2
	threshold = 6 // one of the topic's own words, or one of its question and of its texts
)

// perTopic is how many texts the best and the second best topic may give.
var perTopic = []int{2, 1}

// snippets returns the texts of the persona's pages that match the conversation, best
// first, without those in the persona's part.
func snippets(t turn) (all []string) {
	query := map[string]int{}
	for _, w := range stems(t.before(llm.User)) {
		query[w] = 1
	}
	for _, w := range stems(t.words()) {
		query[w] = lastTurn
	}
	type scored struct{ index, score int }
	var found []scored
	pages := cacheOf(t.in.Persona).topics
	for i, topic := range pages {
		if s := topic.score(query); s >= threshold {
			found = append(found, scored{i, s})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for rank, f := range found[:min(len(found), len(perTopic))] {
		texts, each := t.in.Persona.Topics[f.index].Texts, pages[f.index].each
		if f.index < t.shownTopics && len(texts) > 0 {
			texts, each = texts[1:], each[1:]
		}
		all = append(all, nearest(texts, each, query, perTopic[rank])...)
	}
	for i := range all {
		all[i] = Fill(all[i], t.in.Persona.Name, anyone)
	}
	return all
}

// score sums the weights of the query's words in a topic.
func (s topicStems) score(query map[string]int) int {
	return inWords*overlap(s.words, query) + inAsk*overlap(s.ask, query) + inText*overlap(s.text, query)
}

// nearest returns the n texts that share most with the query, in authored order. each
// holds the stems of the texts.
func nearest(texts []string, each [][]string, query map[string]int, n int) []string {
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	score := func(i int) int { return overlap(each[i], query) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	order = order[:min(n, len(order))]
	slices.Sort(order)
	picked := make([]string, len(order))
	for i, at := range order {
		picked[i] = texts[at]
	}
	return picked
}

// overlap sums the weights of the query's words that are in words.
func overlap(words []string, query map[string]int) (sum int) {
	for _, w := range words {
		sum += query[w]
	}
	return sum
}

// stems returns the distinct meaningful words of a text in lower case, without common
// English endings.
func stems(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	})
	kept := words[:0]
	for _, w := range words {
		if len(w) > 2 && !common[w] {
			kept = append(kept, stem(w))
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

func stem(w string) string {
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && len(rest) >= 4 {
			return rest
		}
	}
	return w
}

// common are stop words.
var common = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`about after all also and any are because been but can could did does doing for from get
		had has have her him his how into its just like made make many may more most much not now off one only our out over
		really say she should some such tell than that the their them then there these they this those through too very was
		way well were what when where which who why will with would you your yours think know want`) {
		set[w] = true
	}
	return set
}()
