package demo

import "strings"

// questionForms turn a question into a phrase that can follow "about". The forms are tried in
// order. A form fits if the question begins with the field `before` and ends with the field
// `after`. The phrase is the field `lead`, then the words between `before` and `after`.
var questionForms = []struct{ before, after, lead string }{
	{"tell me about ", "", ""},
	{"what was it like to ", "", "what it was like to "},
	{"what is it like to ", "", "what it is like to "},
	{"what was it like ", "", "what it was like "},
	{"what was ", " like", ""},
	{"what were ", " like", ""},
	{"what is ", " like", ""},
	{"what was ", " about", ""},
	{"what is ", " about", ""},
	{"what was ", "", ""},
	{"what were ", "", ""},
	{"what is ", "", ""},
	{"what are ", "", ""},
	{"who was ", "", ""},
	{"who were ", "", ""},
	{"who is ", "", ""},
	{"what do you think of ", "", ""},
	{"what do you think about ", "", ""},
	{"what happened to ", "", "what happened to "},
	{"what happened at ", "", "what happened at "},
	{"what happened in ", "", "what happened in "},
	{"what do you ", "", "what I "},
	{"how do you ", "", "how I "},
	{"how were you ", "", "how I was "},
	{"why do you ", "", "why I "},
	{"why are you ", "", "why I am "},
	{"why were you ", "", "why I was "},
	{"is it true that you ", "", "whether it is true that I "},
	{"is it ", "", "whether it is "},
	{"was it ", "", "whether it was "},
	{"are you ", "", "whether I am "},
	{"were you ", "", "whether I was "},
	{"do you ", "", "whether I "},
}

// phraseFromQuestion returns a question as a part of a sentence: "What was your mother like?"
// becomes "my mother". It returns "" if the result might read badly.
func phraseFromQuestion(question string) string {
	s := strings.TrimSuffix(strings.TrimSpace(question), "?")
	s = strings.TrimSuffix(s, ".")
	if strings.ContainsAny(s, ",;:?!—“”\"(") || len(s) > 60 {
		return ""
	}
	if thing, ok := cutAffixes(s, "how does ", " work"); ok && looksLikeNoun(thing) {
		return toFirstPerson("how ", thing+" works")
	}
	for _, form := range pastQuestionForms {
		if rest, ok := cutAffixes(s, form.before, ""); ok {
			return pastTensePhrase(form.lead, rest)
		}
	}
	for _, form := range questionForms {
		rest, ok := cutAffixes(s, form.before, form.after)
		if !ok {
			continue
		}
		if form.lead == "" && (!looksLikeNoun(rest) || endsIncomplete(rest)) {
			return ""
		}
		return toFirstPerson(form.lead, rest)
	}
	return ""
}

// pastQuestionForms are forms of questions with "did". A phrase that is made from such a question
// has its verb in the past tense.
var pastQuestionForms = []struct{ before, lead string }{
	{"how did you come to ", "how I came to "},
	{"how did you ", "how I "},
	{"why did you ", "why I "},
	{"what did you ", "what I "},
	{"did you ", "whether I "},
}

// pastTensePhrase turns "how did you meet him" into "how I met him". It returns "" for an
// unknown verb.
func pastTensePhrase(lead, rest string) string {
	if strings.HasSuffix(lead, "came to ") {
		return toFirstPerson(lead, rest)
	}
	pastText := pastTense(rest)
	if pastText == "" {
		return ""
	}
	verb, after, _ := strings.Cut(pastText, " ")
	if after == "" {
		return lead + verb
	}
	return toFirstPerson(lead+verb+" ", after)
}

// cutAffixes removes the prefix `before` and the suffix `after` from s. It returns false if s lacks
// the prefix or the suffix, or if nothing useful is left.
func cutAffixes(s, before, after string) (string, bool) {
	if len(s) < len(before) || !strings.EqualFold(s[:len(before)], before) {
		return "", false
	}
	rest, ok := strings.CutSuffix(s[len(before):], after)
	return rest, ok && rest != "" && !strings.HasPrefix(rest, "and ")
}

// endsIncomplete reports whether s ends in a preposition or continues with a
// second question.
func endsIncomplete(s string) bool {
	_, second, two := strings.Cut(s, " and ")
	if two && secondQuestionFirstWords[second[:max(strings.IndexByte(second, ' '), 0)]] {
		return true
	}
	return danglingWords[s[strings.LastIndexByte(s, ' ')+1:]]
}

var secondQuestionFirstWords = wordSet("why what how who when where which did do does is are was were can could")

var danglingWords = wordSet("for of to with from at in on by about")

// looksLikeNoun reports whether s begins like the name of a thing or a person.
func looksLikeNoun(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	if first != "" && first[0] >= 'A' && first[0] <= 'Z' {
		return true
	}
	return nounStartWords[first]
}

var nounStartWords = wordSet("your the a an this that these those life")

// toFirstPerson changes "your mother" to "my mother". If rest contains "you", it returns "",
// because "you" may become "I" or "me". It also returns "" for words such as "are", whose form
// would change.
func toFirstPerson(lead, rest string) string {
	ws := strings.Fields(rest)
	for i, w := range ws {
		switch strings.ToLower(w) {
		case "you", "i", "me", "am", "are", "were", "do", "did", "does", "yourselves":
			return ""
		case "your":
			ws[i] = "my"
		case "yours":
			ws[i] = "mine"
		case "yourself":
			ws[i] = "myself"
		}
	}
	return lead + strings.Join(ws, " ")
}
