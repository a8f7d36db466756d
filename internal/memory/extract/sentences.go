package extract

import (
	"strings"
	"unicode"
)

var (
	// aside matches quotations, stage directions, code and parentheses.
	aside = lazy("\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|```[\\s\\S]*?```|`[^`]*`|\\*[^*]*\\*|_[^_]+_|\\([^)]*\\)|(?:^|\\s)'[^']{3,}'(?:[\\s.,!?]|$)")
	// quoted matches a line that quotes another text.
	quoted = lazy(`(?m)^\s*(?:>|[A-Z][\w ]{0,20}:\s).*$`)
	// fiction matches a sentence about what is not the case, or about a story.
	fiction = lazy(`(?i)\b(?:if|unless|imagine|imagining|suppose|supposing|pretend|pretending|wish|wished|would|could|might|maybe|perhaps|hypothetically|` +
		`as though|let us say|let's say|lets say|just kidding|kidding|joking|joke|jk|in my dreams?|dreamt|dreamed|` +
		`in (?:this|the|my|our|your) (?:story|scene|game|novel|book|play|scenario|tale|film|movie)|my character|the hero|the heroine|role ?play|once upon|` +
		`song goes|lyrics?|quote|quoted|used to|no longer|almost|nearly|not sure|not true|as if|say that|` +
		`were i|had i|the line|sentence|example|translate|translation|spell|grammar|means?)\b`)
	opener = lazy(`(?i)^(?:(?:well|oh|ah|so|hi|hello|hey|yes|yeah|yep|no|nope|ok|okay|actually|honestly|also|and|but|btw|by the way|anyway|you know|` +
		`you see|to be honest|good morning|good evening|good afternoon|greetings|nice to meet you|thanks|thank you|sure|sorry|in fact|personally|these days|nowadays|` +
		`currently|right now|at the moment|at home|these days|as you know|for the record|fun fact|today|lately|since you ask|remember(?: that)?|please remember(?: that)?|` +
		`do not forget(?: that)?|note that|fyi|guess what|i must say|i have to say|i should say|i should mention(?: that)?|i forgot to say(?: that)?|` +
		`i think i told you(?: that)?|i told you(?: that)?|did i tell you(?: that)?|let me tell you(?: that)?|i want you to know(?: that)?|the thing is)(?:[,!:]+ *| +|$))+`)
	joint     = lazy(`(?i)(?:,| and| but| because|;)+ (?:and |but |because |so |also )*(i|my|our|we) `)
	reported  = lazy(`(?i)\b(?:said|says|told|tells|thinks?|thought|believes?|claims?|claimed|wrote|writes|asked|asks|heard|hears)\b`)
	narration = lazy(`(?i)^(?:he|she|they|someone|somebody|everyone|people|the \w+|you) `)
	asks      = lazy(`(?i)^(?:who|what|when|where|why|how|which|whose|am|is|are|was|were|do|does|did|can|could|will|would|should|shall|may|might|have|has|had) (?:i|my|you|we|the|it|is|are|do|does|did|was)\b`)
)

// contractions are written out before patterns are applied.
var contractions = strings.NewReplacer("’", "'", "ʼ", "'", "Don't forget that", "Remember that", "You can call me", "Call me", "I'm", "I am", "i'm", "i am", "I've", "I have", "i've", "i have", "I'd", "I would", "i'd", "i would",
	"I'll", "I will", "i'll", "i will", "don't", "do not", "Don't", "do not", "doesn't", "does not", "didn't", "did not", "can't", "cannot", "isn't", "is not", "wasn't", "was not",
	"haven't", "have not", "hasn't", "has not", "won't", "will not", "we're", "we are", "We're", "we are", "we've", "we have", "We've", "we have")

// bareContraction matches contractions that were typed without an apostrophe.
var bareContraction = lazy(`(?i)\b(?:im|ive|dont|cant)\b`)

func expand(s string) string {
	return bareContraction().ReplaceAllStringFunc(contractions.Replace(s), func(w string) string {
		switch strings.ToLower(w) {
		case "im":
			return "I am"
		case "ive":
			return "I have"
		case "dont":
			return "do not"
		}
		return "cannot"
	})
}

