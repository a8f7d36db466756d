package demo

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"colloquy/internal/core"
)

// fourDigitYear matches the years 1000 to 2099. The group has the "BC" behind a year.
var fourDigitYear = regexp.MustCompile(`\b(1[0-9]{3}|20[0-9]{2})\b( BC)?`)

// The responder answers as a persona in each year of its moments. That year's persona lacks the
// later topics. No reply names a later year or tells a text of a missing topic. No suggestion is
// the question of a missing topic.
// rule chat-year
func TestRepliesOfAYearTellNothingLater(t *testing.T) {
	personas, momentCount := allPersonas(t), 0
	for slug, p := range personas {
		for _, m := range p.MomentList() {
			if m.Year >= p.Horizon.Year {
				continue
			}
			momentCount++
			v := p.AtYear(m.Year)
			c := startConversationWith(t, New(Options{}), v, slug+strconv.Itoa(m.Year))
			lines := []string{"Hello", "Who are you?", "When did you die?", "Tell me more"}
			for _, topic := range missingTopics(p, v) {
				lines = append(lines, topic.Question)
			}
			for _, line := range lines {
				checkReplyKnowsNothingLater(t, p, m.Year, c.say(line))
			}
			for _, s := range c.suggestions() {
				if slices.ContainsFunc(missingTopics(p, v), func(topic core.Topic) bool { return topic.Question == s }) {
					t.Errorf("%s in %d suggests %q", slug, m.Year, s)
				}
			}
		}
	}
	if momentCount < 287 {
		t.Errorf("only %d years are before a horizon", momentCount)
	}
}

// missingTopics returns the topics of p that its view of a year does not have.
func missingTopics(p, view *core.Persona) (missing []core.Topic) {
	for _, topic := range p.Topics {
		if !slices.ContainsFunc(view.Topics, func(kept core.Topic) bool { return kept.Key == topic.Key }) {
			missing = append(missing, topic)
		}
	}
	return missing
}

// checkReplyKnowsNothingLater checks the reply of a persona that speaks from a year. The reply must not be empty or
// name a later year. The reply must have no text of a topic that the persona lacks in that year.
func checkReplyKnowsNothingLater(t *testing.T, p *core.Persona, year int, reply string) {
	t.Helper()
	if reply == "" {
		t.Errorf("%s in %d is silent", p.Slug, year)
	}
	for _, topic := range missingTopics(p, p.AtYear(year)) {
		for _, page := range topic.Texts {
			if strings.Contains(reply, page) {
				t.Errorf("%s in %d tells %q", p.Slug, year, page)
			}
		}
	}
	for _, named := range fourDigitYear.FindAllStringSubmatch(reply, -1) {
		if n, _ := strconv.Atoi(named[1]); named[2] == "" && n > year {
			t.Errorf("%s in %d names %d: %s", p.Slug, year, n, reply)
		}
	}
}
