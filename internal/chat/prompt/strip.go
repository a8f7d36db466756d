package prompt

import (
	"regexp"
	"strings"
	"unicode"

	"colloquy/internal/core/plain"
)

// The fence around what the house adds to the user's message. Strip takes it
// out of every text that users or models wrote, so nobody else can open or
// close it.
const (
	fenceOpen  = "<stage_notes>"
	fenceClose = "</stage_notes>"
)

// DefaultName is what a character calls a user who gave no name.
const DefaultName = "friend"

// maxName bounds a user's name in a prompt, in characters (spec 1 §9).
const maxName = 50

// foreign matches our own fence and the tokens by which models' templates tell
// the roles apart.
var foreign = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`<\s*/?\s*stage_notes\s*/?\s*>`,
	`<\|[^<>|\n]{0,40}\|>`,
	`<\s*/?\s*(?:s|system|assistant|user|human|model|instructions?)\s*>`,
	`<\s*(?:start|end)_of_turn\s*>`,
	`\[\s*/?\s*(?:INST|SYS|SYSTEM|SYSTEM_PROMPT)\s*\]`,
	`<<\s*/?\s*SYS\s*>>`,
}, "|"))

// Strip removes fences and role tokens from text that a user or a model wrote.
// It repeats until none is left: taking one out may put another together.
func Strip(text string) string {
	for strings.Contains(text, "<") || strings.Contains(text, "[") {
		next := foreign.ReplaceAllLiteralString(text, "")
		if next == text {
			break
		}
		text = next
	}
	return text
}

// Name makes a user's name fit to stand in a prompt: one line, no quotation
// marks, brackets or braces, at most 50 characters. Without one it is
// DefaultName.
func Name(userName string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("<>[]{}\"\\`“”«»|", r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r):
			return -1
		}
		return r
	}, Strip(userName))
	clean = strings.TrimSpace(plain.First(strings.Join(strings.Fields(clean), " "), maxName))
	if clean == "" {
		return DefaultName
	}
	return clean
}

// placeholder matches what authored text may hold in place of a name, where it
// begins.
var placeholder = regexp.MustCompile(`(?i)^(?:\{\{\s*(?:char|user|original)\s*\}\}|<(?:bot|user)>)`)

// Fill puts the names into authored text, such as a greeting: {{char}} and
// <BOT>, {{user}} and <USER>, in any case; {{original}} becomes nothing. It is
// one pass, so a name that looks like a placeholder stays what it is. userName
// is used as given: pass it through Name first.
func Fill(text, charName, userName string) string {
	var out strings.Builder
	for {
		i := strings.IndexAny(text, "{<")
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		text = text[i:]
		if mark := placeholder.FindString(text); mark != "" {
			out.WriteString(filling(mark, charName, userName))
			text = text[len(mark):]
			continue
		}
		out.WriteByte(text[0])
		text = text[1:]
	}
	if out.Len() == 0 {
		return text
	}
	out.WriteString(text)
	return out.String()
}

// filling is what stands in a placeholder's place.
func filling(mark, charName, userName string) string {
	switch strings.ToLower(strings.Trim(mark, "{}<> \t\n")) {
	case "char", "bot":
		return charName
	case "user":
		return userName
	}
	return ""
}
