package demo

import (
	"strings"
	"testing"

	"colloquy/internal/core"
)

// A persona looks for a dated fact before it says that it does not know.
func TestDatedFactsAnswerWithoutAMatchingText(t *testing.T) {
	p := readPersona(t, "holt")
	p.Facts.DatedFacts = []core.DatedFact{{Year: "1856", EventText: "Moves to Gull Rock."}, {Year: "1893", EventText: "Retires to Penzance with a pension."}}
	c := startConversation(t, p, "record")
	if reply := c.say("Where did you retire?"); !strings.HasSuffix(reply, "1893: Retires to Penzance with a pension.") || !containsAny(reply, datedFactIntros) {
		t.Errorf("answered by %q", reply)
	}
	if reply := c.say("Did you retire early?"); strings.Contains(reply, "1893: Retires") {
		t.Errorf("said twice: %q", reply)
	}
	if reply := startConversation(t, p, "record").say("Do you like Peruvian cheese with your pension?"); containsAny(reply, datedFactIntros) {
		t.Errorf("one word of four is answered by %q", reply)
	}
}

func TestFragmentIsAQuestion(t *testing.T) {
	p := readPersona(t, "holt")
	c := startConversation(t, p, "fragment")
	c.say("How does the lamp work?")
	if reply := c.say("favourite cheese"); containsAny(reply, statementAnswers) || !isDontKnowReply(p, reply) {
		t.Errorf("answered by %q", reply)
	}
}

func TestQuestionsAboutDeathAreAnswered(t *testing.T) {
	for _, line := range []string{"how old were you when you died", "what happened the night you died?", "who killed you?"} {
		if reply := startConversation(t, readPersona(t, "holt"), "end").say(line); !strings.Contains(reply, "1901") {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestGriefMayReferBackByPronoun(t *testing.T) {
	c := startConversation(t, readPersona(t, "holt"), "she")
	c.say("my grandmother cooked for all of us")
	if reply := c.say("she died when I was ten"); !containsAny(reply, condolences) {
		t.Errorf("answered by %q", reply)
	}
	c = startConversation(t, readPersona(t, "holt"), "he")
	c.say("Who was your father?")
	if reply := c.say("he died blind then"); containsAny(reply, condolences) {
		t.Errorf("the persona's own dead are mourned: %q", reply)
	}
}

// The first topic of an invented character is its purpose, so the replies begin with
// it.
func TestInventedCharactersBeginWithTheirFirstTopic(t *testing.T) {
	p := readPersona(t, "ferry")
	for _, id := range []string{"a", "b", "c"} {
		if reply := startConversation(t, p, id).say("my neighbour's cello"); !strings.Contains(reply, p.Topics[0].Texts[0]) {
			t.Errorf("answered by %q", reply)
		}
	}
}

func TestShortBioSentencesAreNotToldAlone(t *testing.T) {
	p := readPersona(t, "holt")
	p.Bio = "I climbed the stairs at nineteen and told nobody for a whole year, and then they let me stay. The Dutch paid."
	if reply := startConversation(t, p, "short").say("Do you hate the Dutch?"); !strings.Contains(reply, "let me stay. The Dutch paid.") {
		t.Errorf("answered by %q", reply)
	}
}

func TestCounselIsForTheUsersCase(t *testing.T) {
	for _, line := range []string{"what films should I watch", "what would you do in Peru?"} {
		if reply := startConversation(t, readPersona(t, "holt"), "counsel").say(line); containsAny(reply, decisionAdviceIntros) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestJokeRequestsAreAnswered(t *testing.T) {
	p := readPersona(t, "holt")
	p.Sayings = p.Sayings[1:]
	if reply := startConversation(t, p, "joke").say("tell me a joke"); !strings.Contains(reply, "The lamp has not remarked on it.") {
		t.Errorf("answered by %q", reply)
	}
	p.Sayings = nil
	if reply := startConversation(t, p, "joke").say("tell me a joke"); isDontKnowReply(p, reply) || countWords(reply) < minBioWords {
		t.Errorf("without sayings: %q", reply)
	}
}

func TestListedFactsBeginWithACapital(t *testing.T) {
	p := readPersona(t, "holt")
	p.Facts.DatedFacts = []core.DatedFact{{Year: "about 1856", EventText: "Lights the lamp."}}
	if reply := startConversation(t, p, "list").say("list your achievements"); !strings.Contains(reply, "About 1856: Lights") {
		t.Errorf("answered by %q", reply)
	}
}

// rule safety-horizon
func TestFactsAfterTheHorizonAreNotTold(t *testing.T) {
	p := readPersona(t, "holt")
	p.Facts.DatedFacts = []core.DatedFact{{Year: "1893", EventText: "Retires to Penzance with a pension."}, {Year: "1960", EventText: "Divers find the bell of the Amity.", IsAfterHorizon: true}}
	for _, ask := range []string{"Who were the divers of the bell?", "Give me a list of the dates of your life"} {
		if reply := startConversation(t, p, "record").say(ask); strings.Contains(reply, "1960") {
			t.Errorf("%q is answered by %q", ask, reply)
		}
	}
}
