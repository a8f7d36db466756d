package demo

import "strings"

// askForms turn a question into words that follow "about". They are tried in
// order; the rest of the question stands for the %.
var askForms = []struct{ before, after, lead string }{
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
	{"how did you ", "", "how I came to "},
}

// phrase returns an ask as a part of a sentence: "What was your mother like?"
// gives "my mother". It returns "" where that would not be sure to read well.
func phrase(ask string) string {
	s := strings.TrimSuffix(strings.TrimSpace(ask), "?")
	s = strings.TrimSuffix(s, ".")
	if strings.ContainsAny(s, ",;:?!—“”\"(") || len(s) > 60 {
		return ""
	}
	for _, form := range askForms {
		rest, ok := cutForm(s, form.before, form.after)
		if !ok {
			continue
		}
		if form.lead == "" && !nounLike(rest) {
			return ""
		}
		return turned(form.lead, rest)
	}
	return ""
}

func cutForm(s, before, after string) (string, bool) {
	if len(s) < len(before) || !strings.EqualFold(s[:len(before)], before) {
		return "", false
	}
	rest, ok := strings.CutSuffix(s[len(before):], after)
	return rest, ok && rest != "" && !strings.HasPrefix(rest, "and ")
}

// nounLike tells whether s begins as a thing or a name does.
func nounLike(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	if first != "" && first[0] >= 'A' && first[0] <= 'Z' {
		return true
	}
	return nounStarts[first]
}

var nounStarts = set("your the a an this that these those life")

// turned changes the one spoken to: "your mother" becomes "my mother". A bare
// "you" inside may be either "I" or "me" and makes the phrase unsure.
func turned(lead, rest string) string {
	ws := strings.Fields(rest)
	for i, w := range ws {
		switch strings.ToLower(w) {
		case "you", "i", "me", "am", "do", "did", "does":
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
