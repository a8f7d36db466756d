package demo

import (
	"regexp"
	"strings"
	"testing"

	"colloquy/internal/llm"
)

// misread are joints at which a subject does not fit the words around it.
var misread = regexp.MustCompile(`\b(about|of) (why|what|how|whether) |\b(tell you|would you hear|ask me) (my|the|a|an) |[?!]”\.|\.\.|%|come to come|“[^”]*“| (for|of|with|from|at)[.,]`)

// TestSubjectsReadAsPartOfTheSentence looks at each way to name a subject of
// the whole cast.
func TestSubjectsReadAsPartOfTheSentence(t *testing.T) {
	for slug, p := range cast(t) {
		tk := newTalk(newIndex(p), llm.Request{})
		for n, topic := range tk.topics {
			next := tk.topics[(n+1)%len(tk.topics)]
			lines := append(offers(topic, next), leads(topic)...)
			for _, line := range append(lines, invitations(topic)...) {
				if bad := misread.FindString(line); bad != "" {
					t.Errorf("%s: %q in %q", slug, bad, line)
				}
			}
		}
	}
}

// TestMostSubjectsNeedNoQuotationMarks: a quoted question is how a form talks.
func TestMostSubjectsNeedNoQuotationMarks(t *testing.T) {
	named, all := 0, 0
	for _, p := range cast(t) {
		for _, topic := range newIndex(p).topics {
			all++
			if topic.phrase != "" {
				named++
			}
		}
	}
	if named*100 < all*45 {
		t.Errorf("%d of %d subjects can be named without quoting", named, all)
	}
}

// TestSmallTalkOffersOneSubject: two questions behind a greeting are a menu.
func TestSmallTalkOffersOneSubject(t *testing.T) {
	p := persona(t, "holt")
	for _, line := range []string{"Hello!", "thank you", "how are you?", "you are wonderful"} {
		reply := begin(t, p, "one").say(line)
		named := 0
		for _, topic := range newIndex(p).topics {
			if strings.Contains(reply, topic.quotable) || topic.phrase != "" && strings.Contains(reply, topic.phrase) {
				named++
			}
		}
		if named != 1 {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestYesTakesUpAnInvitation(t *testing.T) {
	p := persona(t, "holt")
	for _, id := range strings.Fields("a b c d e f") {
		c := begin(t, p, id)
		hello := c.say("Hello!")
		yes := c.say("yes please")
		told := ""
		for _, topic := range newIndex(p).topics {
			if strings.Contains(hello, topic.quotable) || topic.phrase != "" && strings.Contains(hello, topic.phrase) {
				told = topic.ask
			}
		}
		for _, topic := range p.Topics {
			if topic.Ask == told && yes != topic.Texts[0] {
				t.Errorf("%q, then yes: %q", hello, yes)
			}
		}
	}
}

// TestHalfToldSubjectsAreNotAskedAnew: who volunteers something tells what was
// not begun yet, while there is such a thing.
func TestHalfToldSubjectsAreNotAskedAnew(t *testing.T) {
	p := persona(t, "holt")
	for _, id := range strings.Fields("a b c d") {
		c := begin(t, p, id)
		for _, topic := range p.Topics[:3] {
			c.say(topic.Ask)
		}
		for range 3 {
			reply := c.say("tell me a story")
			for _, topic := range p.Topics[:3] {
				if strings.Contains(reply, topic.Texts[1]) {
					t.Errorf("goes back to %q with %q", topic.Ask, reply)
				}
			}
		}
	}
}
