package demo

import (
	"strings"
	"testing"
)

// TestLossIsHeardInManyWords: kin stand behind "lost" with a word or two
// between them.
func TestLossIsHeardInManyWords(t *testing.T) {
	for _, line := range []string{"i lost my little sister too", "We lost our old grey cat", "I lost a very dear friend", "my father has died"} {
		if reply := begin(t, persona(t, "holt"), "loss").say(line); !anyOf(reply, mournLines) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	for _, line := range []string{"I lost my keys", "we lost the match", "my father lost his job"} {
		if reply := begin(t, persona(t, "holt"), "loss").say(line); anyOf(reply, mournLines) {
			t.Errorf("%q is mourned: %q", line, reply)
		}
	}
}

func TestMoreTroubleIsNoticed(t *testing.T) {
	for _, line := range []string{"my cat is sick", "my mother is in hospital", "some kids at school call me names", "they laugh at me", "i always fail"} {
		if reply := begin(t, persona(t, "holt"), "more").say(line); !anyOf(reply, troubleLines) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	if got := givenName("some kids call me Names"); got != "" {
		t.Errorf("a taunt is taken for the name %q", got)
	}
	if got := givenName("Please call me Tom"); got != "Tom" {
		t.Errorf("a name is taken for %q", got)
	}
}

// TestFeelingsInTheMiddleOfALine are not lost behind what stands before them.
func TestFeelingsInTheMiddleOfALine(t *testing.T) {
	for line, want := range map[string]string{
		"my exam is tomorrow and im so nervous":      "You are so nervous.",
		"I'm a girl and I want to study physics":     "You want to study physics.",
		"it is late but I feel awake and quite well": "You feel awake and quite well.",
	} {
		if reply := begin(t, persona(t, "holt"), "middle").say(line); !strings.HasPrefix(reply, want) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// TestComfortIsNoJoke: a saying may be wry, so that none is told to somebody
// who grieves, and none settles their case.
func TestComfortIsNoJoke(t *testing.T) {
	p := persona(t, "holt")
	c := begin(t, p, "comfort")
	c.say("I feel worthless")
	for _, line := range []string{"nothing helps", "it has been so for a year"} {
		reply := c.say(line)
		for _, s := range p.Sayings {
			if strings.Contains(reply, s.Text) {
				t.Errorf("%q is answered by %q", line, reply)
			}
		}
	}
	c = begin(t, p, "care")
	c.say("they bully me")
	if reply := c.say("what should I do?"); !anyOf(reply, careLines) {
		t.Errorf("counsel in trouble is %q", reply)
	}
}

func TestLooksAreInThePicture(t *testing.T) {
	for _, line := range []string{"what do you look like?", "show me a picture of you", "can I see you"} {
		if reply := begin(t, persona(t, "holt"), "looks").say(line); !anyOf(reply, lookLines) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestWorkIsOnlyWhatTheUserWantsDone(t *testing.T) {
	if reply := begin(t, persona(t, "holt"), "work").say("how do you calculate the tides"); anyOf(reply, taskLines) {
		t.Errorf("answered by %q", reply)
	}
	if reply := begin(t, persona(t, "holt"), "work").say("can you calculate my taxes"); !anyOf(reply, taskLines) {
		t.Errorf("answered by %q", reply)
	}
}

func TestGreetingsOfTwoWordsAbroad(t *testing.T) {
	for line, want := range map[string]string{"Guten Tag, Martha": "Guten Tag", "bonjour madame": "Bonjour", "Buenos días": "Buenos días"} {
		reply := begin(t, persona(t, "holt"), "two").say(line)
		if !strings.HasPrefix(reply, want) || strings.HasPrefix(reply, want+" madame") || !strings.Contains(reply, "English") {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// TestPointingBackComesBeforeTheLife: "what was his name?" is about whom was
// spoken of, whatever sentence of the life has the word.
func TestPointingBackComesBeforeTheLife(t *testing.T) {
	p := persona(t, "holt")
	p.Bio += " My name is on the door."
	c := begin(t, p, "back")
	c.say("Who was your father?")
	if reply := c.say("what was his name"); !strings.Contains(reply, p.Topics[3].Texts[1]) {
		t.Errorf("answered by %q", reply)
	}
}

func TestThanksAfterAGrief(t *testing.T) {
	c := begin(t, persona(t, "holt"), "thanks")
	c.say("my dog died")
	if reply := c.say("thank you"); anyOf(reply, thanksLines) || !anyOf(reply, consoleLines) {
		t.Errorf("answered by %q", reply)
	}
}

// TestWhatHappenedNamesNothing: the subject of such a question is what follows.
func TestWhatHappenedNamesNothing(t *testing.T) {
	p := persona(t, "holt")
	p.Topics[1].Texts[0] += " It happened in the dark."
	if reply := begin(t, p, "happened").say("what happened to Oswald?"); !steered(p, reply) {
		t.Errorf("answered by %q", reply)
	}
}
