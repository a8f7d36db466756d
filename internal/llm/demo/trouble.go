package demo

import "colloquy/internal/llm/english"

// Lines for somebody who has lost someone, who is in trouble, and who has just
// told of it. They offer an ear and no cure.
var (
	mournLines = []string{
		"I am sorry for your loss. What would you not want forgotten?",
		"That is a grief, and I will not talk it small. What did you love best in them?",
		"I am sorry. Tell me one thing that still makes you smile, if it does you good.",
		"There is nothing clever to be said to that, and I am sorry. Who is with you in it?",
	}
	troubleLines = []string{
		"I am sorry to hear it. What weighs on you most?",
		"That is hard, and I am glad that you said it. Who stands by you in it?",
		"I am sorry. What would make today a little easier?",
		"That would trouble anybody. When did it begin?",
	}
	consoleLines = []string{
		"Thank you for trusting me with that.",
		"I see now why it weighs on you.",
		"That is plainly said, and I have heard it.",
		"I am glad that you told somebody, even a portrait.",
		"I cannot mend it, but I can listen.",
	}
	maximLeads = []string{
		"I keep a sentence for such days.",
		"For what it is worth, this has served me.",
		"There is something that I tell myself.",
	}
)

var (
	diedSaid = english.Phrases(`
died
has died
passed away
is dying
is dead
was killed
was put down
had to be put down
lost my mother
lost my father
lost my mom
lost my mum
lost my dad
lost my brother
lost my sister
lost my son
lost my daughter
lost my wife
lost my husband
lost my grandmother
lost my grandfather
lost my grandma
lost my grandpa
lost my friend
lost my best friend
lost my dog
lost my cat
lost our mother
lost our father
lost our baby
lost our dog
lost our cat
lost a friend
lost the baby`)
	ourOwn      = english.Phrases("my\nour")
	troubleSaid = english.Phrases(`
i got fired
i was fired
i lost my job
i lost everything
i failed
i am failing
and failing
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

// mourn meets a death in the user's own circle.
func (t *talk) mourn() string {
	if t.asks() || !t.has(diedSaid) {
		return ""
	}
	ofTheirs := pointing[first(t.words)] && english.HasPhrase(english.Flat(english.Words(t.previousLine())), ourOwn)
	if !ofTheirs && !t.has(ourOwn) && !t.has(lostSaid) {
		return ""
	}
	return t.pick(mournLines)
}

var lostSaid = english.Phrases("i lost\nwe lost")

// ail meets other bad news, and a plain feeling, before it is searched for
// subjects. A text of an invented character, whose pages are about whoever
// comes, may know better.
func (t *talk) ail() string {
	if t.asks() || !t.lived() && t.finds() && t.own(t.hit) {
		return ""
	}
	if t.has(troubleSaid) && !t.lastHas(troubleLines) && t.mirror() == "" {
		return t.fresh(troubleLines)
	}
	return t.reflect(feelings)
}

// console follows what somebody told of a grief or a trouble.
func (t *talk) console() string {
	told := t.lastHas(mournLines) || t.lastHas(troubleLines) || t.lastHas(feelingTails) || t.lastHas(heavyTails)
	if !told || t.asks() || t.line == "" {
		return ""
	}
	line := t.fresh(consoleLines)
	if line == "" {
		return ""
	}
	if maxim := t.maxim(); maxim != "" {
		return join(line, t.pick(maximLeads), maxim)
	}
	return join(line, t.invite())
}

// maxim is an untold saying that needs no source, or "".
func (t *talk) maxim() string {
	for _, id := range t.rotated(t.sayings) {
		if s := t.persona.Sayings[t.snippets[id].saying]; !t.told[id] && (s.Status != "documented" || s.Source == "") {
			return t.snippets[id].text
		}
	}
	return ""
}

// lived tells whether the persona is a person of the past, whose pages are
// about that life and not about whoever comes.
func (t *talk) lived() bool { return t.persona.Facts.Died != "" }
