package house

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	rulesPage          = "docs/rules.md"
	ruleNameExpression = `[a-z]+(?:-[a-z0-9]+)+`
)

var (
	listedRulePattern = regexp.MustCompile("(?m)^- `([^`]*)`")
	ruleNamePattern   = regexp.MustCompile(`^` + ruleNameExpression + `$`)
	citationPattern   = regexp.MustCompile(`\b[Rr]ules? (` + ruleNameExpression + `(?:(?:, | and )` + ruleNameExpression + `)*)`)
	separatorPattern  = regexp.MustCompile(`, | and `)
	// lineBreakPattern matches a line break within a comment, with the comment marker of the next
	// line.
	lineBreakPattern  = regexp.MustCompile(`\s*\n\s*(?://|\*)?\s*`)
	testFilePattern   = regexp.MustCompile(`(_test\.go|\.(test|spec)\.tsx?)$`)
	citingFilePattern = regexp.MustCompile(`\.(go|ts|tsx|js|mjs|css)$`)
)

// listedRules returns the names in docs/rules.md, in their order.
func listedRules(list []sourceFile) []string {
	var out []string
	for _, s := range list {
		if s.path != rulesPage {
			continue
		}
		for _, m := range listedRulePattern.FindAllStringSubmatch(s.text, -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// citedRules returns the names that a file cites.
func citedRules(s sourceFile) []string {
	if !citingFilePattern.MatchString(s.path) || !strings.Contains(s.text, "ule") { // part of "rule" and "Rule"
		return nil
	}
	var out []string
	for _, m := range citationPattern.FindAllStringSubmatch(lineBreakPattern.ReplaceAllString(s.text, " "), -1) {
		out = append(out, separatorPattern.Split(m[1], -1)...)
	}
	return out
}

// unlistedRules returns the citations of names that docs/rules.md does not have.
func unlistedRules(list []sourceFile) []string {
	listedNames := listedRules(list)
	var out []string
	for _, s := range list {
		for _, name := range citedRules(s) {
			if !slices.Contains(listedNames, name) {
				out = append(out, s.path+": "+name)
			}
		}
	}
	return out
}

// unprovenRules returns the names in docs/rules.md that no test file cites.
func unprovenRules(list []sourceFile) []string {
	testedRuleNames := map[string]bool{}
	for _, s := range list {
		if !testFilePattern.MatchString(s.path) {
			continue
		}
		for _, name := range citedRules(s) {
			testedRuleNames[name] = true
		}
	}
	return slices.DeleteFunc(listedRules(list), func(name string) bool { return testedRuleNames[name] })
}

// misnamedRules returns the names in docs/rules.md that are listed twice or have
// another form than topic-name.
func misnamedRules(list []sourceFile) []string {
	seenNames := map[string]bool{}
	var out []string
	for _, name := range listedRules(list) {
		if seenNames[name] || !ruleNamePattern.MatchString(name) {
			out = append(out, name)
		}
		seenNames[name] = true
	}
	return out
}

func TestListedAndCitedRulesAgree(t *testing.T) {
	list := repositoryFiles(t)
	if n := len(listedRules(list)); n < 100 {
		t.Fatalf("%s lists %d rules", rulesPage, n)
	}
	for what, names := range map[string][]string{
		"not in " + rulesPage: unlistedRules(list), "cited by no test": unprovenRules(list), "misnamed or listed twice": misnamedRules(list),
	} {
		for _, name := range names {
			t.Errorf("%s: %s", what, name)
		}
	}
}

// TestRuleChecksFindFaults runs the three checks on small samples. The samples are
// concatenated, so that this file itself cites no rule.
func TestRuleChecksFindFaults(t *testing.T) {
	const one, two = "ru" + "le ", "Ru" + "les "
	const page = "# Rules\n- `chat-draft`: Kept.\n- `chat-copy`: Copied.\n"
	for name, c := range map[string]struct {
		page                         string
		path, text                   string
		unlisted, unproven, misnamed string
	}{
		"both":             {page, "web/a.test.ts", "// " + two + "chat-draft, chat-copy\nit();", "", "", ""},
		"over two lines":   {page, "internal/a/a_test.go", "// " + two + "chat-draft and\n\t// chat-copy\n", "", "", ""},
		"in a block":       {page, "e2e/a.spec.ts", "/**\n * " + two + "chat-draft,\n * chat-copy.\n */", "", "", ""},
		"in a test's name": {page, "web/a.test.tsx", "it('keeps " + one + "chat-draft'); // " + one + "chat-copy", "", "", ""},
		"one is missing":   {page, "web/a.test.ts", "// " + one + "chat-draft", "", "chat-copy", ""},
		"not in a test":    {page, "web/a.ts", "// " + two + "chat-draft, chat-copy", "", "chat-draft chat-copy", ""},
		"not in a page":    {page, "docs/a.md", "see " + two + "chat-draft, chat-copy", "", "chat-draft chat-copy", ""},
		"unknown":          {page, "web/a.css", "/* " + one + "chat-drafts */", "web/a.css: chat-drafts", "chat-draft chat-copy", ""},
		"unknown, second":  {page, "internal/a/a.go", "// " + two + "chat-draft, chat-paste\n", "internal/a/a.go: chat-paste", "chat-draft chat-copy", ""},
		"plain words":      {"", "web/a.ts", "// the " + one + "of the house, and " + two + "are read-only", "", "", ""},
		"twice":            {"- `chat-draft`: Kept.\n- `chat-draft`: Kept.", "web/a.test.ts", "// " + one + "chat-draft", "", "", "chat-draft"},
		"no topic":         {"- `draft`: Kept.\n- `Chat-Copy`: Copied.", "web/a.test.ts", "", "", "draft Chat-Copy", "draft Chat-Copy"},
	} {
		list := []sourceFile{{path: rulesPage, text: c.page}, {path: c.path, text: c.text}}
		for what, pair := range map[string][2]string{
			"unlisted": {strings.Join(unlistedRules(list), " "), c.unlisted},
			"unproven": {strings.Join(unprovenRules(list), " "), c.unproven},
			"misnamed": {strings.Join(misnamedRules(list), " "), c.misnamed},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s: %s are %q, want %q", name, what, pair[0], pair[1])
			}
		}
	}
}
