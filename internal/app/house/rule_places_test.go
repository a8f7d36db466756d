package house

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var updatePlaces = flag.Bool("update", false, "rewrite docs/rule-places.md")

const (
	placesPage   = "docs/rule-places.md"
	placesHeader = `# Where each rule is

The files that cite a rule of ` + "`docs/rules.md`" + `: the sources, or the tests where no source cites it; a test stands beside what it tests. ` + "`go test ./internal/app/house -update`" + ` writes this page.

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
		files := sources[name]
		if len(files) == 0 {
			files = tests[name]
		}
		slices.Sort(files)
		page.WriteString("- `" + name + "`: " + strings.Join(files, ", ") + "\n")
	}
	return page.String()
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

// TestRulePlacesPreferSources runs rulePlaces on a sample. The citations are concatenated, so
// that this file itself cites no rule.
func TestRulePlacesPreferSources(t *testing.T) {
	const one = "// ru" + "le "
	got := rulePlaces([]sourceFile{
		{path: rulesPage, text: "- `chat-draft`: Kept.\n- `chat-copy`: Copied.\n"},
		{path: "b.go", text: one + "chat-draft"}, {path: "a.go", text: one + "chat-draft"},
		{path: "a_test.go", text: one + "chat-draft\n" + one + "chat-copy"},
	})
	if want := placesHeader + "- `chat-draft`: a.go, b.go\n- `chat-copy`: a_test.go\n"; got != want {
		t.Errorf("the page is %q, want %q", got, want)
	}
}
