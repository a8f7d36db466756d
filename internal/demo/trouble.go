package demo

import (
	"slices"

	"colloquy/internal/english"
)

// Lines for users with a loss (condolences) or a trouble (troubleAnswers), and for their next
// messages. The lines ask questions and give no advice. askSomebodyNearAnswers point the user to somebody near.
var (
	condolences = []string{
		"I am sorry for your loss. What would you not want forgotten?",
		"That is a grief, and I will not talk it small. What did you love best in them?",
		"I am sorry. Tell me one thing that still makes you smile, if it does you good.",
		"There is nothing clever to be said to that, and I am sorry. Who is with you in it?",
	}
	troubleAnswers = []string{
		"I am sorry to hear it. What weighs on you most?",
		"That is hard, and I am glad that you said it. Who stands by you in it?",
		"I am sorry. What would make today a little easier?",
		"That would trouble anybody. When did it begin?",
	}
	consolations = []string{
		"Thank you for trusting me with that.",
		"I see now why it weighs on you.",
		"That is plainly said, and I have heard it.",
		"I am glad that you told somebody, even a portrait.",
		"I cannot mend it, but I can listen.",
	}
	tellMoreInvitations = []string{
		"Say more of it, if it helps.",
		"Tell me more, or let us speak of something else.",
		"I am here for more of it, and for other things too.",
	}
	askSomebodyNearAnswers = []string{
		"I cannot settle that for you. Whom do you trust enough to ask?",
		"You should not have to settle it alone; who near you could help?",
		"That is beyond a portrait. Is there somebody near who knows more of it than I do?",
	}
)

var (
	bereavementPhrases = english.ParsePhrases(`
died
has died
passed away
is dying
is dead
was killed
was put down
had to be put down`)
	possessivePhrases = english.ParsePhrases("my\nour")
	illnessPhrases    = english.ParsePhrases("is sick\nis ill\nis very sick\nis very ill\nis in hospital\nis in the hospital\nhas cancer")
	troublePhrases    = english.ParsePhrases(`
i got fired
i was fired
i lost my job
i lost everything
i failed
i am failing
and failing
i always fail
i keep failing
call me names
calls me names
make fun of me
makes fun of me
laugh at me
laughs at me
they bully
bullies me
failing school
failing my
i did not sleep
can not pay
i have failed
i got dumped
he left me
she left me
we broke up
broke up with me
i broke up
cheated on me
i am ill
i am sick
i am in pain
i have chronic pain
i have cancer
i have depression
i have anxiety
i am depressed
i am broke
i have no friends
i have no one
i have nobody
nobody likes
nobody loves me
nobody understands me
no one likes
no one loves me
no one understands me
they bully me
i am being bullied
i get bullied
i had a bad day
i had a terrible day
i had a horrible day
i had a hard day
bad day
stole my
stole from me
hit me
yelled at me
lied to me
betrayed me
hates me`)
)

// answerGrief answers the death of a person or animal close to the user.
func (t *turn) answerGrief() string {
	if t.isQuestion() {
		return ""
	}
	if t.hasLostSomeone() {
		return t.pickWording(condolences)
	}
	if !t.hasPhrase(bereavementPhrases) {
		return ""
	}
	refersToUsersKin := pronouns[firstWord(t.words)] && english.HasPhrase(english.JoinWords(english.Words(t.previousLine())), possessivePhrases)
	if !refersToUsersKin && !t.hasPhrase(possessivePhrases) {
		return ""
	}
	return t.pickWording(condolences)
}

// kinWords are words for people and animals who are close to the user. Rule demo-story.
var kinWords = wordSet(`mother father mom mum mommy mummy dad daddy brother sister son daughter wife husband child baby
grandmother grandfather grandma grandpa granny nana aunt uncle cousin niece nephew partner friend dog cat pet horse`)

// hasLostSomeone reports whether the message says that the user has lost somebody: "I lost"
// or "we lost" with one of kinWords among the next four words.
func (t *turn) hasLostSomeone() bool {
	for i, w := range t.words {
		if w != "lost" || i == 0 || t.words[i-1] != "i" && t.words[i-1] != "we" {
			continue
		}
		if slices.ContainsFunc(t.words[i+1:min(i+5, len(t.words))], func(w string) bool { return kinWords[w] }) {
			return true
		}
	}
	return false
}

// consoleAfterTrouble answers the message after a grief or a trouble. Rule demo-feelings.
func (t *turn) consoleAfterTrouble() string {
	if !t.lastReplyConsoled() || t.isQuestion() || t.line == "" {
		return ""
	}
	if text := t.untoldFeelingText(); text != "" {
		return text
	}
	if line := t.pickUnsaid(consolations); line != "" {
		return joinParts(line, t.pickWording(tellMoreInvitations), t.offerOneTopic())
	}
	return ""
}

// lastReplyConsoled reports whether the latest reply answered a loss, a trouble, or a sad
// or anxious feeling.
func (t *turn) lastReplyConsoled() bool {
	for _, lines := range [][]string{condolences, troubleAnswers, consolations, despairQuestions} {
		if t.lastReplyContains(lines) {
			return true
		}
	}
	return t.hasConsoledInOwnWords()
}

// sayingWithoutSource returns a saying that was not told yet and has no documented source. If no
// saying is left, the result is "".
func (t *turn) sayingWithoutSource() string {
	for _, id := range t.rotatedIDs(t.sayingSnippetIDs) {
		if s := t.persona.Sayings[t.snippets[id].sayingIndex]; !t.toldSnippets[id] && (s.SourceStatus != "documented" || s.Source == "") {
			return t.snippets[id].text
		}
	}
	return ""
}

// isPersonaHistorical reports whether the persona is a person who lived. The texts of an invented persona
// are about the user.
func (t *turn) isPersonaHistorical() bool { return t.persona.IsRealPerson() }
