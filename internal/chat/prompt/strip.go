package prompt

import (
	"regexp"
	"strings"
	"unicode"

	"colloquy/internal/core/plain"
)

// The fence around the notes in a user message. StripControlTokens removes fences from all texts of users
// and models. So no text of a user or model can open or close a fence.
const (
	fenceOpen  = "<stage_notes>"
	fenceClose = "</stage_notes>"
)

// DefaultUserName stands in a prompt for the name of a user who has none.
const DefaultUserName = "friend"

// maxNameLength limits a user's name in a prompt, in characters (rule
// privacy-name-in-prompt).
const maxNameLength = 50

// fenceOrRoleTokenPattern matches fenceOpen, fenceClose, and the role tokens of models' chat
// templates.
var fenceOrRoleTokenPattern = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`<\s*/?\s*stage_notes\s*/?\s*>`,
	`<\|[^<>|\n]{0,40}\|>`,
	`<\s*/?\s*(?:s|system|assistant|user|human|model|instructions?)\s*>`,
	`<\s*(?:start|end)_of_turn\s*>`,
	`\[\s*/?\s*(?:INST|SYS|SYSTEM|SYSTEM_PROMPT)\s*\]`,
	`<<\s*/?\s*SYS\s*>>`,
}, "|"))

// StripControlTokens removes fences and role tokens from a text of a user or a model. A removal may join
// characters to a further token. So StripControlTokens repeats until no token is left.
func StripControlTokens(text string) string {
	for strings.Contains(text, "<") || strings.Contains(text, "[") {
		next := fenceOrRoleTokenPattern.ReplaceAllLiteralString(text, "")
		if next == text {
			break
		}
		text = next
	}
	return text
}

// CleanName returns a user's name in the form for prompts: one line, no quotation marks,
// brackets or braces, at most 50 characters. If nothing is left, it returns DefaultUserName.
func CleanName(userName string) string {
	cleanedName := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("<>[]{}\"\\`“”«»|", r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r):
			return -1
		}
		return r
	}, StripControlTokens(userName))
	cleanedName = strings.TrimSpace(plain.FirstCharacters(strings.Join(strings.Fields(cleanedName), " "), maxNameLength))
	if cleanedName == "" {
		return DefaultUserName
	}
	return cleanedName
}

// placeholderPattern matches a placeholder at the start of authored text.
var placeholderPattern = regexp.MustCompile(`(?i)^(?:\{\{\s*(?:char|user|original)\s*\}\}|<(?:bot|user)>)`)

// FillPlaceholders replaces the placeholders of authored text, such as a greeting, in any case.
// {{char}} and <BOT> become the character's name. {{user}} and <USER> become the user's name.
// {{original}} is removed. Placeholders in the names are not replaced. userName is inserted
// unchanged: call CleanName first.
func FillPlaceholders(text, charName, userName string) string {
	var out strings.Builder
	for {
		i := strings.IndexAny(text, "{<")
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		text = text[i:]
		if mark := placeholderPattern.FindString(text); mark != "" {
			out.WriteString(placeholderValue(mark, charName, userName))
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

// placeholderValue returns the replacement of a placeholder.
func placeholderValue(mark, charName, userName string) string {
	switch strings.ToLower(strings.Trim(mark, "{}<> \t\n")) {
	case "char", "bot":
		return charName
	case "user":
		return userName
	}
	return ""
}
