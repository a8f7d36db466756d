package demo

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// maxSmallTalkWords is the longest message that counts as small talk, in words.
const maxSmallTalkWords = 8

var (
	byePhrases = english.ParsePhrases(`
bye
goodbye
good bye
farewell
good night
goodnight
see you later
see you soon
see you
i have to go
i must go
i must leave
i have to leave
until next time
until tomorrow
take care
talk to you later
adieu`)
	thanksPhrases    = english.ParsePhrases("thanks\nthank you\nthank u\nmuch obliged\ngrateful\ncheers")
	howAreYouPhrases = english.ParsePhrases(`
how are you
how are you doing
how do you do
how are things
how is it going
how is your day
how have you been
how do you feel today
what is up
you all right`)
	praisePhrases = english.ParsePhrases(`
you are great
you are amazing
you are wonderful
you are awesome
you are brilliant
you are beautiful
you are kind
you are so smart
you are very wise
you are so wise
you are funny
you are cool
you are cute
you are nice
you are sweet
you are lovely
you are adorable
you are handsome
you are pretty
you are clever
you are a genius
you are a legend
you are the best
you are my hero
you are my favorite
you are so cool
you are so funny
you are so nice
big fan
a fan of yours
i love you
i admire you
i like you
well said
good answer
great answer
good advice
great advice
best advice
good point
good idea
great idea
great story
good story
beautifully said
i love that
i love it
i like that
i like how you
makes sense
that helps
that helped
you are right
so true`)
	insultPhrases = english.ParsePhrases(`
you are stupid
you are boring
you are an idiot
you are a moron
you are a fool
you are a liar
you are a joke
you are annoying
you are so annoying
you are so boring
you are mean
you are rude
you are evil
you are an asshole
screw you
you are dumb
you are useless
you are ugly
you suck
shut up
go away
i hate you
fuck you
fuck off
stupid bot
this is boring
bad answer`)
	doubtPhrases = english.ParsePhrases(`
i do not believe you
i do not believe it
i do not believe that
that is not true
that is a lie
you are lying
you are making this up
you made that up
is that true
i disagree
you are wrong
that is wrong
i doubt it
i doubt that`)
	userNamePhrases = english.ParsePhrases("what is my name\nmy name again\nremember my name\nknow my name\nwho am i")
	ownNamePhrases  = english.ParsePhrases("what is your name\nwhat are you called\nwhat is your full name\nyour name please\ntell me your name")
)

// answerSmallTalk answers greetings, thanks, farewells, praise, insults, doubts
// and names. Rule demo-reactions.
func (t *turn) answerSmallTalk() string {
	if name := introducedName(t.line); name != "" && len(t.words) <= 2*maxSmallTalkWords && !strings.Contains(t.line, "?") {
		return joinParts(t.pickWording(fillWordings(userNameAnswers, name)), t.offerOneTopic())
	}
	if len(t.words) > maxSmallTalkWords || len(t.words) == 0 {
		return ""
	}
	switch {
	case t.hasPhrase(byePhrases) && !t.hasPhrase(appearancePhrases):
		return t.sayFarewell()
	case t.hasPhrase(howAreYouPhrases):
		return joinParts(t.pickInOrder(howAreYouAnswers), t.offerOneTopic())
	case t.hasPhrase(userNamePhrases):
		return t.answerUserName()
	case t.hasPhrase(ownNamePhrases):
		return joinParts(t.pickWording(fillWordings(personaNameAnswers, t.persona.Name)), t.tellNextOfBio())
	case t.hasPhrase(thanksPhrases) && t.lastReplyConsoled() && t.persona.Reactions.AfterThanks == "":
		return joinParts(t.pickWording(consolations), t.pickWording(tellMoreInvitations))
	case t.hasPhrase(thanksPhrases) && !strings.Contains(t.line, "?"):
		return joinParts(t.replyToReaction(t.persona.Reactions.AfterThanks, thanksAnswers), t.offerOneTopic())
	case t.hasPhrase(praisePhrases):
		return joinParts(t.replyToReaction(t.persona.Reactions.AfterWow, praiseAnswers), t.offerOneTopic())
	case t.hasPhrase(insultPhrases):
		return joinParts(t.replyToReaction(t.persona.Reactions.AfterInsult, insultAnswers), t.offerOneTopic())
	case t.hasPhrase(doubtPhrases):
		return joinParts(t.pickWording(doubtAnswers), t.offerOneTopic())
	case t.onlyGreets():
		return t.greet()
	}
	return ""
}

// replyToReaction returns ownReply, the persona's own reply to a reaction. If ownReply is "" or was said
// before, it returns one of the shared lines.
func (t *turn) replyToReaction(ownReply string, shared []string) string {
	return cmp.Or(t.firstUnsaidReply(ownReply, nil), t.pickWording(shared))
}

// sayFarewell returns a farewell, with the name of the user if it is known.
func (t *turn) sayFarewell() string {
	var farewell string
	if name := t.userName(); name != "" {
		farewell = t.pickUnsaid([]string{"Farewell, " + name + ".", "Until we meet again, " + name + "."})
	}
	ownFarewells := []string{t.persona.Voice.Bye, t.persona.CoreAnswers[core.AsksGoodbye]}
	if t.hasPhrase(thanksPhrases) {
		slices.Reverse(ownFarewells)
	}
	for _, text := range ownFarewells {
		if text != "" && t.timesSaid(text) == 0 {
			return joinParts(farewell, text)
		}
	}
	return joinParts(farewell, t.pickWording(farewells))
}

var (
	greetingWords = wordSet("hi hello hey greetings hiya howdy salutations welcome yo hullo omg heya hii hiii sup")
	courtesyWords = wordSet(`there dear my friend sir madam lady lord mr mrs miss dr good morning afternoon evening day
again everyone to you nice meet meeting pleased your majesty highness excellency master captain it is a pleasure doctor professor maestro guys sire saint mister all morrow
madame monsieur mademoiselle senor senora signore signora signor frau herr`)
)

// onlyGreets reports whether the message is only a greeting.
func (t *turn) onlyGreets() bool {
	nameWords := english.Words(t.persona.Name)
	for _, w := range t.words {
		if !greetingWords[w] && !courtesyWords[w] && !slices.Contains(nameWords, w) && !t.isGreetingByName() {
			return false
		}
	}
	return greetingWords[firstWord(t.words)] || firstWord(t.words) == "good" || t.hasPhrase(meetingPhrases) || t.hasPhrase(titlePhrases)
}

// isGreetingByName reports whether the message is a greeting and one more word, which may
// be a name.
func (t *turn) isGreetingByName() bool {
	return len(t.words) == 2 && greetingWords[t.words[0]] && !stopWords[t.words[1]] && !continueWords[t.words[1]]
}

var titlePhrases = english.ParsePhrases("your majesty\nyour highness\nyour excellency\nmy lord\nmy lady\nmadam\nmaestro\nmaster\ncaptain")

var meetingPhrases = english.ParsePhrases("nice to meet\npleased to meet\npleasure to meet\ngood to meet")

// greet returns the greeting of the persona if it has not spoken yet, or else a short
// greeting.
func (t *turn) greet() string {
	if g := strings.TrimSpace(t.persona.Greeting); g != "" && t.lastReply == "" {
		return g
	}
	return joinParts(t.pickWording(greetingAnswers), t.offerOneTopic())
}
