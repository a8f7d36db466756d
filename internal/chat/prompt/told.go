package prompt

import (
	"strings"

	"colloquy/internal/llm"
)

// minToldShare is the share of a page's words from which on a reply tells the page.
const minToldShare = 0.6

// isTold reports whether a reply of the talk already tells a page. page has the stems of the
// page, replies the stems of each reply.
func isTold(page []string, replies []map[string]bool) bool {
	for _, said := range replies {
		n := 0
		for _, w := range page {
			if said[w] {
				n++
			}
		}
		if len(page) > 0 && float64(n) >= minToldShare*float64(len(page)) {
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
		set := map[string]bool{}
		for _, w := range Stems(m.Content) {
			set[w] = true
		}
		all = append(all, set)
	}
	return all
}

// maxToldQuestions limits the questions in a note about told pages.
const maxToldQuestions = 6

// toldQuestions returns the questions of the topics with a told page, at most maxToldQuestions
// (rule prompt-told-once). It looks only at pages in the persona's part. chooseSnippets leaves
// out the other told pages.
func toldQuestions(t notesInput) (asks []string) {
	if len(t.shown) == 0 || len(t.replies) == 0 {
		return nil
	}
	pages := cacheOf(t.in.Persona).topics
	for i, topic := range t.in.Persona.Topics {
		for j, text := range topic.Texts {
			if t.shown[text] && isTold(pages[i].each[j], t.replies) {
				asks = append(asks, FillPlaceholders(topic.Ask, t.in.Persona.Name, anyUser))
				break
			}
		}
		if len(asks) == maxToldQuestions {
			break
		}
	}
	return asks
}
