package house

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updatePlacesFlag = flag.Bool("update", false, "rewrite docs/rule-places.md")

const (
	placesPage   = "docs/rule-places.md"
	placesHeader = `# Where each rule is

The files that cite a rule of ` + "`docs/rules.md`" + `: the sources with the declarations that cite it, then the tests with their names. Tests with the name of a listed source (` + "`code.go`, `code_test.go`" + `) are left out. ` + "`go test ./internal/app/house -update`" + ` writes this page.

`
)

// rulePlaces returns the text of the page that lists where each rule is cited.
func rulePlaces(list []sourceFile) string {
	sources, tests := map[string][]string{}, map[string][]string{}
	files := map[string]sourceFile{}
	for _, s := range list {
		files[s.path] = s
		pathsByRule := sources
		if testFilePattern.MatchString(s.path) {
			pathsByRule = tests
		}
		for _, name := range citedRules(s) {
			if !slices.Contains(pathsByRule[name], s.path) {
				pathsByRule[name] = append(pathsByRule[name], s.path)
			}
		}
	}
	var page strings.Builder
	page.WriteString(placesHeader)
	for _, name := range listedRules(list) {
		page.WriteString("- `" + name + "`: " + describePlaces(name, files, sources[name], tests[name]) + "\n")
	}
	return page.String()
}

// maxNamesPerFile is how many declarations or tests of one file docs/rule-places.md names at most.
const maxNamesPerFile = 5

// describePlaces returns the sources of a rule with their declarations. It adds the tests whose
// file is not named after one of these sources.
func describePlaces(rule string, files map[string]sourceFile, sources, tests []string) string {
	differentlyNamedTests := slices.DeleteFunc(slices.Clone(tests), func(test string) bool {
		return slices.ContainsFunc(sources, func(source string) bool { return pathStem(source) == pathStem(test) })
	})
	slices.Sort(sources)
	slices.Sort(differentlyNamedTests)
	text := joinPlaces(sources, func(path string) []string { return declarationsCiting(files[path], rule) })
	if len(differentlyNamedTests) == 0 {
		return text
	}
	if text != "" {
		text += "; "
	}
	return text + "tests: " + joinPlaces(differentlyNamedTests, func(path string) []string { return testsCiting(files[path], rule) })
}

// joinPlaces returns the paths, each with its first names in brackets.
func joinPlaces(paths []string, namesIn func(path string) []string) string {
	var places []string
	for _, path := range paths {
		if names := namesIn(path); len(names) > 0 {
			path += " (" + strings.Join(names[:min(len(names), maxNamesPerFile)], ", ") + ")"
		}
		places = append(places, path)
	}
	return strings.Join(places, ", ")
}

// pathStem removes the extension of a path and the suffix of test files.
func pathStem(path string) string {
	if m := testFilePattern.FindString(path); m != "" {
		return strings.TrimSuffix(path, m)
	}
	return strings.TrimSuffix(path, filepath.Ext(path))
}

func TestPlacesOfRulesAreListed(t *testing.T) {
	list := repositoryFiles(t)
	want := rulePlaces(list)
	if *updatePlacesFlag {
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
		{path: "b.tsx", text: one + "chat-draft"}, {path: "a.go", text: one + "chat-draft\nfunc keep() {}"},
		{path: "a_test.go", text: one + "chat-draft\n" + one + "chat-copy"},
		{path: "b.test.tsx", text: one + "chat-draft"}, {path: "c.spec.ts", text: one + "chat-draft"},
	})
	if want := placesHeader + "- `chat-draft`: a.go (keep), b.tsx; tests: c.spec.ts\n- `chat-copy`: tests: a_test.go\n"; got != want {
		t.Errorf("the page is %q, want %q", got, want)
	}
}

// otherPlacePattern matches the file of an entry of docs/other-places.md.
var otherPlacePattern = regexp.MustCompile("(?m)^- `([^`]+)`: ")

// Every file that docs/other-places.md names exists.
func TestOtherPlacesExist(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("../../..", "docs/other-places.md"))
	if err != nil {
		t.Fatal(err)
	}
	entries := otherPlacePattern.FindAllSubmatch(page, -1)
	if len(entries) < 100 {
		t.Fatalf("the page has %d entries, want at least 100", len(entries))
	}
	for _, entry := range entries {
		if _, err := os.Stat(filepath.Join("../../..", string(entry[1]))); err != nil {
			t.Errorf("docs/other-places.md names a file that does not exist: %v", err)
		}
	}
}
