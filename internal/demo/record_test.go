package demo

import (
	"strings"
	"testing"

	"colloquy/internal/core"
)

// TestTheFactSheetAnswersWhatThePagesDoNot: before it gives up, a persona looks
// at what the books say.
func TestTheFactSheetAnswersWhatThePagesDoNot(t *testing.T) {
	p := persona(t, "holt")
	p.Facts.Dated = []core.DatedFact{{Year: "1856", Text: "Moves to Gull Rock."}, {Year: "1893", Text: "Retires to Penzance with a pension."}}
	c := begin(t, p, "record")
	if reply := c.say("Where did you retire?"); !strings.HasSuffix(reply, "1893: Retires to Penzance with a pension.") || !anyOf(reply, bookLines) {
		t.Errorf("answered by %q", reply)
	}
	if reply := c.say("Did you retire early?"); strings.Contains(reply, "1893: Retires") {
		t.Errorf("said twice: %q", reply)
	}
	if reply := begin(t, p, "record").say("Do you like Peruvian cheese with your pension?"); anyOf(reply, bookLines) {
		t.Errorf("one word of four is answered by %q", reply)
	}
}

func TestAFragmentIsAQuestion(t *testing.T) {
	p := persona(t, "holt")
	c := begin(t, p, "fragment")
	c.say("How does the lamp work?")
	if reply := c.say("favourite cheese"); anyOf(reply, heardLines) || !steered(p, reply) {
		t.Errorf("answered by %q", reply)
	}
}

func TestEndsAreTold(t *testing.T) {
	for _, line := range []string{"how old were you when you died", "what happened the night you died?", "who killed you?"} {
		if reply := begin(t, persona(t, "holt"), "end").say(line); !strings.Contains(reply, "1901") {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestPronounsMournToo(t *testing.T) {
	c := begin(t, persona(t, "holt"), "she")
	c.say("my grandmother cooked for all of us")
	if reply := c.say("she died when I was ten"); !anyOf(reply, mournLines) {
		t.Errorf("answered by %q", reply)
	}
	c = begin(t, persona(t, "holt"), "he")
	c.say("Who was your father?")
	if reply := c.say("he died blind then"); anyOf(reply, mournLines) {
		t.Errorf("the persona's own dead are mourned: %q", reply)
	}
}

// TestInventedListenersGoOnInTheirOrder: their first topic is the one they came
// for.
func TestInventedListenersGoOnInTheirOrder(t *testing.T) {
	p := persona(t, "ferry")
	for _, id := range []string{"a", "b", "c"} {
		if reply := begin(t, p, id).say("my neighbour's cello"); !strings.Contains(reply, p.Topics[0].Texts[0]) {
			t.Errorf("answered by %q", reply)
		}
	}
}

func TestShortSentencesOfALifeAreNotToldAlone(t *testing.T) {
	p := persona(t, "holt")
	p.Bio = "I climbed the stairs at nineteen and told nobody for a whole year, and then they let me stay. The Dutch paid."
	if reply := begin(t, p, "short").say("Do you hate the Dutch?"); !strings.Contains(reply, "let me stay. The Dutch paid.") {
		t.Errorf("answered by %q", reply)
	}
}

func TestCounselIsForTheUsersOwnCase(t *testing.T) {
	for _, line := range []string{"what films should I watch", "what would you do in Peru?"} {
		if reply := begin(t, persona(t, "holt"), "counsel").say(line); anyOf(reply, counselLines) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// TestKindredWords: a question whose own word is nowhere may be about a subject
// that goes by another.
func TestKindredWords(t *testing.T) {
	p := persona(t, "holt")
	p.Topics[2].Words = append(p.Topics[2].Words, "mistake")
	for line, want := range map[string]int{"what do you regret?": 2, "do you have children?": 3, "what is your favourite author?": 4} {
		reply := begin(t, p, "kindred").say(line)
		if !anyOf(reply, nearLines) || !strings.Contains(reply, p.Topics[want].Ask) || !strings.HasSuffix(reply, p.Topics[want].Texts[0]) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	if reply := begin(t, p, "kindred").say("what is your favourite colour?"); anyOf(reply, nearLines) {
		t.Errorf("a colour is answered by %q", reply)
	}
}

func TestAWishForAJokeIsNeverMissed(t *testing.T) {
	p := persona(t, "holt")
	p.Sayings = p.Sayings[1:]
	if reply := begin(t, p, "joke").say("tell me a joke"); !strings.Contains(reply, "The lamp has not remarked on it.") {
		t.Errorf("answered by %q", reply)
	}
	p.Sayings = nil
	if reply := begin(t, p, "joke").say("tell me a joke"); steered(p, reply) || countWords(reply) < shortest {
		t.Errorf("without sayings: %q", reply)
	}
}

func TestAListBeginsItsSentences(t *testing.T) {
	p := persona(t, "holt")
	p.Facts.Dated = []core.DatedFact{{Year: "about 1856", Text: "Lights the lamp."}}
	if reply := begin(t, p, "list").say("list your achievements"); !strings.Contains(reply, "About 1856: Lights") {
		t.Errorf("answered by %q", reply)
	}
}
