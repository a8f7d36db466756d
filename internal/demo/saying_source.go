package demo

import (
	"regexp"
	"strings"
)

// firstPersonSource returns the source of a saying in the first person: "Letter to his
// brother" becomes "letter to my brother".
func firstPersonSource(source string) string {
	head, rest, _ := strings.Cut(source, " ")
	if lowerCasedFirstWords[head] {
		source = strings.ToLower(head) + strings.TrimSuffix(" "+rest, " ")
	}
	for _, change := range firstPersonChanges {
		source = change.of.ReplaceAllString(source, change.to)
	}
	return source
}

// lowerCasedFirstWords are words that may begin the source of a saying. Inside a sentence these
// words are written in lower case.
var lowerCasedFirstWords = wordSet("Letter To On As At Her His Attributed Ascribed Reported Said Spoken Speech Interview Closing Remarks Telegram Inscription Title Caption Opening Note From Diary Journal")

// firstPersonChanges replace the third person in a source by the first person.
var firstPersonChanges = []struct {
	of *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`\bto (him|her) by\b`), "to me by"},
	{regexp.MustCompile(`\bas (his|hers)($|[;,])`), "as mine$2"},
	{regexp.MustCompile(`\bas (he|she) told\b`), "as I told"},
	{regexp.MustCompile(`\b(his|her)\b`), "my"},
}

// reportedSourcePattern matches a source that only reports the words.
var reportedSourcePattern = regexp.MustCompile(`(?i)\b(attributed|ascribed|tradition|as told|reported|reports|recalled|words of)\b`)

var reportedSayingIntros = []string{
	"They have it of me (%):",
	"It is told that I said so (%):",
	"These words have come down as mine (%):",
	"I am given this to have said (%):",
}
