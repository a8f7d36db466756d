package demo

import (
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// containsFilledWording reports whether a reply has one of wordings, in which % stands for value.
func containsFilledWording(reply string, wordings []string, value string) bool {
	return slices.ContainsFunc(fillWordings(wordings, value), func(line string) bool { return strings.Contains(reply, line) })
}

// TestQuestionsAreSeenWithoutTheirMark: a message without a question mark is a question in two
// cases. It begins with a question word, even after an interjection, or it asks to talk about a
// subject.
// rule demo-talks
func TestQuestionsAreSeenWithoutTheirMark(t *testing.T) {
	for line, want := range map[string]bool{
		"so how many ships passed": true, "ok what can you offer": true, "lets start with the storm": true, "any tips for me": true,
		"so i went home": false, "well that was nice": false,
	} {
		p := personaWithAnswers(t)
		got := newTurn(newIndex(p), llm.Request{Persona: p, Messages: []llm.Message{{Role: llm.User, Content: line}}}).isQuestion()
		if got != want {
			t.Errorf("isQuestion(%q) = %v", line, got)
		}
	}
	p := personaWithAnswers(t)
	for _, before := range []string{"is this martha holt?", ""} {
		c := startConversation(t, p, "named")
		if before != "" {
			c.say(before)
		}
		if reply := c.say("lets talk about the storm, purple dragon"); !strings.HasSuffix(reply, p.Topics[1].Texts[0][1:]) {
			t.Errorf("a named subject is answered by %q", reply)
		}
	}
}

// TestTheGreetingIsAnsweredLate: a user may first ask a question and then answer the
// greeting.
// rule demo-greeting
func TestTheGreetingIsAnsweredLate(t *testing.T) {
	for line, want := range map[string]string{"yes the steps are worn": "Yes is what", "no steps for me": "No is what", "yes to the fog": ""} {
		p := personaWithAnswers(t)
		c := startConversation(t, p, "late")
		c.say("who are you?")
		reply := c.say(line)
		if want == "" && strings.Contains(reply, "is what you say") || !strings.Contains(reply, want) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}

// TestFeelingsAreSeenInManyWords: feelings and news are recognised in many wordings, and
// an angry exclamation is no good news.
// rule demo-feelings
func TestFeelingsAreSeenInManyWords(t *testing.T) {
	for line, want := range map[string]string{
		"i ran 10k today without stopping!!!": "Glad it is", "update: he asked me out": "Glad it is",
		"i feel ugly most days tbh": "Sad it is", "im freaking out about tomorrow": "Anxious it is",
		"what if i forget everything": "Anxious it is",
	} {
		if reply := startConversation(t, personaWithAnswers(t), "many").say(line); !strings.HasPrefix(reply, want) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	for _, line := range []string{"i hate this whole day!!", "my house burned down!!", "they stole my bike again!!"} {
		if reply := startConversation(t, personaWithAnswers(t), "many").say(line); strings.Contains(reply, "Glad") {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	p := personaWithAnswers(t)
	p.Topics[5].Words = append(p.Topics[5].Words, "worry")
	c := startConversation(t, p, "many")
	c.say("im freaking out about tomorrow")
	if reply := c.say("what if i forget everything"); !strings.Contains(reply, p.Topics[5].Texts[0]) {
		t.Errorf("a second worry is answered by %q", reply)
	}
}

// TestStoriesAreAskedOnAbout: the user tells something about the user's own life or family, and the
// persona asks a question about it.
// rule demo-story
func TestStoriesAreAskedOnAbout(t *testing.T) {
	c := startConversation(t, personaWithAnswers(t), "story")
	c.say("what are you afraid of")
	if reply := c.say("my grandfather was in the army"); !containsFilledWording(reply, kinQuestions, "grandfather") {
		t.Errorf("a grandfather is answered by %q", reply)
	}
	if reply := c.say("he never talked about it tho"); !containsFilledWording(reply, kinFollowUpQuestions, "him") {
		t.Errorf("then by %q", reply)
	}
	p := personaWithAnswers(t)
	p.People = append(p.People, core.KnownPerson{Name: "John Holt", Words: []string{"father"}, Says: "John Holt measured oil with a straw."})
	talkWithKnownFather := startConversation(t, p, "story")
	talkWithKnownFather.say("are you happy?")
	if reply := talkWithKnownFather.say("my father was a careful man who lost his sight"); strings.Contains(reply, "Holt") || !containsFilledWording(reply, kinQuestions, "father") {
		t.Errorf("a father is answered by %q", reply)
	}
	if reply := c.say("i moved to lisbon in spring"); !containsFilledWording(reply, userStoryAnswers, "") {
		t.Errorf("a story is answered by %q", reply)
	}
}

// TestInterjectionsTellNothing: if an earlier reply has the same interjection ("Oh!") as a text of
// a topic, the text is still untold.
// rule demo-talks
func TestInterjectionsTellNothing(t *testing.T) {
	p := personaWithAnswers(t)
	p.Greeting = "Oh! You came up. What would you know of a light?"
	p.Feelings.AfterGladness = "Oh! That is the best news this week."
	p.Topics[1].Texts[0] = "Oh! " + p.Topics[1].Texts[0]
	c := startConversation(t, p, "oh")
	if reply := c.say("i got the job"); !strings.Contains(reply, p.Feelings.AfterGladness) {
		t.Errorf("good news are answered by %q", reply)
	}
	if reply := c.say("tell me about the worst storm"); !strings.Contains(reply, p.Topics[1].Texts[0]) {
		t.Errorf("a topic is answered by %q", reply)
	}
}

// TestShortQuestionsKeepTheSubject: a question that names no subject is about what was
// said before. It does not get a text of any other topic.
// rule demo-talks
func TestShortQuestionsKeepTheSubject(t *testing.T) {
	p := personaWithAnswers(t)
	c := startConversation(t, p, "keep")
	c.say("honestly i never understood why the gale of that winter did not wake you")
	if reply := c.say("hmm ok. explain it like im 12"); !slices.ContainsFunc(p.Topics[1].Texts, func(text string) bool { return strings.Contains(reply, text) }) {
		t.Errorf("“explain it” is answered by %q", reply)
	}
	c = startConversation(t, p, "keep")
	c.say("yes")
	reply := c.say("and then what happened??")
	for _, topic := range p.Topics {
		if strings.Contains(reply, topic.Texts[0]) {
			t.Errorf("a question about nothing told is answered by %q", reply)
		}
	}
	c.say("any regrets?")
	if reply := c.say("wow thats so cool"); !containsFilledWording(reply, praiseAnswers, "") {
		t.Errorf("a reaction is answered by %q", reply)
	}
}

// TestAdditionsStayWithTheTopic: a question that begins with "and" continues the current
// topic, although a text of another topic has two of its words.
// rule demo-talks
func TestAdditionsStayWithTheTopic(t *testing.T) {
	p := personaWithAnswers(t)
	p.Topics[4].Texts[1] = "The hours go slowly, and the clock is fast by a minute on most days of the winter."
	c := startConversation(t, p, "add")
	c.say("how does the lamp work?")
	if reply := c.say("and what about the clock? does it really go slowly at night"); !strings.Contains(reply, p.Topics[0].Texts[1]) {
		t.Errorf("answered by %q", reply)
	}
}

// TestPeopleComeBeforeTheTopicThatNamesThem: a topic that only has the name of a person does not
// answer a question about this person. A topic that also has other words of the question answers
// it. "Tell me more" names no person.
// rule demo-people
func TestPeopleComeBeforeTheTopicThatNamesThem(t *testing.T) {
	p := personaWithAnswers(t)
	p.Topics[2].Words = append(p.Topics[2].Words, "husband")
	p.People = append(p.People, core.KnownPerson{Name: "Thomas More", Words: []string{"more"}, Says: "More was a merry man."})
	for line, isPerson := range map[string]bool{
		"did you love your husband?": true,
		"what did you think of oswald the first time that you heard about him?": true,
		"did your husband rescue the crew?":                                     false,
	} {
		if reply := startConversation(t, p, "name").say(line); strings.Contains(reply, p.People[0].Says) != isPerson {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	if reply := startConversation(t, p, "name").say("tell me more"); strings.Contains(reply, "merry") {
		t.Errorf("“more” is answered by %q", reply)
	}
}

// TestTopicsComeBeforePassingLines: a saying that has one word of a question does not answer the
// question. A topic that has half of the question's words answers it.
// rule demo-miss
func TestTopicsComeBeforePassingLines(t *testing.T) {
	p := personaWithAnswers(t)
	p.Sayings = []core.Saying{{Text: "Folk come and folk go, and a goose minds folk nothing.", SourceStatus: "in the spirit of"}}
	for _, line := range []string{"did you forgive the customs officers of that goose", "did you ever forgive a goose"} {
		if reply := startConversation(t, p, "pass").say(line); strings.Contains(reply, p.Sayings[0].Text) {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
	p.Sayings = []core.Saying{{Text: "Goose, goose, goose.", SourceStatus: "in the spirit of"}}
	if reply := startConversation(t, p, "pass").say("so how many goose waves"); !strings.HasSuffix(reply, p.Topics[1].Texts[0][1:]) {
		t.Errorf("answered by %q", reply)
	}
}

// TestLaterPeopleAreOnlyNamedAsLater: the persona's text about our time does not answer a
// question about later people.
// rule safety-horizon
func TestLaterPeopleAreOnlyNamedAsLater(t *testing.T) {
	p := personaWithAnswers(t)
	if reply := startConversation(t, p, "later").say("what would you say about putin"); !containsFilledWording(reply, afterHorizonAnswers, "1887") {
		t.Errorf("answered by %q", reply)
	}
}

// TestOwnAdviceIsNotReplacedBySayings: a persona with own answers does not answer "what should
// I do" with a saying. It does not answer a bored user with a text of a topic.
// rule demo-talks
func TestOwnAdviceIsNotReplacedBySayings(t *testing.T) {
	if reply := startConversation(t, personaWithAnswers(t), "counsel").say("what should i do about her"); !containsFilledWording(reply, askSomebodyNearAnswers, "") {
		t.Errorf("answered by %q", reply)
	}
	p := personaWithAnswers(t)
	c := startConversation(t, p, "counsel")
	c.say("who are you?")
	if reply := c.say("im bored at my desk"); slices.ContainsFunc(p.Topics, func(topic core.Topic) bool { return strings.Contains(reply, topic.Texts[0]) }) {
		t.Errorf("boredom is answered by %q", reply)
	}
}

// TestAngerFindsItsTopicAfterComfort: after a consolation, a feeling is answered with a
// topic about this feeling.
// rule demo-feelings
func TestAngerFindsItsTopicAfterComfort(t *testing.T) {
	p := personaWithAnswers(t)
	p.Topics[5].Words = append(p.Topics[5].Words, "anger", "angry")
	c := startConversation(t, p, "anger")
	c.say("my boss yelled at me")
	if reply := c.say("i just get so angry"); !strings.Contains(reply, p.Topics[5].Texts[0]) {
		t.Errorf("answered by %q", reply)
	}
}

// TestWhatYouDoWhenIsNoQuestionOfWho: "what do you do" asks who the persona is only if the message
// ends with it.
// rule demo-core
func TestWhatYouDoWhenIsNoQuestionOfWho(t *testing.T) {
	p := personaWithAnswers(t)
	for line, isWho := range map[string]bool{"so what do you do?": true, "what do you do when youre exhausted": false} {
		reply := startConversation(t, p, "who").say(line)
		if got := strings.Contains(reply, p.CoreAnswers[core.AsksWho]) || p.Bio != "" && strings.Contains(p.Bio, reply); got != isWho {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}
