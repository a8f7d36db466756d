package prompt

import (
	"strings"

	"colloquy/internal/llm"
)

// minToldWordShare is the least share of a page's words that a reply must contain to count as
// telling the page. Rule prompt-told-once.
const minToldWordShare = 0.6

// isTold reports whether a reply of the talk already tells a page. page has the stems of the
// page, replies the stems of each reply.
func isTold(page []string, replies []map[string]bool) bool {
	for _, saidStems := range replies {
		n := 0
		for _, w := range page {
			if saidStems[w] {
				n++
			}
		}
		if len(page) > 0 && float64(n) >= minToldWordShare*float64(len(page)) {
			return true
		}
	}
	return false
}

// replyStems returns the stems of the persona's replies in a history.
func replyStems(history []llm.Message) (all []map[string]bool) {
	for _, m := range history {
		if m.Role == llm.User || strings.TrimSpace(m.Content) == "" {
			continue
		}
		stemSet := map[string]bool{}
		for _, w := range Stems(m.Content) {
			stemSet[w] = true
		}
		all = append(all, stemSet)
	}
	return all
}

// maxToldQuestions limits the questions in a note about told pages.
const maxToldQuestions = 6

// toldQuestions returns the questions of topics, at most maxToldQuestions, if an earlier reply has
// told a page of the topic (rule prompt-told-once). It considers only the pages in shownTexts,
// because chooseSnippets omits all other told pages.
func toldQuestions(t notesInput) (questions []string) {
	if len(t.shownTexts) == 0 || len(t.replyStems) == 0 {
		return nil
	}
	topics := cacheOf(t.in.Persona).topics
	for i, topic := range t.in.Persona.Topics {
		for j, text := range topic.Texts {
			if t.shownTexts[text] && isTold(topics[i].stemsByText[j], t.replyStems) {
				questions = append(questions, FillPlaceholders(topic.Question, t.in.Persona.Name, anyUser))
				break
			}
		}
		if len(questions) == maxToldQuestions {
			break
		}
	}
	return questions
}
