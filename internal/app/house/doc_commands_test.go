package house

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// testCommandPattern matches a command of a document that runs chosen tests. The groups are its
	// packages and the pattern of -run.
	testCommandPattern = regexp.MustCompile("go test ((?:\\./[\\w./-]+ )+)-run '?([^'` ]+)'?")
	goTestPattern      = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w*)`)
)

// noTestPatterns are patterns of -run that match no test on purpose: for fuzzing and benchmarks.
var noTestPatterns = []string{"^$", "xxx"}

// unmatchedTestPatterns returns the alternatives of -run in a document that match no test of their
// packages.
func unmatchedTestPatterns(document string, list []sourceFile) (unmatched []string) {
	for _, command := range testCommandPattern.FindAllStringSubmatch(document, -1) {
		names := testsOfPackages(strings.Fields(command[1]), list)
		for _, alternative := range strings.Split(strings.ReplaceAll(command[2], `\|`, "|"), "|") {
			testPattern, _, _ := strings.Cut(alternative, "/") // the rest chooses subtests
			if !slices.Contains(noTestPatterns, testPattern) && !regexp.MustCompile("(?m)"+testPattern).MatchString(names) {
				unmatched = append(unmatched, alternative)
			}
		}
	}
	return unmatched
}

// testsOfPackages returns the names of the tests of packages, one a line. A package is a path such as
// ./internal/chat or ./internal/llm/....
func testsOfPackages(packages []string, list []sourceFile) string {
	var names strings.Builder
	for _, s := range list {
		for _, p := range packages {
			folder, isTree := strings.CutSuffix(strings.TrimPrefix(p, "./"), "/...")
			if dir := path.Dir(s.path); strings.HasSuffix(s.path, "_test.go") && (dir == folder || isTree && strings.HasPrefix(dir+"/", folder+"/")) {
				for _, m := range goTestPattern.FindAllStringSubmatch(s.text, -1) {
					names.WriteString(m[1] + "\n")
				}
			}
		}
	}
	return names.String()
}

func TestCommandsOfDocumentsNameTests(t *testing.T) {
	list := repositoryFiles(t)
	commandCount := 0
	for _, s := range list {
		if !strings.HasSuffix(s.path, ".md") {
			continue
		}
		commandCount += len(testCommandPattern.FindAllString(s.text, -1))
		for _, pattern := range unmatchedTestPatterns(s.text, list) {
			t.Errorf("%s: -run %s matches no test", s.path, pattern)
		}
	}
	if commandCount < 50 {
		t.Errorf("the documents have %d commands, want at least 50", commandCount)
	}
}

func TestUnmatchedPatternsAreFound(t *testing.T) {
	list := []sourceFile{{path: "internal/a/a_test.go", text: "func TestDraftIsKept(t *testing.T) {}"}, {path: "internal/a/b/b_test.go", text: "func FuzzCopy(f *testing.F) {}"}}
	for document, want := range map[string]string{
		"`go test ./internal/a -run DraftIs`":                "",
		"`go test ./internal/a -run 'DraftIs\\|Copy'`":       "Copy",
		"`go test ./internal/a/... -run 'DraftIs\\|Copy'`":   "",
		"`go test ./internal/a ./internal/a/b -run Gone -v`": "Gone",
		"`go test ./internal/a -run TestDraftIsKept/a`":      "",
		"`go test ./internal/a -run xxx -bench .`":           "",
	} {
		if got := strings.Join(unmatchedTestPatterns(document, list), " "); got != want {
			t.Errorf("%s: %q, want %q", document, got, want)
		}
	}
}
