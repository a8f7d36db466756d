package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

var (
	birthPhrases = english.ParsePhrases(`
when were you born
where were you born
when and where were you born
what year were you born
your date of birth
your birthday`)
	agePhrases   = english.ParsePhrases("how old are you\nwhat is your age\nyour age")
	dyingPhrases = english.ParsePhrases(`
how did you die
when did you die
where did you die
what year did you die
how did you pass away
when did you pass away
what killed you
how did your life end
how does your life end`)
	deathPhrases = english.ParsePhrases("when you died\nthe night you died\nthe day you died\nwho killed you\nwho murdered you\nyour own death")
	fatePhrases  = english.ParsePhrases("what happened to you\nwhat became of you\nwhat happened to you in the end")
	yearPhrases  = english.ParsePhrases("what year is it\nwhat is the year\nwhat time is it\nwhat is the date\nwhat day is it\nwhat century")
	wherePhrases = english.ParsePhrases("where are you\nwhere are we\nwhere do you live\nwhere am i\nwhere is this")
)

// answerPlainFact answers questions about birth, death, place and year from the
// fact sheet.
func (t *turn) answerPlainFact() string {
	p := t.persona
	switch {
	case t.hasPhrase(agePhrases) && p.Horizon.Year != 0 && beginsWithDate(p.Facts.Born):
		return joinParts(t.pickWording(fillTwoPhrases(ageAnswers, p.Facts.Born, yearName(p.Horizon.Year))), t.offerOneTopic())
	case (t.hasPhrase(birthPhrases) || t.hasPhrase(agePhrases)) && p.Facts.Born != "":
		return t.tellBirthOrDeath(birthDateAnswers, undatedBirthAnswers, p.Facts.Born)
	case t.hasPhrase(dyingPhrases) && p.Facts.Died != "", t.hasPhrase(fatePhrases) && len(t.words) <= 5 && p.Facts.Died != "":
		return t.tellBirthOrDeath(deathDateAnswers, undatedDeathAnswers, p.Facts.Died)
	case t.hasPhrase(deathPhrases) && p.Facts.Died != "" && (!t.findsMatchingText() || !t.matchesTopicTerms(t.bestMatch)):
		return t.tellBirthOrDeath(deathDateAnswers, undatedDeathAnswers, p.Facts.Died)
	case t.hasPhrase(agePhrases) && p.Facts.Born == "":
		return t.admitUnknown()
	case t.hasPhrase(yearPhrases) && p.Horizon.Year != 0:
		return t.tellFact(horizonYearAnswers, yearName(p.Horizon.Year))
	case t.hasPhrase(wherePhrases) && p.Horizon.Place != "" && len(t.words) <= maxSmallTalkWords && len(t.queryTerms) <= 1:
		return t.tellFact(whereAnswers, p.Horizon.Place)
	}
	return ""
}

// tellBirthOrDeath returns a line about birth or death. The texts in datedFactWordings only fit a
// fact that begins with a date, so another fact gets one of otherFactWordings.
func (t *turn) tellBirthOrDeath(datedFactWordings, otherFactWordings []string, fact string) string {
	if beginsWithDate(fact) {
		return t.tellFact(datedFactWordings, fact)
	}
	return t.tellFact(otherFactWordings, fact)
}

func beginsWithDate(fact string) bool { return fact != "" && fact[0] >= '0' && fact[0] <= '9' }

// tellFact returns a line and an offer of topics. The line is one of wordings, with the fact filled
// in.
func (t *turn) tellFact(wordings []string, fact string) string {
	return joinParts(t.pickWording(fillWordings(wordings, fact)), t.offerTwoTopics())
}

var quotePhrases = english.ParsePhrases(`
quote
quotes
quotation
motto
proverb
famous words
famous line
famous saying
saying
sayings
words of wisdom
some wisdom
something wise
wise words
inspire me
any advice
some advice
advice for me
your advice
what advice
what would you advise`)

// answerQuoteRequest answers a request for a quotation or advice with a saying.
func (t *turn) answerQuoteRequest() string {
	if !t.hasPhrase(quotePhrases) {
		return ""
	}
	if t.findsMatchingText() && t.bestMatch.coverage >= sureCoverage {
		return ""
	}
	for _, id := range t.rotatedIDs(t.sayingSnippetIDs) {
		if !t.toldSnippets[id] {
			return t.padWithOffer(t.quoteSaying(t.persona.Sayings[t.snippets[id].sayingIndex]))
		}
	}
	if next := t.nextUntoldText(); next != "" && len(t.sayingSnippetIDs) > 0 {
		return joinParts(t.pickWording(topicExhaustedRemarks), next)
	}
	return ""
}

var subjectsPhrases = english.ParsePhrases(`
what can i ask
what should i ask
what shall i ask
what can you tell
what can you talk
what can you do
what do you know
what else do you know
what can we talk
what shall we talk
what should we talk
what do you want to talk
what would you like to talk
what are your topics
help
help me
suggest something
i do not know what to ask
i do not know what to say
ask me something
ask me anything
change the subject
something else`)

// offerRequestedTopics offers topics to a user who asks what to talk about.
func (t *turn) offerRequestedTopics() string {
	if !t.hasPhrase(subjectsPhrases) || len(t.words) > 2*maxSmallTalkWords {
		return ""
	}
	if offer := t.offerTwoTopics(); offer != "" {
		return joinParts(t.pickWording(subjectsIntros), offer)
	}
	return ""
}

var askAboutPersonaPhrases = english.ParsePhrases(`
who are you
who were you
what is your story
about yourself
introduce yourself
describe yourself
about your life
what are you known for
what are you famous for
what were you famous for
why are you famous`)

// askAboutPersonaEndings are phrases that count as questions about the persona only at the end of a
// message. So "what do you do when it snows" is not a question about the persona.
var askAboutPersonaEndings = english.ParsePhrases("what are you\nwhat do you do\nwhat did you do\nabout you")

// answerAboutSelf tells about the persona's life.
func (t *turn) answerAboutSelf() string {
	endsWithSelfPhrase := slices.ContainsFunc(askAboutPersonaEndings, func(p string) bool { return strings.HasSuffix(t.joinedLineWords, p) })
	if !endsWithSelfPhrase && !t.hasPhrase(askAboutPersonaPhrases) {
		return ""
	}
	return t.tellNextOfBio()
}

// tellNextOfBio returns the next part of the bio, or another untold text.
func (t *turn) tellNextOfBio() string {
	for _, id := range t.bioSnippetIDs {
		if !t.toldSnippets[id] {
			return t.bioExcerpt(id)
		}
	}
	if next := t.nextUntoldText(); next != "" {
		return next
	}
	return t.pickWording(nearlyAllToldRemarks)
}
