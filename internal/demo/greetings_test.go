package demo

import (
	"strings"
	"testing"
)

func TestHonorificsAreAnsweredAsGreetings(t *testing.T) {
	for _, line := range []string{"Your Majesty", "Your Excellency!", "my lady"} {
		if reply := startConversation(t, readPersona(t, "holt"), "title").say(line); !containsAny(reply, greetingAnswers) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestForeignGreetingsAndThanksAreAnswered(t *testing.T) {
	for line, want := range map[string]string{"Hola capitana": "Hola", "buonasera": "Buonasera", "Assalamu alaikum": "Assalamu alaikum"} {
		if reply := startConversation(t, readPersona(t, "holt"), "more").say(line); !strings.HasPrefix(reply, want) || !containsAny(reply, foreignGreetingAnswers[1:]) && !strings.Contains(reply, "English") {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	for _, line := range []string{"gracias!", "merci beaucoup", "Danke", "mahalo"} {
		if reply := startConversation(t, readPersona(t, "holt"), "thanks").say(line); !containsAny(reply, thanksAnswers) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// "I am so sorry" is about the persona, so it is not treated as the user's feeling.
func TestPityForThePersonaIsNoFeelingOfTheUser(t *testing.T) {
	p := readPersona(t, "holt")
	c := startConversation(t, p, "pity")
	c.say("Who was your father?")
	if reply := c.say("I'm so sorry"); containsAny(reply, troubleAnswers) || !strings.Contains(reply, p.Topics[3].Texts[1]) {
		t.Errorf("answered by %q", reply)
	}
}

func TestStatementAboutThePersonaFollowsUp(t *testing.T) {
	p := readPersona(t, "holt")
	c := startConversation(t, p, "charge")
	c.say("Who was your father?")
	if reply := c.say("you pitied him"); !strings.Contains(reply, p.Topics[3].Texts[1]) {
		t.Errorf("answered by %q", reply)
	}
}
