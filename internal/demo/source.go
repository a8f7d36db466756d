package demo

import (
	"regexp"
	"strings"
)

// ownSource says a saying's source as its speaker does: "letter to my brother".
func ownSource(source string) string {
	head, rest, _ := strings.Cut(source, " ")
	if lowered[head] {
		source = strings.ToLower(head) + strings.TrimSuffix(" "+rest, " ")
	}
	for _, change := range spokenBy {
		source = change.of.ReplaceAllString(source, change.to)
	}
	return source
}

var lowered = set("Letter To On As At Her His Attributed Ascribed Reported Said Spoken Speech Interview Closing Remarks Telegram Inscription Title Caption Opening Note From Diary Journal")

// spokenBy changes who a source speaks of.
var spokenBy = []struct {
	of *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`\bto (him|her) by\b`), "to me by"},
	{regexp.MustCompile(`\bas (his|hers)($|[;,])`), "as mine$2"},
	{regexp.MustCompile(`\bas (he|she) told\b`), "as I told"},
	{regexp.MustCompile(`\b(his|her)\b`), "my"},
}

// handedDown marks a source that reports or believes rather than holds the
// words.
var handedDown = regexp.MustCompile(`(?i)\b(attributed|ascribed|tradition|as told|reported|reports|recalled|words of)\b`)

var toldOfMeLines = []string{
	"They have it of me (%):",
	"It is told that I said so (%):",
	"These words have come down as mine (%):",
	"I am given this to have said (%):",
}
