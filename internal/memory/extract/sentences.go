package extract

import (
	"strings"
	"unicode"
)

var (
	// asidePattern matches quotations, stage directions, code and parentheses. Rule memory-patterns.
	asidePattern = lazyRegexp("\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|```[\\s\\S]*?```|`[^`]*`|\\*[^*]*\\*|_[^_]+_|\\([^)]*\\)|(?:^|\\s)'[^']{3,}'(?:[\\s.,!?]|$)")
	// quotedLinePattern matches a line that begins with ">" or with a speaker's name and a colon.
	quotedLinePattern = lazyRegexp(`(?m)^\s*(?:>|[A-Z][\w ]{0,20}:\s).*$`)
	// fictionPattern matches words of sentences that state no fact: conditions, wishes, jokes,
	// stories, lyrics and questions about language (rule memory-patterns).
	fictionPattern = lazyRegexp(`(?i)\b(?:if|unless|imagine|imagining|suppose|supposing|pretend|pretending|wish|wished|would|could|might|maybe|perhaps|hypothetically|` +
		`as though|let us say|let's say|lets say|just kidding|kidding|joking|joke|jk|in my dreams?|dreamt|dreamed|` +
		`in (?:this|the|my|our|your) (?:story|scene|game|novel|book|play|scenario|tale|film|movie)|my character|the hero|the heroine|role ?play|once upon|` +
		`song goes|lyrics?|quote|quoted|used to|no longer|almost|nearly|not sure|not true|as if|say that|` +
		`were i|had i|the line|sentence|example|translate|translation|spell|grammar|means?)\b`)
	fillerStartPattern = lazyRegexp(`(?i)^(?:(?:well|oh|ah|so|hi|hello|hey|yes|yeah|yep|no|nope|ok|okay|actually|honestly|also|and|but|btw|by the way|anyway|you know|` +
		`you see|to be honest|good morning|good evening|good afternoon|greetings|nice to meet you|thanks|thank you|sure|sorry|in fact|personally|these days|nowadays|` +
		`currently|right now|at the moment|at home|these days|as you know|for the record|fun fact|today|lately|since you ask|remember(?: that)?|please remember(?: that)?|` +
		`do not forget(?: that)?|note that|fyi|guess what|i must say|i have to say|i should say|i should mention(?: that)?|i forgot to say(?: that)?|` +
		`i think i told you(?: that)?|i told you(?: that)?|did i tell you(?: that)?|let me tell you(?: that)?|i want you to know(?: that)?|the thing is)(?:[,!:]+ *| +|$))+`)
	clauseJointPattern = lazyRegexp(`(?i)(?:,| and| but| because|;)+ (?:and |but |because |so |also )*(i|my|our|we) `)
	reportVerbPattern  = lazyRegexp(`(?i)\b(?:said|says|told|tells|thinks?|thought|believes?|claims?|claimed|wrote|writes|asked|asks|heard|hears)\b`)
	narrationPattern   = lazyRegexp(`(?i)^(?:he|she|they|someone|somebody|everyone|people|the \w+|you) `)
	questionPattern    = lazyRegexp(`(?i)^(?:who|what|when|where|why|how|which|whose|am|is|are|was|were|do|does|did|can|could|will|would|should|shall|may|might|have|has|had) (?:i|my|you|we|the|it|is|are|do|does|did|was)\b`)
)

// contractionReplacer writes contractions out, because the patterns expect full forms.
var contractionReplacer = strings.NewReplacer("’", "'", "ʼ", "'", "Don't forget that", "Remember that", "You can call me", "Call me", "I'm", "I am", "i'm", "i am", "I've", "I have", "i've", "i have", "I'd", "I would", "i'd", "i would",
	"I'll", "I will", "i'll", "i will", "don't", "do not", "Don't", "do not", "doesn't", "does not", "didn't", "did not", "can't", "cannot", "isn't", "is not", "wasn't", "was not",
	"haven't", "have not", "hasn't", "has not", "won't", "will not", "we're", "we are", "We're", "we are", "we've", "we have", "We've", "we have")

// bareContractionPattern matches contractions that were typed without an apostrophe.
var bareContractionPattern = lazyRegexp(`(?i)\b(?:im|ive|dont|cant)\b`)

func expandContractions(s string) string {
	return bareContractionPattern().ReplaceAllStringFunc(contractionReplacer.Replace(s), func(w string) string {
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

// possibleFactSentences returns the sentences of a text that may state facts. Each quotation or
// stage direction in them is replaced by "¦".
func possibleFactSentences(text string) []string {
	text = quotedLinePattern().ReplaceAllString(text, "\n")
	text = asidePattern().ReplaceAllString(text, " ¦ ")
	var out []string
	for line := range strings.Lines(text) {
		for _, s := range splitSentences(strings.Join(strings.Fields(line), " ")) {
			if s = expandContractions(s); mayStateFact(s) {
				out = append(out, strings.TrimRight(s, ".! "))
			}
		}
	}
	return out
}

// mayStateFact reports whether a sentence can state a fact.
func mayStateFact(s string) bool {
	switch {
	case strings.HasSuffix(s, "?") || questionPattern().MatchString(s):
		return false
	case strings.Contains(s, "¦") && reportVerbPattern().MatchString(s): // he said, "I live here"
		return false
	}
	return !fictionPattern().MatchString(s) && !IsInstruction(s)
}

// splitSentences splits a line at the ends of sentences. A full stop does not end a sentence after
// a single letter ("J. S. Bach") or an abbreviation.
func splitSentences(line string) []string {
	var out []string
	start := 0
	runes := []rune(line)
	for i, r := range runes {
		isEnd := strings.ContainsRune(".!?;…。！？", r)
		if !isEnd || i+1 < len(runes) && !unicode.IsSpace(runes[i+1]) && r < 0x3000 || r == '.' && endsWithAbbreviation(runes[start:i]) {
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

func endsWithAbbreviation(before []rune) bool {
	i := len(before)
	for i > 0 && !unicode.IsSpace(before[i-1]) {
		i--
	}
	word := strings.ToLower(string(before[i:]))
	return len([]rune(word)) == 1 && word != "i" || abbreviations[word]
}

// splitClauses splits a sentence at commas and conjunctions that come before "I", "my", "our" or
// "we". It removes openers such as "well, actually" from each clause. It stops at the first clause
// of reported speech, because the later clauses are reported too.
func splitClauses(sentence string) []string {
	var parts []string
	for {
		m := clauseJointPattern().FindStringSubmatchIndex(sentence)
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
		if isReportedSpeech(p) {
			return out
		}
		p = fillerStartPattern().ReplaceAllString(p, "")
		if p != "" {
			out = append(out, strings.TrimRight(p, ",;:.! "))
		}
	}
	return out
}

// isReportedSpeech reports whether a clause tells what somebody said or what others do. Rule
// memory-patterns.
func isReportedSpeech(clause string) bool {
	withoutOpener := fillerStartPattern().ReplaceAllString(clause, "")
	return reportVerbPattern().MatchString(withoutOpener) && !strings.HasPrefix(strings.ToLower(withoutOpener), "i think ") || narrationPattern().MatchString(withoutOpener)
}

func upperFirst(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

var firstPersonPattern = lazyRegexp(`(?i)\b(my|our|me|us|myself|ourselves|mine|ours|i am|we are|i have|we have|i|we)\b`)

// replaceFirstPerson replaces the first person by the third: "my" becomes "their".
func replaceFirstPerson(text string) string {
	return firstPersonPattern().ReplaceAllStringFunc(text, func(w string) string {
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
