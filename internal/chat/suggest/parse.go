package suggest

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"colloquy/internal/distress"
)

const (
	maxParsedBytes = 8000 // bytes at the start of an answer that are parsed; the rest is ignored
	maxJSONStarts  = 24   // textsFromJSON tries to decode JSON at this many brackets at most
)

// Parse returns the suggestions in a model's answer: at most llm.MaxSuggestions, distinct, of at
// most MaxChars characters. The answer may be JSON anywhere in the text, truncated JSON, or lines
// with bullets, numbers and quotation marks. Parse removes markup and addresses, and omits
// lastUser, the user's last message. It returns nil if lastUser shows that the user is at risk.
// Rule suggestions-none-at-risk.
func Parse(text, lastUser string) []string {
	if distress.MentionsRisk(lastUser) {
		return nil
	}
	text = strings.ToValidUTF8(text[:min(len(text), maxParsedBytes)], "")
	text = strings.TrimSpace(withoutReasoning(text))
	textParsers := []func(string) []string{textsFromJSON, textsFromBrokenJSON, textsFromLines}
	if strings.ContainsAny(text[:min(len(text), 1)], "[{") && json.Valid([]byte(text)) {
		textParsers = textParsers[:1]
	}
	for _, parse := range textParsers {
		if list := firstAcceptableSuggestions(parse(text), lastUser); len(list) > 0 {
			return list
		}
	}
	return nil
}

// withoutReasoning removes a <think> block before the answer. Without a closing tag the
// block extends to the end of the text.
func withoutReasoning(text string) string {
	if _, after, ok := strings.Cut(text, "</think>"); ok {
		return after
	}
	before, _, _ := strings.Cut(text, "<think>")
	return before
}

// textsFromJSON collects the strings of every JSON value in the text.
func textsFromJSON(text string) (texts []string) {
	for range maxJSONStarts {
		at := strings.IndexAny(text, "[{")
		if at < 0 {
			break
		}
		dec := json.NewDecoder(strings.NewReader(text[at:]))
		var v any
		if err := dec.Decode(&v); err != nil {
			text = text[at+1:]
			continue
		}
		texts = append(texts, stringsIn(v)...)
		text = text[at+int(dec.InputOffset()):]
	}
	return texts
}

// listKeys are the keys under which an answer may have its list of suggestions. textKeys
// are the keys under which an object may have the text of one suggestion.
var (
	listKeys = []string{"suggestions", "suggestion", "questions", "options", "replies", "responses", "messages", "items", "lines", "follow_ups", "followups"}
	textKeys = []string{"text", "suggestion", "content", "message", "question", "line", "reply", "label", "title"}
)

// stringsIn returns the suggestions in a decoded JSON value.
func stringsIn(v any) (texts []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, item := range v {
			texts = append(texts, stringsIn(item)...)
		}
	case map[string]any:
		return stringsInObject(v)
	}
	return texts
}

// stringsInObject returns the texts in an object. It returns the first of these that exists:
//
//   - the list under one of listKeys
//   - the text under one of textKeys
//   - the texts of a nested list or object, if there are at least two
//   - all strings of the object, sorted by key, if there are at least two: {"1": "...", "2": "..."}
func stringsInObject(object map[string]any) (texts []string) {
	for _, key := range listKeys {
		if list, ok := object[key].([]any); ok {
			return stringsIn(list)
		}
	}
	for _, key := range textKeys {
		if text, ok := object[key].(string); ok {
			return []string{text}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch value := object[key].(type) {
		case string:
			texts = append(texts, value)
		case []any, map[string]any:
			if nested := stringsIn(value); len(nested) > 1 {
				return nested
			}
		}
	}
	if len(texts) < 2 {
		return nil
	}
	return texts
}

var (
	doubleQuotedPattern = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"(\s*:)?`)
	singleQuotedPattern = regexp.MustCompile(`'([^\n]+?)'\s*[,\]}]`)
)

// textsFromBrokenJSON returns the complete strings of an answer that starts like JSON but is invalid,
// such as truncated JSON or a Python list.
func textsFromBrokenJSON(text string) (texts []string) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "```json"), "```"))
	if text == "" || text[0] != '[' && text[0] != '{' {
		return nil
	}
	for _, m := range doubleQuotedPattern.FindAllStringSubmatch(text, -1) {
		var s string
		if m[2] == "" && json.Unmarshal([]byte(`"`+m[1]+`"`), &s) == nil {
			texts = append(texts, s)
		}
	}
	if len(texts) > 0 {
		return texts
	}
	for _, m := range singleQuotedPattern.FindAllStringSubmatch(text, -1) {
		texts = append(texts, strings.ReplaceAll(m[1], `\'`, "'"))
	}
	return texts
}

var (
	bulletPattern       = regexp.MustCompile(`^\s*(?:[-*•·–—>+]+\s+|[-•·–—]|\(?\d{1,2}\s*[.):\]、]|\[\d{1,2}\]|[#*]*\s*\(?[a-cA-C][.)]\s)\s*`)
	inlineNumberPattern = regexp.MustCompile(`(?:^|\s)\(?[1-9][.)]\s`)
	inlineQuotedPattern = regexp.MustCompile(`"([^"]+)"|“([^”]+)”`)
)

// textsFromLines returns one suggestion per line. It ignores lines that end with a colon. If at least
// two lines have bullets or numbers, it ignores all other lines. A single line is split by
// textsFromOneLine.
func textsFromLines(text string) []string {
	var bulletLines, plainLines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "```"), strings.HasSuffix(line, ":"), strings.HasSuffix(line, "：") || strings.HasSuffix(line, ":**"):
		case bulletPattern.MatchString(line):
			bulletLines = append(bulletLines, line)
		default:
			plainLines = append(plainLines, line)
		}
	}
	if len(bulletLines)+len(plainLines) == 1 {
		return textsFromOneLine(append(bulletLines, plainLines...)[0])
	}
	if len(bulletLines) > 1 {
		return bulletLines
	}
	return append(bulletLines, plainLines...)
}

// textsFromOneLine splits an answer that has all suggestions on one line.
func textsFromOneLine(line string) (texts []string) {
	if quoted := inlineQuotedPattern.FindAllStringSubmatch(line, -1); len(quoted) > 1 {
		for _, m := range quoted {
			texts = append(texts, m[1]+m[2])
		}
		return texts
	}
	if numbers := inlineNumberPattern.FindAllStringIndex(line, -1); len(numbers) > 1 {
		for i, at := range numbers {
			end := len(line)
			if i+1 < len(numbers) {
				end = numbers[i+1][0]
			}
			texts = append(texts, line[at[1]:end])
		}
		return texts
	}
	return strings.Split(line, "|")
}