// sentences returns the sentences of a text that may state facts, without asides.
func sentences(text string) []string {
	text = quoted().ReplaceAllString(text, "\n")
	text = aside().ReplaceAllString(text, " ¦ ")
	var out []string
	for line := range strings.Lines(text) {
		for _, s := range splitSentences(strings.Join(strings.Fields(line), " ")) {
			if s = expand(s); mayState(s) {
				out = append(out, strings.TrimRight(s, ".! "))
			}
		}
	}
	return out
}

// mayState reports whether a sentence can state a fact.
func mayState(s string) bool {
	switch {
	case strings.HasSuffix(s, "?") || asks().MatchString(s):
		return false
	case strings.Contains(s, "¦") && reported().MatchString(s): // he said, "I live here"
		return false
	}
	return !fiction().MatchString(s) && !IsInstruction(s)
}

// splitSentences splits a line at the ends of sentences. A full stop after one letter, as in
// "J. S. Bach", or after an abbreviation ends none.
func splitSentences(line string) []string {
	var out []string
	start := 0
	runes := []rune(line)
	for i, r := range runes {
		isEnd := strings.ContainsRune(".!?;…。！？", r)
		if !isEnd || i+1 < len(runes) && !unicode.IsSpace(runes[i+1]) && r < 0x3000 || r == '.' && isAbbreviation(runes[start:i]) {
			continue
		}
		if s := strings.TrimSpace(string(runes[start : i+1])); s != "" {
			out = append(out, s)
		}
		start = i + 1
	}
	if s := strings.TrimSpace(string(runes[start:])); s != "" {
		out = append(out, s)
	}
	return out
}

var abbreviations = map[string]bool{"mr": true, "mrs": true, "ms": true, "dr": true, "st": true, "prof": true, "vs": true, "etc": true, "e.g": true, "i.e": true}

func isAbbreviation(before []rune) bool {
	i := len(before)
	for i > 0 && !unicode.IsSpace(before[i-1]) {
		i--
	}
	word := strings.ToLower(string(before[i:]))
	return len([]rune(word)) == 1 && word != "i" || abbreviations[word]
}

// clauses splits a sentence where "I" or "my" begins another statement, and removes what
// people say before they come to the point. The clauses of reported speech are left out.
func clauses(sentence string) []string {
	var parts []string
	for {
		m := joint().FindStringSubmatchIndex(sentence)
		if m == nil {
			break
		}
		parts = append(parts, sentence[:m[0]])
		sentence = sentence[m[2]:]
	}
	parts = append(parts, sentence)
	var out []string
	for _, p := range parts {
		p = strings.TrimSpace(strings.Trim(p, ",;: ¦-–—"))
		if isReport(p) {
			return out
		}
		p = opener().ReplaceAllString(p, "")
		if p != "" {
			out = append(out, strings.TrimRight(p, ",;:.! "))
		}
	}
	return out
}

// isReport reports whether a clause begins what somebody else said.
func isReport(clause string) bool {
	bare := opener().ReplaceAllString(clause, "")
	return reported().MatchString(bare) && !strings.HasPrefix(strings.ToLower(bare), "i think ") || narration().MatchString(bare)
}

func upperFirst(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

var firstPerson = lazy(`(?i)\b(my|our|me|us|myself|ourselves|mine|ours|i am|we are|i have|we have|i|we)\b`)

// aboutThem turns the first person into the third.
func aboutThem(text string) string {
	return firstPerson().ReplaceAllStringFunc(text, func(w string) string {
		switch strings.ToLower(w) {
		case "my", "our":
			return "their"
		case "me", "us":
			if w == "US" {
				return w
			}
			return "them"
		case "myself", "ourselves":
			return "themselves"
		case "mine", "ours":
			return "theirs"
		case "i am", "we are":
			return "they are"
		case "i have", "we have":
			return "they have"
		}
		return "they"
	})
}
