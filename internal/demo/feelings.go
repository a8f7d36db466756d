package demo

import (
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

var (
	sadPhrases = english.ParsePhrases(`
i feel sad
i am sad
i feel down
i feel low
i am lonely
i feel lonely
i feel alone
i am alone
i feel empty
i feel lost
i feel hopeless
i feel worthless
i feel useless
i feel like nothing
i feel like a failure
nothing i do matters
i am depressed
i feel depressed
i am heartbroken
i am miserable
i feel terrible
i feel awful
i feel bad
i am unhappy
i am tired
i am exhausted
i miss my
i miss him
i miss her
i miss them
i cried
i have been crying
i can not stop crying
i am ashamed
i feel guilty
i feel ashamed
i hate myself
i hate my life
i am not ok
i am not okay
i am struggling
i am ugly
i feel ugly
i am fat
i feel fat
i feel stupid
i am stupid
i feel dumb
i feel invisible
i feel unloved
i feel rejected
i feel numb
i feel left out
i feel behind
i feel like a burden
i feel like crap
i feel like shit
i am so done
i want to cry
i am crying
i am hurt
i am homesick
heart broken
heart is broken
broke my heart
burned out
burnt out
not smart enough
not good enough
not pretty enough
i am a failure
i am a loser
i want to quit
i want to give up
i am bad at
i suck at
i keep failing
black dog
i feel like everyone
i feel like everybody
i feel like nobody
i feel like no one
i feel like people
i feel like they
nobody likes me
no one likes me
nobody understands me
no one understands me
i have no friends
i have no one
i am having a bad day
i had a bad day
i had a rough day
having a hard time
having a rough time
going through a lot
i got fired
i lost my job
i got dumped`)
	anxiousPhrases = english.ParsePhrases(`
i am nervous
im nervous
i feel nervous
nervous about
i am anxious
i feel anxious
i am worried
worried about
i am scared
i feel scared
i am afraid
i feel afraid
i am stressed
i feel stressed
stressed out
i am overwhelmed
i feel overwhelmed
i am panicking
i can not sleep
i could not sleep
i have an exam
my exam is
an exam tomorrow
a test tomorrow
an interview tomorrow
a job interview
a presentation tomorrow
i am under pressure
freaking out
freaked out
i am panicked
panic attack
stop worrying
keep worrying
worrying about
i worry
overthinking
what if i fail
what if i forget
what if i mess up
what if it goes wrong
what if they hate me
what if they laugh
i am dreading
butterflies in my stomach
i am so scared
i am terrified
i am furious
i am frustrated
i am angry
i feel angry`)
	gladPhrases = english.ParsePhrases(`
i am happy
i feel happy
i feel great
i feel good
i am in love
i am excited
i am glad
i am proud of myself
i am proud
good news
great news
it went great
it went well
i got the job
i got a new job
i got promoted
i got a promotion
i got married
i got engaged
i am getting married
we got married
i passed
i won
i did it
i graduated
i finished my
it worked
i am having a great day
i had a great day
best day ever
i am pregnant
asked me out
she said yes
he said yes
they said yes
it went amazing
it went fine
it went perfectly
they loved it
i made it
i nailed it
i aced
i got in
i got accepted
i got the part
i got the internship
i got an a
i finally did it
i became a father
i became a mother`)
	despairPhrases = english.ParsePhrases("hopeless\nworthless\nuseless\nempty\nnothing i do matters\nhate myself\nhate my life\ndepressed\nnumb\na burden\nunloved\ninvisible")
)

// despairQuestions ask a user with a heavy feeling to talk to somebody near.
var despairQuestions = []string{
	"Is there someone near you whom you could tell?",
	"Please let someone close to you know of it; who would that be?",
}

// gladAnswers answer good news for personas without words of their own.
var gladAnswers = []string{
	"That is good news, and I am glad that you brought it here. How did it come about?",
	"I am glad to hear it. Tell me the best moment of it.",
}

// answerFeeling answers a user who tells a feeling or a trouble. It answers each kind of feeling
// once, in the persona's own words if there are any. An invented character prefers a topic with
// words of the message, because its topics are about the user. Rule demo-feelings.
func (t *turn) answerFeeling() string {
	if t.isQuestion() && !t.hasPhrase(whatIfPhrases) || !t.isPersonaHistorical() && t.findsMatchingText() && t.matchesTopicTerms(t.bestMatch) {
		return ""
	}
	personaAnswers := t.persona.Feelings
	if personaAnswers == nil {
		personaAnswers = &core.FeelingAnswers{}
	}
	switch said := withoutDegreeWords(t.joinedLineWords); {
	case t.isQuestion():
		return t.answerWorry(personaAnswers.AfterAnxiety)
	case t.isInTrouble(), english.HasPhrase(said, sadPhrases):
		return t.comfort(personaAnswers.AfterSadness)
	case english.HasPhrase(said, anxiousPhrases):
		return t.comfort(personaAnswers.AfterAnxiety)
	case english.HasPhrase(said, gladPhrases), t.tellsGoodNews():
		return t.firstUnsaidReply(personaAnswers.AfterGladness, gladAnswers)
	}
	return ""
}

// whatIfPhrases begin worries that have the form of a question.
var whatIfPhrases = english.ParsePhrases("what if i\nwhat if they\nwhat if it")

// answerWorry answers a question that expresses a worry, such as "What if I fail?". ownReply is the
// persona's text for an anxious user. If ownReply is empty or was said before, answerWorry returns
// a text of a topic about worry, or "".
func (t *turn) answerWorry(ownReply string) string {
	if ownReply != "" && t.timesSaid(ownReply) == 0 {
		return ownReply
	}
	return t.untoldTextForTerms(worryTerms)
}

var worryTerms = termsOf("worry nervous anxious calm panic fear")

// tellsGoodNews reports whether the message is good news: it is about the user, has two
// exclamation marks, and has no word of anger or sorrow.
func (t *turn) tellsGoodNews() bool {
	mentionsUser := slices.ContainsFunc(t.words, func(w string) bool { return w == "i" || w == "my" || w == "we" || w == "me" })
	return mentionsUser && strings.Contains(t.line, "!!") && len(t.words) > 3 && !slices.ContainsFunc(t.words, func(w string) bool { return unhappyWords[w] })
}

// unhappyWords are words that do not occur in good news.
var unhappyWords = wordSet(`not no never hate hated hates worst awful terrible horrible angry mad sad lost lose losing broke broken fail failed
died dead die sick hurt hurts ugh stop cry cried crying scared afraid help please want need bad wrong annoying unfair stupid you your
burned burnt fire crash crashed stole stolen robbed fired dumped left sucks sucked damn exhausted alone tired kill killed hospital accident
divorce divorced divorcing cancer hit ruined missed late worse ill dumb idiot lied lies lying cheated yelled screamed bullied leave gone broken ex`)

// withoutDegreeWords removes degreeWords such as "very" from a text in the form of
// english.JoinWords.
func withoutDegreeWords(flat string) string {
	ws := slices.DeleteFunc(strings.Fields(flat), func(w string) bool { return degreeWords[w] })
	return english.JoinWords(ws)
}

var degreeWords = wordSet("so very really just quite pretty too rather extremely totally kinda also still always honestly literally lowkey super all")

func (t *turn) isInTrouble() bool {
	return t.hasPhrase(illnessPhrases) && t.hasPhrase(possessivePhrases) || t.hasPhrase(troublePhrases)
}

// feelingTerms are the terms of feelings that a topic may be about.
var feelingTerms = termsOf("anger angry temper worry nervous anxious panic fear lonely jealous envy patience shame")

// untoldFeelingText returns the untold text of a topic about a feeling that the message names,
// or "".
func (t *turn) untoldFeelingText() string {
	namedFeelings := slices.DeleteFunc(slices.Clone(t.queryTerms), func(q string) bool { return !slices.Contains(feelingTerms, q) })
	return t.untoldTextForTerms(namedFeelings)
}

// comfort returns ownReply, which is the persona's own reply to a feeling. If ownReply was said
// before, comfort returns a text of a topic about the feeling. If neither is available, comfort
// returns one of troubleAnswers.
func (t *turn) comfort(ownReply string) string {
	if ownReply != "" && t.timesSaid(ownReply) > 0 {
		if text := t.untoldFeelingText(); text != "" {
			return text
		}
	}
	text := t.firstUnsaidReply(ownReply, troubleAnswers)
	if text != "" && t.hasPhrase(despairPhrases) {
		return joinParts(text, t.pickWording(despairQuestions))
	}
	return text
}

// firstUnsaidReply returns ownReply if it was not said yet, or else one of wordings that was not
// said, or "".
func (t *turn) firstUnsaidReply(ownReply string, wordings []string) string {
	if ownReply != "" && t.timesSaid(ownReply) == 0 {
		return ownReply
	}
	return t.pickUnsaid(wordings)
}

// hasConsoledInOwnWords reports whether the latest reply was the persona's answer to a sad or
// anxious user.
func (t *turn) hasConsoledInOwnWords() bool {
	f := t.persona.Feelings
	return f != nil && (strings.Contains(t.lastReply, f.AfterSadness) || strings.Contains(t.lastReply, f.AfterAnxiety))
}
