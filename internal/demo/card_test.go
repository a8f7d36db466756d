package demo

import (
	"strings"
	"testing"

	"colloquy/internal/core"
)

// personaWithAnswers returns the fixture holt with own answers, which begin with
// recognisable words.
func personaWithAnswers(t *testing.T) *core.Persona {
	p := readPersona(t, "holt")
	p.CoreAnswers = map[core.Intent]string{}
	for _, intent := range core.Intents() {
		p.CoreAnswers[intent] = "Core-" + string(intent) + " is my answer to that."
	}
	delete(p.CoreAnswers, core.AsksChildren)
	p.GreetingFollowUps = &core.GreetingFollowUps{AfterYes: "Yes is what you say.", AfterNo: "No is what you say.", AfterOther: "Other is what you say."}
	p.Feelings = &core.FeelingAnswers{AfterSadness: "Sad it is, and I hear it.", AfterAnxiety: "Anxious it is, and I hear it.", AfterGladness: "Glad it is, and I hear it."}
	p.People = []core.KnownPerson{{Name: "Oswald", Words: []string{"oswald", "husband"}, Says: "Oswald was my husband, for a season."}}
	return p
}

// TestEverybodysQuestionsGetTheirAnswers: a question that everybody asks gets the persona's
// own answer, in whichever words it is asked.
// rule demo-core
func TestEverybodysQuestionsGetTheirAnswers(t *testing.T) {
	for line, want := range map[string]core.Intent{
		"who are you?": core.AsksWho,
		"omg hi. what was it actually like being you": core.AsksWho,
		"what are you most famous for?":               core.AsksKnownFor,
		"Why should I talk to you?":                   core.AsksKnownFor,
		"what are you proudest of?":                   core.AsksProud,
		"what is your biggest regret":                 core.AsksRegret,
		"do you regret it?":                           core.AsksRegret,
		"Were you ever in love?":                      core.AsksLove,
		"what were your parents like":                 core.AsksChildhood,
		"who is your best friend?":                    core.AsksFriend,
		"who's your enemy":                            core.AsksEnemy,
		"are you afraid of dying?":                    core.AsksDeath,
		"Can you pray for me?":                        core.AsksFaith,
		"what are you afraid of":                      core.AsksFear,
		"are you happy":                               core.AsksHappy,
		"what's your ordinary day like?":              core.AsksDay,
		"favourite food":                              core.AsksFood,
		"do you like music?":                          core.AsksMusic,
		"what do people get wrong about you?":         core.AsksMisread,
		"any advice for me?":                          core.AsksWorkAdvice,
		"I mean how do you deal with anger?":          core.AsksWorkAdvice,
		"can you give me love advice?":                core.AsksLoveAdvice,
		"how do i deal with grief":                    core.AsksGriefAdvice,
		"what do you think of our time?":              core.AsksOurTime,
		"what do you think of people today":           core.AsksOurTime,
		"tell me a secret":                            core.AsksSecret,
		"tell me a joke":                              core.AsksJoke,
		"what would you ask me?":                      core.AsksQuestion,
	} {
		p := personaWithAnswers(t)
		if reply := startConversation(t, p, "core").say(line); !strings.Contains(reply, p.CoreAnswers[want]) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// TestCoreAnswersAreNotRepeated: a persona that is asked again does not repeat an answer. A persona
// without an answer says that it does not know.
// rule demo-core
func TestCoreAnswersAreNotRepeated(t *testing.T) {
	p := personaWithAnswers(t)
	c := startConversation(t, p, "once")
	c.say("tell me a secret")
	if reply := c.say("another secret please, your secret"); strings.Contains(reply, p.CoreAnswers[core.AsksSecret]) {
		t.Errorf("told twice: %q", reply)
	}
	if reply := startConversation(t, p, "none").say("do you have any kids?"); !isDontKnowReply(p, reply) {
		t.Errorf("without an answer: %q", reply)
	}
}

// TestTopicsComeBeforeGeneralAnswers: a question that names a subject of a topic is answered
// by the topic.
// rule demo-core
func TestTopicsComeBeforeGeneralAnswers(t *testing.T) {
	p := personaWithAnswers(t)
	if reply := startConversation(t, p, "topic").say("were you afraid of the storm of 1866?"); strings.Contains(reply, "Core-") {
		t.Errorf("answered by %q", reply)
	}
}

// TestStatementsAreMetWithAQuestion: a statement of the user is answered with the
// persona's question, and no reply offers a topic.
// rule demo-miss
func TestStatementsAreMetWithAQuestion(t *testing.T) {
	p := personaWithAnswers(t)
	c := startConversation(t, p, "told")
	c.say("how does the lamp work?")
	reply := c.say("Lagos is full of yellow buses")
	if !strings.Contains(reply, p.CoreAnswers[core.AsksQuestion]) {
		t.Errorf("answered by %q", reply)
	}
	for _, line := range []string{"how are you?", "thank you", "what is your favourite colour?", "and your favourite number?"} {
		reply := c.say(line)
		for _, topic := range p.Topics {
			if strings.Contains(reply, topic.Question) || phraseFromQuestion(topic.Question) != "" && strings.Contains(reply, phraseFromQuestion(topic.Question)) {
				t.Errorf("%q offers a topic: %q", line, reply)
			}
		}
	}
}

// TestQuestionsAboutPeopleGetTheirAnswers: a question about a person is answered with what the persona says
// about that person.
// rule demo-people
func TestQuestionsAboutPeopleGetTheirAnswers(t *testing.T) {
	for _, line := range []string{"did you love your husband?", "who was Oswald", "what was Oswald like?"} {
		p := personaWithAnswers(t)
		if reply := startConversation(t, p, "people").say(line); !strings.Contains(reply, p.People[0].Says) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// TestTheGreetingsQuestionIsAnswered: the user's answer to the greeting gets a fitting
// reply, once.
// rule demo-greeting
func TestTheGreetingsQuestionIsAnswered(t *testing.T) {
	addTeaOrCoffeeChoice := func(p *core.Persona) {
		p.GreetingFollowUps = &core.GreetingFollowUps{
			AfterFirstChoice: &core.GreetingChoiceReply{Words: []string{"tea"}, Text: "Tea is what you choose."}, AfterSecondChoice: &core.GreetingChoiceReply{Words: []string{"coffee"}, Text: "Coffee is what you choose."}, AfterOther: "Other is what you say.",
		}
	}
	for _, c := range []struct {
		line, want string
		change     func(*core.Persona)
	}{
		{"yes please", "Yes is what", nil},
		{"I do!", "Yes is what", nil},
		{"no, not really", "No is what", nil},
		{"I don't", "No is what", nil},
		{"a basket of eels", "Other is what", nil},
		{"coffee, please", "Coffee is what", addTeaOrCoffeeChoice},
		{"tea", "Tea is what", addTeaOrCoffeeChoice},
		{"neither, thank God", "Other is what", addTeaOrCoffeeChoice},
	} {
		p := personaWithAnswers(t)
		if c.change != nil {
			c.change(p)
		}
		talk := startConversation(t, p, "greeting")
		if reply := talk.say(c.line); !strings.Contains(reply, c.want) {
			t.Errorf("%q is answered by %q", c.line, reply)
		}
		if reply := talk.say(c.line); strings.Contains(reply, c.want) {
			t.Errorf("%q is answered so again: %q", c.line, reply)
		}
	}
	p := personaWithAnswers(t)
	talk := startConversation(t, p, "greeting")
	talk.say("are you a bot?")
	if reply := talk.say("yes"); !strings.Contains(reply, "Yes is what") {
		t.Errorf("after the honest line: %q", reply)
	}
	if reply := startConversation(t, p, "greeting").say("how does the lamp work?"); strings.Contains(reply, "is what you say") {
		t.Errorf("a question is answered by %q", reply)
	}
}

// TestFeelingsAreAnsweredInOwnWords: a feeling is answered once in the persona's words.
// rule demo-feelings
func TestFeelingsAreAnsweredInOwnWords(t *testing.T) {
	for line, want := range map[string]string{
		"I feel so sad today":                 "Sad it is",
		"my boyfriend broke up with me":       "Sad it is",
		"I'm nervous about the presentation.": "Anxious it is",
		"update: it went great!!":             "Glad it is",
		"I got married last saturday":         "Glad it is",
		"I feel like nothing I do matters":    "Sad it is",
	} {
		p := personaWithAnswers(t)
		c := startConversation(t, p, "feeling")
		if reply := c.say(line); !strings.HasPrefix(reply, want) {
			t.Errorf("%q is answered by %q", line, reply)
		}
		if reply := c.say(line); strings.Contains(reply, want) {
			t.Errorf("%q is answered so again: %q", line, reply)
		}
	}
}

// TestTopicTextsStandForMissingAnswers: a persona without answers to common questions answers with a
// text of a topic about the subject.
// rule demo-core
func TestTopicTextsStandForMissingAnswers(t *testing.T) {
	p := readPersona(t, "holt")
	p.Topics[2].Words = append(p.Topics[2].Words, "mistake")
	if reply := startConversation(t, p, "page").say("what do you regret?"); !strings.HasSuffix(reply, p.Topics[2].Texts[0]) {
		t.Errorf("answered by %q", reply)
	}
}

// TestThanksAndGoodbyeAreAnsweredTogether: a message with thanks and a goodbye gets one answer to
// both.
// rule demo-core
func TestThanksAndGoodbyeAreAnsweredTogether(t *testing.T) {
	p := personaWithAnswers(t)
	c := startConversation(t, p, "bye")
	if reply := c.say("thanks, bye!"); !strings.Contains(reply, p.CoreAnswers[core.AsksGoodbye]) {
		t.Errorf("answered by %q", reply)
	}
	if reply := c.say("bye"); !strings.Contains(reply, p.Voice.Bye) {
		t.Errorf("then by %q", reply)
	}
}
