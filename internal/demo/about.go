package demo

import "colloquy/internal/english"

var (
	bornAsked = english.Phrases(`
when were you born
where were you born
when and where were you born
what year were you born
your date of birth
your birthday`)
	ageAsked  = english.Phrases("how old are you\nwhat is your age\nyour age")
	diedAsked = english.Phrases(`
how did you die
when did you die
where did you die
what year did you die
how did you pass away
when did you pass away
what killed you
how did your life end
how does your life end`)
	endAsked   = english.Phrases("when you died\nthe night you died\nthe day you died\nwho killed you\nwho murdered you\nyour own death")
	fateAsked  = english.Phrases("what happened to you\nwhat became of you\nwhat happened to you in the end")
	yearAsked  = english.Phrases("what year is it\nwhat is the year\nwhat time is it\nwhat is the date\nwhat day is it\nwhat century")
	placeAsked = english.Phrases("where are you\nwhere are we\nwhere do you live\nwhere am i\nwhere is this")
)

// plainFacts answers with the fact sheet what no text need tell: birth, death,
// place and year.
func (t *talk) plainFacts() string {
	p := t.persona
	switch {
	case t.has(ageAsked) && p.Horizon.Year != 0 && beginsWithDate(p.Facts.Born):
		return join(t.pick(filledTwo(ageLines, p.Facts.Born, yearName(p.Horizon.Year))), t.invite())
	case (t.has(bornAsked) || t.has(ageAsked)) && p.Facts.Born != "":
		return t.dated(bornLines, unsureBornLines, p.Facts.Born)
	case t.has(diedAsked) && p.Facts.Died != "", t.has(fateAsked) && len(t.words) <= 5 && p.Facts.Died != "":
		return t.dated(diedLines, unsureDiedLines, p.Facts.Died)
	case t.has(endAsked) && p.Facts.Died != "" && (!t.finds() || !t.own(t.hit)):
		return t.dated(diedLines, unsureDiedLines, p.Facts.Died)
	case t.has(ageAsked) && p.Facts.Born == "":
		return t.steer()
	case t.has(yearAsked) && p.Horizon.Year != 0:
		return t.factLine(yearLines, yearName(p.Horizon.Year))
	case t.has(placeAsked) && p.Horizon.Place != "" && len(t.words) <= smallLine && len(t.query) <= 1:
		return t.factLine(placeLines, p.Horizon.Place)
	}
	return ""
}

// dated tells a birth or a death; the sure lines have a verb in front of it,
// which only a date can follow.
func (t *talk) dated(sure, unsure []string, fact string) string {
	if beginsWithDate(fact) {
		return t.factLine(sure, fact)
	}
	return t.factLine(unsure, fact)
}

func beginsWithDate(fact string) bool { return fact != "" && fact[0] >= '0' && fact[0] <= '9' }

func (t *talk) factLine(lines []string, fact string) string {
	return join(t.pick(filled(lines, fact)), t.offer())
}

var quoteAsked = english.Phrases(`
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

// quotable answers a wish for a quotation or advice with a saying.
func (t *talk) quotable() string {
	if !t.has(quoteAsked) {
		return ""
	}
	if t.finds() && t.hit.coverage >= sureCoverage {
		return ""
	}
	for _, id := range t.rotated(t.sayings) {
		if !t.told[id] {
			return t.filledUp(t.quoted(t.persona.Sayings[t.snippets[id].saying]))
		}
	}
	if next := t.next(); next != "" && len(t.sayings) > 0 {
		return join(t.pick(toldOutLines), next)
	}
	return ""
}

var menuAsked = english.Phrases(`
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

// menu names subjects to someone who looks for one.
func (t *talk) menu() string {
	if !t.has(menuAsked) || len(t.words) > 2*smallLine {
		return ""
	}
	if offer := t.offer(); offer != "" {
		return join(t.pick(menuLines), offer)
	}
	return ""
}

var selfAsked = english.Phrases(`
who are you
who were you
what are you
what do you do
what did you do
what is your story
about yourself
introduce yourself
describe yourself
about you
about your life
what are you known for
what are you famous for
what were you famous for
why are you famous`)

// self tells of the persona's life.
func (t *talk) self() string {
	if !t.has(selfAsked) {
		return ""
	}
	return t.life()
}

// life tells the next part of the bio, or what else is left.
func (t *talk) life() string {
	for _, id := range t.bio {
		if !t.told[id] {
			return t.bioFrom(id)
		}
	}
	if next := t.next(); next != "" {
		return next
	}
	return t.pick(emptyLines)
}
