package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// smallLine is the longest line, in words, that is taken for small talk alone.
const smallLine = 8

var (
	byeSaid = english.Phrases(`
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
	thanksSaid = english.Phrases("thanks\nthank you\nthank\nmuch obliged\ngrateful\ncheers")
	howAsked   = english.Phrases(`
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
	praise = english.Phrases(`
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
great answer`)
	insult = english.Phrases(`
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
	doubt = english.Phrases(`
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
	nameAsked = english.Phrases("what is my name\nmy name again\nremember my name\nknow my name\nwho am i")
	ownName   = english.Phrases("what is your name\nwhat are you called\nwhat is your full name\nyour name please\ntell me your name")
)

// smallTalk answers lines that ask for nothing but a kind word.
func (t *talk) smallTalk() string {
	if name := givenName(t.line); name != "" && len(t.words) <= 2*smallLine && !strings.Contains(t.line, "?") {
		return join(t.pick(filled(nameLines, name)), t.invite())
	}
	if len(t.words) > smallLine || len(t.words) == 0 {
		return ""
	}
	switch {
	case t.has(byeSaid) && !t.has(looksAsked):
		return t.bye()
	case t.has(howAsked):
		return join(t.inTurn(fineLines), t.invite())
	case t.has(nameAsked):
		return t.knownName()
	case t.has(ownName):
		return join(t.pick(filled(ownNameLines, t.persona.Name)), t.life())
	case t.has(thanksSaid) && t.confided():
		return join(t.pick(consoleLines), t.pick(easeLines))
	case t.has(thanksSaid) && !strings.Contains(t.line, "?"):
		return join(t.pick(thanksLines), t.invite())
	case t.has(praise):
		return join(t.pick(praiseLines), t.invite())
	case t.has(insult):
		return join(t.pick(insultLines), t.invite())
	case t.has(doubt):
		return join(t.pick(doubtLines), t.invite())
	case t.onlyGreets():
		return t.greet()
	}
	return ""
}

func (t *talk) bye() string {
	var farewell string
	if name := t.userName(); name != "" {
		farewell = t.fresh([]string{"Farewell, " + name + ".", "Until we meet again, " + name + "."})
	}
	if own := t.persona.Voice.Bye; own != "" && t.uses(own) == 0 {
		return join(farewell, own)
	}
	return join(farewell, t.pick(byeLines))
}

var (
	greetings = set("hi hello hey greetings hiya howdy salutations welcome yo hullo")
	courtesy  = set(`there dear my friend sir madam lady lord mr mrs miss dr good morning afternoon evening day
again everyone to you nice meet meeting pleased your majesty highness excellency master captain it is a pleasure doctor professor maestro guys sire saint mister all morrow
madame monsieur mademoiselle senor senora signore signora signor frau herr`)
)

// onlyGreets tells whether a line is a greeting and nothing else.
func (t *talk) onlyGreets() bool {
	named := english.Words(t.persona.Name)
	for _, w := range t.words {
		if !greetings[w] && !courtesy[w] && !slices.Contains(named, w) && !t.hailed() {
			return false
		}
	}
	return greetings[first(t.words)] || first(t.words) == "good" || t.has(meeting) || t.has(titles)
}

// hailed tells whether the line is a greeting and one more word, which names
// whoever is greeted.
func (t *talk) hailed() bool {
	return len(t.words) == 2 && greetings[t.words[0]] && !stopWords[t.words[1]] && !urging[t.words[1]]
}

var titles = english.Phrases("your majesty\nyour highness\nyour excellency\nmy lord\nmy lady\nmadam\nmaestro\nmaster\ncaptain")

var meeting = english.Phrases("nice to meet\npleased to meet\npleasure to meet\ngood to meet")

// greet returns the authored greeting, if it was not said, or a short one.
func (t *talk) greet() string {
	if g := strings.TrimSpace(t.persona.Greeting); g != "" && t.last == "" {
		return g
	}
	return join(t.pick(greetLines), t.invite())
}
