package house

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updatePlaces = flag.Bool("update", false, "rewrite docs/rule-places.md")

const (
	placesPage   = "docs/rule-places.md"
	placesHeader = `# Where each rule is

The files that cite a rule of ` + "`docs/rules.md`" + `: the sources, then the tests. Tests with the name of a listed source (` + "`code.go`, `code_test.go`" + `) are left out. ` + "`go test ./internal/app/house -update`" + ` writes this page.

`
)

// rulePlaces returns the text of the page that lists where each rule is cited.
func rulePlaces(list []sourceFile) string {
	sources, tests := map[string][]string{}, map[string][]string{}
	for _, s := range list {
		places := sources
		if testFilePattern.MatchString(s.path) {
			places = tests
		}
		for _, name := range citedRules(s) {
			if !slices.Contains(places[name], s.path) {
				places[name] = append(places[name], s.path)
			}
		}
	}
	var page strings.Builder
	page.WriteString(placesHeader)
	for _, name := range listedRules(list) {
		page.WriteString("- `" + name + "`: " + strings.Join(describePlaces(sources[name], tests[name]), "; ") + "\n")
	}
	return page.String()
}

// describePlaces returns the sources, and the tests that do not have the name of one of them.
func describePlaces(sources, tests []string) (out []string) {
	others := slices.DeleteFunc(slices.Clone(tests), func(test string) bool {
		return slices.ContainsFunc(sources, func(source string) bool { return withoutSuffix(source) == withoutSuffix(test) })
	})
	slices.Sort(sources)
	slices.Sort(others)
	if len(sources) > 0 {
		out = append(out, strings.Join(sources, ", "))
	}
	if len(others) > 0 {
		out = append(out, "tests: "+strings.Join(others, ", "))
	}
	return out
}

// withoutSuffix returns a path without its extension and the suffix of tests.
func withoutSuffix(path string) string {
	if m := testFilePattern.FindString(path); m != "" {
		return strings.TrimSuffix(path, m)
	}
	return strings.TrimSuffix(path, filepath.Ext(path))
}

func TestPlacesOfRulesAreListed(t *testing.T) {
	list := repositoryFiles(t)
	want := rulePlaces(list)
	if *updatePlaces {
		if err := os.WriteFile("../../../"+placesPage, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, s := range list {
		if s.path == placesPage && s.text == want {
			return
		}
	}
	t.Errorf("%s is stale: go test ./internal/app/house -update", placesPage)
}

// TestRulePlacesNameSourcesAndTests runs rulePlaces on a sample. The citations are concatenated, so
// that this file itself cites no rule.
func TestRulePlacesNameSourcesAndTests(t *testing.T) {
	const one = "// ru" + "le "
	got := rulePlaces([]sourceFile{
		{path: rulesPage, text: "- `chat-draft`: Kept.\n- `chat-copy`: Copied.\n"},
		{path: "b.tsx", text: one + "chat-draft"}, {path: "a.go", text: one + "chat-draft"},
		{path: "a_test.go", text: one + "chat-draft\n" + one + "chat-copy"},
		{path: "b.test.tsx", text: one + "chat-draft"}, {path: "c.spec.ts", text: one + "chat-draft"},
	})
	if want := placesHeader + "- `chat-draft`: a.go, b.tsx; tests: c.spec.ts\n- `chat-copy`: tests: a_test.go\n"; got != want {
		t.Errorf("the page is %q, want %q", got, want)
	}
}
