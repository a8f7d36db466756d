package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"colloquy/internal/llm"
)

// Weights of a word of the conversation. The weight depends on where a topic has the word: in its
// own words, its question or its texts. A word of the user's last message weighs lastMessageFactor
// times as much as a word of the previous one.
const (
	inOwnWordsWeight  = 4
	inQuestionWeight  = 2
	inTextsWeight     = 1
	lastMessageFactor = 2
	// minTopicScore is the least score of a topic whose texts are used. A word scores 4 if it is one of
	// the topic's own words, 2 if it is in the topic's question, and 1 if it is in its texts. In the
	// user's last message it scores twice as much. So one own word there is enough, and so is one word
	// of the question with one of the texts.
	minTopicScore = 6
)

// textCountByTopicRank is how many texts are taken from the best and from the second best topic.
var textCountByTopicRank = []int{2, 1}

// chooseSnippets returns the authored texts that match the conversation. answerPages, the pages that
// answer the user's last message, come first. Texts of the best topics follow. chooseSnippets omits
// texts that the sheet contains, and texts that a reply has told already (rule prompt-told-once).
func chooseSnippets(t notesInput, answerPages []string) (all []string) {
	all = slices.Clone(answerPages)
	wordWeights := map[string]int{}
	for _, w := range Stems(t.earlierMessage(llm.User)) {
		wordWeights[w] = 1
	}
	for _, w := range Stems(t.userMessage()) {
		wordWeights[w] = lastMessageFactor
	}
	type scored struct{ index, score int }
	var scoredTopics []scored
	topics := cacheOf(t.in.Persona).topics
	for i, topic := range topics {
		if s := topic.score(wordWeights); s >= minTopicScore {
			scoredTopics = append(scoredTopics, scored{i, s})
		}
	}
	slices.SortStableFunc(scoredTopics, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for rank, f := range scoredTopics[:min(len(scoredTopics), len(textCountByTopicRank))] {
		var texts []string
		var textStems [][]string
		for i, text := range t.in.Persona.Topics[f.index].Texts {
			if page := topics[f.index].stemsByText[i]; !t.shownTexts[text] && !isTold(page, t.replyStems) {
				texts, textStems = append(texts, text), append(textStems, page)
			}
		}
		all = append(all, nearestTexts(texts, textStems, wordWeights, textCountByTopicRank[rank])...)
	}
	for i := range all {
		all[i] = FillPlaceholders(all[i], t.in.Persona.Name, anyUser)
	}
	return all
}

// score sums the weights of the query's words in a topic.
func (s topicStems) score(query map[string]int) int {
	return inOwnWordsWeight*sumSharedWeights(s.wordStems, query) + inQuestionWeight*sumSharedWeights(s.questionStems, query) + inTextsWeight*sumSharedWeights(s.text, query)
}

// nearestTexts returns the n texts that share most words with the query, in authored order.
// textStems has the stems of each text.
func nearestTexts(texts []string, textStems [][]string, query map[string]int, n int) []string {
	textIndexes := make([]int, len(texts))
	for i := range textIndexes {
		textIndexes[i] = i
	}
	score := func(i int) int { return sumSharedWeights(textStems[i], query) }
	slices.SortStableFunc(textIndexes, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	textIndexes = textIndexes[:min(n, len(textIndexes))]
	slices.Sort(textIndexes)
	pickedTexts := make([]string, len(textIndexes))
	for i, at := range textIndexes {
		pickedTexts[i] = texts[at]
	}
	return pickedTexts
}

// sumSharedWeights returns the sum of the weights that query has for the given words.
func sumSharedWeights(words []string, query map[string]int) (sum int) {
	for _, w := range words {
		sum += query[w]
	}
	return sum
}

// Stems returns the distinct words of a text that are not stop words, in lower case and
// without common English endings.
func Stems(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	})
	keptWords := words[:0]
	for _, w := range words {
		if len(w) > 2 && !stopWords[w] {
			keptWords = append(keptWords, stem(w))
		}
	}
	slices.Sort(keptWords)
	return slices.Compact(keptWords)
}

// stem removes a common English ending if at least four bytes remain.
func stem(w string) string {
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && len(rest) >= 4 {
			return rest
		}
	}
	return w
}

// stopWords are words that are too common to identify a topic.
var stopWords = func() map[string]bool {
	wordSet := map[string]bool{}
	for w := range strings.FieldsSeq(`about after all also and any are because been but can could did does doing for from get
		had has have her him his how into its just like made make many may more most much not now off one only our out over
		really say she should some such tell than that the their them then there these they this those through too very was
		way well were what when where which who why will with would you your yours think know want`) {
		wordSet[w] = true
	}
	return wordSet
}()
