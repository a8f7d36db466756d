package demo

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/english"
)

// The words of each kind of reaction to the latest reply. The other words of a message that reacts
// must name no subject.
var (
	laughWords = wordSet("haha hahaha hahahaha hehe heh lol lmao lmfao rofl xd funny hilarious")
	sorryWords = wordSet(`sad sadly tragic awful terrible horrible heartbreaking unfair cruel rough poor sorry hurt hurts painful
ouch harsh aw aww rip sucks brutal devastating`)
	wowWords = wordSet(`wow woah whoa omg cool nice neat great amazing awesome wonderful lovely beautiful incredible brilliant fascinating
interesting excellent perfect clever smart wise powerful inspiring impressive moving touching sweet cute epic legend legendary
badass savage respect crazy insane wild unreal unbelievable scary creepy terrifying intense heavy deep tough brave
yummy delicious tasty adorable iconic legit sick dope fire goals huh love damn`)
	insultWords = wordSet(`boring lame stupid dumb idiot idiotic moron fool liar loser losers overrated fraud fake phony coward clown
smelly ugly useless pathetic ridiculous nonsense rubbish bullshit bs crap garbage cringe weirdo creep annoying gross ew eww yuck meh yawn
rude arrogant trash disgusting jerk asshole`)
	okWords = wordSet("ok okay hmm hm mhm mm sure right alright fine yeah yes aha ah oh whatever understood noted true agreed well fair enough see indeed anyway")
)

var (
	sorryPhrases = english.ParsePhrases(`
that must have hurt
must have been hard
must have been tough
must have been awful
must have been terrible
must have been difficult
must have hurt
sorry to hear
sorry for you
sorry about that
i feel for you
i feel bad for you
i feel sorry for you
poor you
poor thing
rest in peace
i hope you
hope it works
good luck
hang in there
you deserved better
deserve better`)
	promisePhrases = english.ParsePhrases(`
i will try
ok ill try
ill try
i will do that
i will remember that
i will think about
i will give it a try
will do
sounds good
noted`)
)

// answerReaction answers a message that only reacts to the latest reply, in the persona's own
// words. It uses each of these answers once. A polite message after the greeting is an answer to
// the greeting and no reaction. Rule demo-reactions.
func (t *turn) answerReaction() string {
	if len(t.words) > maxSmallTalkWords || !t.hasCoreAnswers() {
		return ""
	}
	ownReactions := t.persona.Reactions
	if t.isOnlyInsult() {
		return t.firstUnsaidReply(ownReactions.AfterInsult, insultAnswers)
	}
	if t.awaitsAnswerToGreeting() {
		return ""
	}
	asksSomething := t.isQuestion() && !t.echoesReply()
	switch {
	case t.isOnlyLaughter():
		return t.firstUnsaidReply(ownReactions.AfterLaugh, nil)
	case asksSomething:
		return ""
	case t.hasPhrase(promisePhrases):
		return t.firstUnsaidReply(ownReactions.AfterThanks, thanksAnswers)
	case t.hasPhrase(sorryPhrases), t.reactsWithWordOf(sorryWords):
		return t.firstUnsaidReply(ownReactions.AfterSorry, nil)
	case !t.lastReplyHadNoMatch() && (t.reactsWithWordOf(wowWords) || t.echoesReply()):
		return t.firstUnsaidReply(ownReactions.AfterWow, praiseAnswers)
	case t.onlyAgrees():
		return t.continueAfterAgreement()
	}
	return ""
}

// isOnlyLaughter reports whether the message is only laughter, in words or as an emoji.
func (t *turn) isOnlyLaughter() bool {
	if len(t.words) == 0 {
		return strings.ContainsAny(t.line, "😂🤣😆😄😁😅")
	}
	return !t.beginsWithQuestionWord() && t.reactsWithWordOf(laughWords)
}

// isOnlyInsult reports whether the message only abuses the persona, or only says that the user is
// bored.
func (t *turn) isOnlyInsult() bool {
	if t.beginsWithQuestionWord() {
		return false
	}
	if t.reactsWithWordOf(insultWords) && !t.reactsWithWordOf(laughWords) {
		return true
	}
	return t.hasPhrase(youArePhrases) && slices.ContainsFunc(t.words, func(w string) bool { return insultWords[w] })
}

var youArePhrases = english.ParsePhrases("you are\nyou look\nyou sound\nyou smell\nyour overrated\nyour boring\nyour stupid")

// reactsWithWordOf reports whether the message has a word of reactionWordSet. All other words of
// the message must name no subject.
func (t *turn) reactsWithWordOf(reactionWordSet map[string]bool) bool {
	if !slices.ContainsFunc(t.words, func(w string) bool { return reactionWordSet[w] }) {
		return false
	}
	return !slices.ContainsFunc(t.words, func(w string) bool { return !reactionWordSet[w] && !isReactionFiller(w) })
}

// isReactionFiller reports whether a word names no subject in a reaction.
func isReactionFiller(w string) bool {
	return stopWords[w] || continueWords[w] || reactionWords[w] || degreeWords[w] || fillerWords[w] || laughWords[w] || wowWords[w] || okWords[w] || reactionNouns[w]
}

// reactionNouns are words for what a user reacts to.
var reactionNouns = wordSet("story answer one stuff thing things man dude bro guy way line point must been he she they that this")

// echoesReply reports whether the message is a short exclamation with words of the latest
// reply, such as "a monkey??".
func (t *turn) echoesReply() bool {
	if len(t.words) > 4 || t.beginsWithQuestionWord() || len(t.queryTerms) == 0 || t.lastReply == "" {
		return false
	}
	lastReplyTerms := queryTerms(english.Words(t.lastReply))
	repeatsReplyWord := false
	for _, w := range t.words {
		if isReactionFiller(w) {
			continue
		}
		if !slices.Contains(lastReplyTerms, termOfWord(w)) {
			return false
		}
		repeatsReplyWord = true
	}
	return repeatsReplyWord
}

// onlyAgrees reports whether the message is only "ok" or the like.
func (t *turn) onlyAgrees() bool {
	return len(t.words) > 0 && !slices.ContainsFunc(t.words, func(w string) bool { return !okWords[w] && !stopWords[w] && !fillerWords[w] }) &&
		slices.ContainsFunc(t.words, func(w string) bool { return okWords[w] })
}

// continueAfterAgreement continues the talk after a mere "ok". It tells the next text of the current topic, asks the
// persona's question, or tells another topic, in this order. If the user accepts an offer or
// answers a question, continueAfterAgreement returns "". Then a later move replies to the user. Rule demo-reactions.
func (t *turn) continueAfterAgreement() string {
	if _, named := t.chosenTopic(); named || strings.HasSuffix(strings.TrimSpace(t.lastReply), "?") {
		return ""
	}
	if t.isOnCurrentTopic {
		if next := t.nextTextOfCurrentTopic(); next != "" {
			return t.withGoOnIntro(next)
		}
	}
	if question := t.pickUnsaid([]string{t.persona.CoreAnswers["question"]}); question != "" {
		return question
	}
	return t.withGoOnIntro(cmp.Or(t.volunteerTopic(), t.nextUntoldText()))
}

// withGoOnIntro puts the persona's line Reactions.GoOn before text if no earlier reply has the line.
func (t *turn) withGoOnIntro(text string) string {
	if text == "" {
		return ""
	}
	return joinParts(t.pickUnsaid([]string{t.persona.Reactions.GoOn}), text)
}
