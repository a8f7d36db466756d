package demo

import (
	"regexp"

	"colloquy/internal/english"
)

var (
	jokeIntros = []string{
		"I keep no stock of jokes, but at this one somebody smiled.",
		"The nearest that I come to a joke is this.",
		"I am told that this is how I am funny.",
	}
	taskRefusals = []string{
		"That is more than a demo portrait can do: I can only say what was written for me beforehand.",
		"I can talk of my own life and nothing else; for work like that a language model must be connected.",
		"There I must disappoint you, since I write nothing new here and reckon nothing.",
	}
	decisionAdviceIntros = []string{
		"I cannot settle that for you, but take this along.",
		"You know your case better than I do; here is what I go by.",
		"I would be a poor adviser to a life I have not seen, so only this.",
	}
	bigQuestionIntros = []string{
		"That is a large question for a small portrait; I can only give you this.",
		"Wiser heads than mine have left that open, and I have one sentence towards it.",
		"I have no whole answer to that, but a piece of one.",
	}
	appearanceAnswers = []string{
		"My picture stands at the head of this page, and I could not draw it better.",
		"You have my likeness before you; the engraver was kinder than a looking-glass.",
		"Look up: that is how they have engraved me, and I will not correct it.",
	}
	furtherReadingAnswers = []string{"There is a book that knows more of me than I can tell: %.", "If you would read about me, begin here: %."}
)

var (
	jokePhrases = english.ParsePhrases(`
joke
jokes
make me laugh
something funny
be funny
cheer me up`)
	storyPhrases = english.ParsePhrases(`
tell me a story
tell a story
tell us a story
a story please
another story
bedtime story
another one
one more
tell me something
say something
something interesting
something fun
something new
something scary
fun fact
funny story
surprise me
entertain me
i am bored
talk to me
let us talk
let us chat`)
	taskPhrases = english.ParsePhrases(`
write me
write a poem
write a song
write a story
write an essay
write an email
write a letter for
write code
write some
write my
sing me
sing it
sing a song
sing happy
draw me
send me a
python
javascript
translate this
translate that
translate it
do my homework
my homework for me
solve this
calculate this
calculate my
calculate the area
can you calculate
debug
summarize
summarise`)
	decisionAdvicePhrases = english.ParsePhrases(`
what should i do
what shall i do
what can i do
what do i do
what would you do in my place
what would you do if you were me
what do you think i should
how do i decide
help me decide`)
	appearancePhrases = english.ParsePhrases(`
what do you look like
how do you look
describe your appearance
picture of you
picture of yourself
photo of you
send me a picture
send me a photo
can i see you
let me see you
see your face`)
	bigQuestionPhrases = english.ParsePhrases(`
meaning of life
purpose of life
secret of life
point of life
secret to happiness
how can i be happy
how to be happy
what is happiness
what is love
what is true love
what is truth
what is the truth
what is freedom
what is beauty
what is justice
what is hope
what is faith
what is time
what is art
what is god
what is death
what is life`)
	bookRequestPhrases = english.ParsePhrases(`
recommend me a book
recommend a book
book recommendation
book about you
books about you
read about you
what should i read
where can i read
where can i learn more`)
	factListPhrases = english.ParsePhrases(`
list
facts about you
name three
name five
name some
timeline
achievements
accomplishments
greatest works
greatest discoveries
most important works
highlights of your life
sum up your life
your life in short`)
	arithmeticPattern = regexp.MustCompile(`\d\s*[-+*/×x]\s*\d`)
)

// answerCommonRequest answers requests that users make to any persona, unless a topic
// of the persona answers them.
func (t *turn) answerCommonRequest() string {
	if t.findsMatchingText() && t.matchesTopicTerms(t.bestMatch) && t.bestMatch.coverage >= topicRequestCoverage {
		return ""
	}
	switch {
	case t.hasPhrase(jokePhrases):
		return t.tellSaying(jokeIntros)
	case t.hasPhrase(appearancePhrases):
		return joinParts(t.pickWording(appearanceAnswers), t.offerOneTopic())
	case t.hasPhrase(taskPhrases), arithmeticPattern.MatchString(t.line):
		return joinParts(t.pickInOrder(taskRefusals), t.offerOneTopic())
	case t.hasPhrase(bookRequestPhrases) && t.persona.Facts.FurtherReading != "":
		return joinParts(t.pickWording(fillWordings(furtherReadingAnswers, t.persona.Facts.FurtherReading)), t.offerOneTopic())
	case t.hasPhrase(bigQuestionPhrases):
		return t.tellSaying(bigQuestionIntros)
	case t.hasPhrase(factListPhrases):
		return t.listDatedFacts()
	case t.hasPhrase(decisionAdvicePhrases), len(t.words) > 1 && t.words[0] == "should" && t.words[1] == "i":
		return t.answerDecisionRequest()
	case t.hasPhrase(storyPhrases) && len(t.words) <= maxSmallTalkWords && !t.hasPhrase(possessivePhrases) && (!t.hasPhrase(subjectPhrases) || !t.findsMatchingText()):
		return t.volunteerTopic()
	}
	return ""
}

// answerDecisionRequest answers a request for advice with a saying. In two cases it suggests asking
// somebody near instead:
//
//   - The latest reply consoled the user.
//   - The persona has own answers to common questions.
func (t *turn) answerDecisionRequest() string {
	if t.lastReplyConsoled() || t.hasCoreAnswers() {
		return t.pickWording(askSomebodyNearAnswers)
	}
	return t.tellSaying(decisionAdviceIntros)
}

// tellSaying returns a saying after one of intros, or another untold text if no saying is left.
func (t *turn) tellSaying(intros []string) string {
	if maxim := t.sayingWithoutSource(); maxim != "" {
		return t.padWithOffer(joinParts(t.pickWording(intros), maxim))
	}
	return t.nextUntoldText()
}
