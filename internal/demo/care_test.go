package demo

import (
	"strings"
	"testing"
)

// Other words may stand between "lost" and the word for a relative or an animal.
func TestGriefIsRecognised(t *testing.T) {
	for _, line := range []string{"i lost my little sister too", "We lost our old grey cat", "I lost a very dear friend", "my father has died"} {
		if reply := startConversation(t, readPersona(t, "holt"), "loss").say(line); !containsAny(reply, condolences) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	for _, line := range []string{"I lost my keys", "we lost the match", "my father lost his job"} {
		if reply := startConversation(t, readPersona(t, "holt"), "loss").say(line); containsAny(reply, condolences) {
			t.Errorf("%q is mourned: %q", line, reply)
		}
	}
}

func TestTroubleIsRecognisedInOtherWords(t *testing.T) {
	for _, line := range []string{"my cat is sick", "my mother is in hospital", "some kids at school call me names", "they laugh at me", "i always fail"} {
		if reply := startConversation(t, readPersona(t, "holt"), "more").say(line); !containsAny(reply, troubleAnswers) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	if got := introducedName("some kids call me Names"); got != "" {
		t.Errorf("a taunt is taken for the name %q", got)
	}
	if got := introducedName("Please call me Tom"); got != "Tom" {
		t.Errorf("a name is taken for %q", got)
	}
}

// A feeling is also recognised after another clause. A user with a heavy feeling is advised to
// talk to somebody near.
func TestFeelingsAfterAnotherClauseAreRecognised(t *testing.T) {
	for line, want := range map[string][]string{
		"my exam is tomorrow and im so nervous": troubleAnswers,
		"I feel like nothing I do matters":      despairQuestions,
		"I feel worthless":                      despairQuestions,
		"update: it went great!!":               gladAnswers,
	} {
		if reply := startConversation(t, readPersona(t, "holt"), "middle").say(line); !containsAny(reply, want) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// A saying may be ironic, so a user in grief or trouble gets none.
func TestTroubledUserGetsNoSaying(t *testing.T) {
	p := readPersona(t, "holt")
	c := startConversation(t, p, "comfort")
	c.say("I feel worthless")
	for _, line := range []string{"nothing helps", "it has been so for a year"} {
		reply := c.say(line)
		for _, s := range p.Sayings {
			if strings.Contains(reply, s.Text) {
				t.Errorf("%q is answered by %q", line, reply)
			}
		}
	}
	c = startConversation(t, p, "care")
	c.say("they bully me")
	if reply := c.say("what should I do?"); !containsAny(reply, askSomebodyNearAnswers) {
		t.Errorf("counsel in trouble is %q", reply)
	}
}

func TestLooksReferToThePicture(t *testing.T) {
	for _, line := range []string{"what do you look like?", "show me a picture of you", "can I see you"} {
		if reply := startConversation(t, readPersona(t, "holt"), "looks").say(line); !containsAny(reply, appearanceAnswers) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

func TestTaskRequestsDifferFromQuestions(t *testing.T) {
	if reply := startConversation(t, readPersona(t, "holt"), "work").say("how do you calculate the tides"); containsAny(reply, taskRefusals) {
		t.Errorf("answered by %q", reply)
	}
	if reply := startConversation(t, readPersona(t, "holt"), "work").say("can you calculate my taxes"); !containsAny(reply, taskRefusals) {
		t.Errorf("answered by %q", reply)
	}
}

func TestForeignGreetingsOfTwoWordsAreReturned(t *testing.T) {
	for line, want := range map[string]string{"Guten Tag, Martha": "Guten Tag", "bonjour madame": "Bonjour", "Buenos días": "Buenos días"} {
		reply := startConversation(t, readPersona(t, "holt"), "two").say(line)
		if !strings.HasPrefix(reply, want) || strings.HasPrefix(reply, want+" madame") || !strings.Contains(reply, "English") {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// "What was his name?" refers to the current topic, even if a sentence of the bio contains
// the word "name".
func TestReferenceBackComesBeforeTheBio(t *testing.T) {
	p := readPersona(t, "holt")
	p.Bio += " My name is on the door."
	c := startConversation(t, p, "back")
	c.say("Who was your father?")
	if reply := c.say("what was his name"); !strings.Contains(reply, p.Topics[3].Texts[1]) {
		t.Errorf("answered by %q", reply)
	}
}

func TestThanksAfterGriefAreAnswered(t *testing.T) {
	c := startConversation(t, readPersona(t, "holt"), "thanks")
	c.say("my dog died")
	if reply := c.say("thank you"); containsAny(reply, thanksAnswers) || !containsAny(reply, consolations) {
		t.Errorf("answered by %q", reply)
	}
}

// The words "what happened" do not name a subject: the subject is the rest of the
// question.
func TestQuestionWhatHappenedMatchesOnlyItsSubject(t *testing.T) {
	p := readPersona(t, "holt")
	p.Topics[1].Texts[0] += " It happened in the dark."
	if reply := startConversation(t, p, "happened").say("what happened to Oswald?"); !isDontKnowReply(p, reply) {
		t.Errorf("answered by %q", reply)
	}
}
