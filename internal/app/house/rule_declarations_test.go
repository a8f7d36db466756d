package house

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// topLevelPattern matches the first line of a declaration of Go or TypeScript. The group is the
	// declared name, empty for a block in parentheses.
	topLevelPattern = regexp.MustCompile(`^(?:export )?(?:default )?(?:async )?(?:func(?: \([^)]*\))?|function|type|const|var|let|class|interface)\*? ([A-Za-z_]\w*)?`)
	// nestedNamePattern matches a constant in a block, or a member of an object. The group is its name.
	nestedNamePattern = regexp.MustCompile(`^\s+([A-Za-z_]\w*)(?:[ ,:]| =)`)
	// textsObjectPattern matches the first line of an object of texts. For such an object
	// docs/rule-places.md names the members.
	textsObjectPattern = regexp.MustCompile(`^export const (texts|\w*Texts)\b`)
	commentPattern     = regexp.MustCompile(`^\s*(?://|\*|/\*|\{/\*)`)
)

// declarationsCiting returns the names of the declarations of a source that cite a rule, in their order.
// The citation stands in the comment of the declaration or in its body.
func declarationsCiting(s sourceFile, rule string) (names []string) {
	lines := strings.Split(s.text, "\n")
	pattern := regexp.MustCompile(`(?:^|[^\w-])` + regexp.QuoteMeta(rule) + `(?:$|[^\w-])`)
	for i, line := range lines {
		if !pattern.MatchString(line) || !strings.Contains(line, "//") && !strings.Contains(line, "*") {
			continue
		}
		if name := declarationAt(lines, i); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// declarationAt returns the name of the declaration to which the comment in line i belongs, or "".
func declarationAt(lines []string, i int) string {
	for i < len(lines) && (commentPattern.MatchString(lines[i]) || strings.TrimSpace(lines[i]) == "") {
		i++
	}
	if i == len(lines) {
		return ""
	}
	if m := topLevelPattern.FindStringSubmatch(lines[i]); m != nil {
		return m[1]
	}
	for up := i - 1; up >= 0; up-- {
		m := topLevelPattern.FindStringSubmatch(lines[up])
		switch {
		case m == nil:
			continue
		case textsObjectPattern.MatchString(lines[up]), m[1] == "":
			if nestedMatch := nestedNamePattern.FindStringSubmatch(lines[i]); nestedMatch != nil {
				return nestedMatch[1]
			}
		}
		return m[1]
	}
	return ""
}

func TestCitationsNameTheirDeclarations(t *testing.T) {
	const cite = "// Ru" + "le chat-draft.\n"
	for text, want := range map[string]string{
		cite + "func (s *store) keep() {}":                          "keep",
		"const (\n\t" + cite + "\tmaxDraft = 1 // characters\n)":    "maxDraft",
		"func keep() {\n\t" + cite + "\tif x {\n\t}\n}":             "keep",
		"func keep() {\n\tx() // Ru" + "le chat-draft\n}":           "keep",
		cite + "export default async function draft() {}":           "draft",
		"export const texts = {\n  " + cite + "  kept: 'Kept.',\n}": "kept",
		cite + "package chat\n":                                     "",
	} {
		if got := strings.Join(declarationsCiting(sourceFile{path: "a.go", text: text}, "chat-draft"), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
