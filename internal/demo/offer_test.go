package demo

import (
	"regexp"
	"strings"
	"testing"

	"colloquy/internal/llm"
)

// misfitPhrasePattern matches errors at the places where a phrase was put into a sentence.
var misfitPhrasePattern = regexp.MustCompile(`\b(about|of) (why|what|how|whether) |\b(tell you|would you hear|ask me) (my|the|a|an) |[?!]”\.|\.\.|%|come to come|“[^”]*“| (for|of|with|from|at)[.,]`)

// The test reads every offer of every topic of every persona.
func TestPhrasesFitIntoSentences(t *testing.T) {
	for slug, p := range allPersonas(t) {
		tk := newTurn(newIndex(p), llm.Request{})
		for n, topic := range tk.topics {
			nextTopic := tk.topics[(n+1)%len(tk.topics)]
			lines := append(twoTopicOffers(topic, nextTopic), topicIntros(topic)...)
			for _, line := range append(lines, oneTopicOffers(topic)...) {
				if bad := misfitPhrasePattern.FindString(line); bad != "" {
					t.Errorf("%s: %q in %q", slug, bad, line)
				}
			}
		}
	}
}

// A quoted question reads worse than a phrase, so at least 45 % of the topics must have a
// phrase.
func TestMostTopicsHaveAPhrase(t *testing.T) {
	phraseCount, all := 0, 0
	for _, p := range allPersonas(t) {
		for _, topic := range newIndex(p).topics {
			all++
			if topic.phrase != "" {
				phraseCount++
			}
		}
	}
	if phraseCount*100 < all*45 {
		t.Errorf("%d of %d subjects can be named without quoting", phraseCount, all)
	}
}

// Two offered topics after a greeting would read like a menu.
func TestSmallTalkOffersOneSubject(t *testing.T) {
	p := readPersona(t, "holt")
	for _, line := range []string{"Hello!", "thank you", "how are you?", "you are wonderful"} {
		reply := startConversation(t, p, "one").say(line)
		namedTopicCount := 0
		for _, topic := range newIndex(p).topics {
			if strings.Contains(reply, topic.quotableQuestion) || topic.phrase != "" && strings.Contains(reply, topic.phrase) {
				namedTopicCount++
			}
		}
		if namedTopicCount != 1 {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestYesAcceptsASingleOffer(t *testing.T) {
	p := readPersona(t, "holt")
	for _, id := range strings.Fields("a b c d e f") {
		c := startConversation(t, p, id)
		offerReply := c.say("Hello!")
		yesReply := c.say("yes please")
		offeredQuestion := ""
		for _, topic := range newIndex(p).topics {
			if strings.Contains(offerReply, topic.quotableQuestion) || topic.phrase != "" && strings.Contains(offerReply, topic.phrase) {
				offeredQuestion = topic.question
			}
		}
		for _, topic := range p.Topics {
			if topic.Question == offeredQuestion && yesReply != topic.Texts[0] {
				t.Errorf("%q, then yes: %q", offerReply, yesReply)
			}
		}
	}
}

// volunteerTopic prefers topics of which no text was told.
func TestUnbegunTopicsAreVolunteeredFirst(t *testing.T) {
	p := readPersona(t, "holt")
	for _, id := range strings.Fields("a b c d") {
		c := startConversation(t, p, id)
		for _, topic := range p.Topics[:3] {
			c.say(topic.Question)
		}
		for range 3 {
			reply := c.say("tell me a story")
			for _, topic := range p.Topics[:3] {
				if strings.Contains(reply, topic.Texts[1]) {
					t.Errorf("goes back to %q with %q", topic.Question, reply)
				}
			}
		}
	}
}
