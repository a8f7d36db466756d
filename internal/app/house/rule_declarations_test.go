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
	// testTitlePattern matches the line with the title of a TypeScript test. The second group is the title.
	testTitlePattern = regexp.MustCompile("(?:\\b(?:it|test|describe)(?:\\.\\w+)*|\\))\\((['\"`])(.+?)['\"`],")
	testStartPattern = regexp.MustCompile(`^\s*(?:it|test|describe)\b`)
	commentPattern   = regexp.MustCompile(`^\s*(?://|\*|/\*|\{/\*)`)
)

// declarationsCiting returns the names of the declarations of a source that cite a rule, in their order.
// The citation stands in the comment of the declaration or in its body.
func declarationsCiting(s sourceFile, rule string) (names []string) {
	lines := strings.Split(s.text, "\n")
	for _, i := range linesCiting(lines, rule) {
		if name := declarationAt(lines, i); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// maxTitleDistance is how many lines the title of a test may stand below its first line, for it.each.
const maxTitleDistance = 12

// testsCiting returns the tests of a file that cite a rule, in their order: the names of Go tests, or
// the titles of TypeScript tests in quotation marks.
func testsCiting(s sourceFile, rule string) (tests []string) {
	if strings.HasSuffix(s.path, ".go") {
		return slices.DeleteFunc(declarationsCiting(s, rule), func(name string) bool { return !strings.HasPrefix(name, "Test") })
	}
	lines := strings.Split(s.text, "\n")
	for _, i := range linesCiting(lines, rule) {
		if title := testTitleAt(lines, i); title != "" && !slices.Contains(tests, "'"+title+"'") {
			tests = append(tests, "'"+title+"'")
		}
	}
	return tests
}

// testTitleAt returns the title of the TypeScript test to which the comment in line i belongs, or "":
// the test that begins below the comment, or the test that contains it.
func testTitleAt(lines []string, i int) string {
	below := i
	for below < len(lines)-1 && commentPattern.MatchString(lines[below]) {
		below++
	}
	if testStartPattern.MatchString(lines[below]) {
		for _, line := range lines[below:min(len(lines), below+maxTitleDistance)] {
			if m := testTitlePattern.FindStringSubmatch(line); m != nil {
				return m[2]
			}
		}
	}
	for _, line := range slices.Backward(lines[:i]) {
		if m := testTitlePattern.FindStringSubmatch(line); m != nil {
			return m[2]
		}
	}
	return ""
}

// linesCiting returns the indexes of the lines whose comments cite a rule.
func linesCiting(lines []string, rule string) (indexes []int) {
	pattern := regexp.MustCompile(`(?:^|[^\w-])` + regexp.QuoteMeta(rule) + `(?:$|[^\w-])`)
	for i, line := range lines {
		if pattern.MatchString(line) && (strings.Contains(line, "//") || strings.Contains(line, "*")) {
			indexes = append(indexes, i)
		}
	}
	return indexes
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

func TestCitationsNameTheirTests(t *testing.T) {
	const cite = "// ru" + "le chat-draft\n"
	for path, sample := range map[string]struct{ text, want string }{
		"a_test.go":   {cite + "func TestDraftIsKept(t *testing.T) {}\n" + cite + "func keep() {}", "TestDraftIsKept"},
		"a.test.tsx":  {"  " + cite + "  it('keeps a draft', async () => {", "'keeps a draft'"},
		"b.test.ts":   {cite + "it.each([\n  ['a', 1],\n])('keeps %s', (name) => {", "'keeps %s'"},
		"c.spec.ts":   {cite + "test.describe('a draft', () => {\n  test('is kept', async () => {", "'a draft'"},
		"d.spec.ts":   {cite + "const size = 1;", ""},
		"e.test.ts":   {"it('keeps', () => {\n  " + cite + "  expect(1).toBe(1);\n});\nit('sends', () => {", "'keeps'"},
		"f.test.tsx":  {"it('keeps chat-draft', () => {", ""},
		"nothing.tsx": {"", ""},
	} {
		if got := strings.Join(testsCiting(sourceFile{path: path, text: sample.text}, "chat-draft"), " "); got != sample.want {
			t.Errorf("%s: %q, want %q", path, got, sample.want)
		}
	}
}
