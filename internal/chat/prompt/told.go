package prompt

import (
	"strings"

	"colloquy/internal/llm"
)

// toldShare is the share of a page's words that a reply shares if it tells the page.
const toldShare = 0.6

// told reports whether a reply of the talk already tells a page. replies has the stems of
// each reply.
func told(page []string, replies []map[string]bool) bool {
	for _, said := range replies {
		n := 0
		for _, w := range page {
			if said[w] {
				n++
			}
		}
		if len(page) > 0 && float64(n) >= toldShare*float64(len(page)) {
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
		for _, w := range stems(m.Content) {
			set[w] = true
		}
		all = append(all, set)
	}
	return all
}

// maxToldAsks limits the questions in a note about told pages.
const maxToldAsks = 6

// toldAsks returns the questions of the topics in the persona's part of which a reply has
// told a page (rule prompt-told-once). Other pages are left out of the snippets instead.
func toldAsks(t turn) (asks []string) {
	if len(t.shown) == 0 || len(t.replies) == 0 {
		return nil
	}
	pages := cacheOf(t.in.Persona).topics
	for i, topic := range t.in.Persona.Topics {
		for j, text := range topic.Texts {
			if t.shown[text] && told(pages[i].each[j], t.replies) {
				asks = append(asks, Fill(topic.Ask, t.in.Persona.Name, anyUser))
				break
			}
		}
		if len(asks) == maxToldAsks {
			break
		}
	}
	return asks
}
