package house

import (
	"fmt"
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const raceListFile = "../../../tools/without-race.txt"

// readRaceList reads tools/without-race.txt. It returns two maps from a package to a pattern of
// test names. The map "packages" has the packages that run their tests without the race detector.
// Tests that match the pattern also run with the detector; the pattern nil matches no test. The map
// "tests" has packages that run their tests with the detector, except the tests that match the
// pattern.
func readRaceList(t *testing.T) (packages, tests map[string]*regexp.Regexp) {
	t.Helper()
	text, err := os.ReadFile(raceListFile)
	if err != nil {
		t.Fatal(err)
	}
	packages, tests = map[string]*regexp.Regexp{}, map[string]*regexp.Regexp{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		dir, names, _ := strings.Cut(line, " ")
		if alone, ok := strings.CutPrefix(names, "-"); ok {
			tests[dir] = regexp.MustCompile("^(" + alone + ")")
			continue
		}
		packages[dir] = nil
		if names != "" {
			packages[dir] = regexp.MustCompile("^(" + names + ")")
		}
	}
	return packages, tests
}

// raceFaults returns the concurrent code in a package whose tests run without the race detector.
// Tests that match racedTests also run with the detector, so raceFaults ignores them. If racedTests
// is not nil, raceFaults checks only test files. It also reports a package without files, and a
// value of racedTests that matches no test.
func raceFaults(files []sourceFile, racedTests *regexp.Regexp) []string {
	if len(files) == 0 {
		return []string{"has no files"}
	}
	var out []string
	hasMatchingTest := false
	for _, s := range files {
		for _, declaration := range s.code.Decls {
			f, isFunc := declaration.(*ast.FuncDecl)
			name := ""
			if isFunc && f.Recv == nil {
				name = f.Name.Name
			}
			if racedTests != nil && racedTests.MatchString(name) {
				hasMatchingTest = true
				continue
			}
			for _, what := range concurrencyIn(declaration) {
				if racedTests == nil || s.isTest() {
					out = append(out, fmt.Sprintf("%s:%d: %s", s.path, s.line(declaration.Pos()), what))
				}
			}
		}
	}
	if racedTests != nil && !hasMatchingTest {
		out = append(out, fmt.Sprintf("no test matches %s", racedTests))
	}
	return out
}

// safeSyncFunctions are functions of package sync that need no check by the race
// detector.
var safeSyncFunctions = []string{"OnceValue", "OnceValues", "OnceFunc"}

// concurrencyIn returns descriptions of the concurrent code in a declaration.
func concurrencyIn(n ast.Node) (out []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			out = append(out, "starts a goroutine")
		case *ast.ChanType:
			out = append(out, "has a channel")
		case *ast.SelectorExpr:
			of, _ := n.X.(*ast.Ident)
			if of == nil {
				break
			}
			switch of.Name {
			case "sync", "atomic", "synctest", "httptest", "dbtest", "apptest", "errgroup":
				if !slices.Contains(safeSyncFunctions, n.Sel.Name) {
					out = append(out, "uses "+of.Name+"."+n.Sel.Name)
				}
			case "t", "b":
				if n.Sel.Name == "Parallel" || n.Sel.Name == "RunParallel" {
					out = append(out, "runs in parallel")
				}
			}
		}
		return true
	})
	return out
}

// TestPackagesWithoutRaceDetector: the packages in tools/without-race.txt have no
// concurrent code.
func TestPackagesWithoutRaceDetector(t *testing.T) {
	filesByDir := map[string][]sourceFile{}
	for _, s := range repositoryFiles(t) {
		if s.isGo() {
			filesByDir[s.dir()] = append(filesByDir[s.dir()], s)
		}
	}
	list, _ := readRaceList(t)
	if len(list) < 10 {
		t.Fatalf("%s has %d packages", raceListFile, len(list))
	}
	for dir, raced := range list {
		for _, fault := range raceFaults(filesByDir[dir], raced) {
			t.Errorf("%s runs without the race detector: %s", dir, fault)
		}
	}
}

// TestUnracedTestsStartNoConcurrency: the single tests in tools/without-race.txt start no
// concurrent code. The run with the race detector leaves the single tests out by name. So no other
// package may have a test with the name of a single test.
func TestUnracedTestsStartNoConcurrency(t *testing.T) {
	packages, list := readRaceList(t)
	testCounts := map[string]int{}
	for _, s := range repositoryFiles(t) {
		if _, without := packages[s.dir()]; without || !s.isGo() || !s.isTest() {
			continue
		}
		for _, f := range testsIn(s) {
			for dir, names := range list {
				if !names.MatchString(f.Name.Name) {
					continue
				}
				testCounts[dir]++
				if s.dir() != dir {
					t.Errorf("%s: %s runs nowhere, because %s has a test of this name without the race detector", s.path, f.Name.Name, dir)
				}
				for _, fault := range concurrencyStartedIn(f) {
					t.Errorf("%s: %s runs without the race detector, but %s", s.path, f.Name.Name, fault)
				}
			}
		}
	}
	for dir, names := range list {
		if want := strings.Count(names.String(), "|") + 1; testCounts[dir] != want {
			t.Errorf("%s has %d tests that match %s, want %d", dir, testCounts[dir], names, want)
		}
	}
}

// testsIn returns the test functions of a file.
func testsIn(s sourceFile) (out []*ast.FuncDecl) {
	for _, declaration := range s.code.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
			out = append(out, f)
		}
	}
	return out
}

// concurrencyStartedIn returns descriptions of the concurrent code in a test. The application and
// the databases of apptest and dbtest are allowed.
func concurrencyStartedIn(f *ast.FuncDecl) []string {
	return slices.DeleteFunc(concurrencyIn(f), func(what string) bool {
		return strings.HasPrefix(what, "uses apptest.") || strings.HasPrefix(what, "uses dbtest.")
	})
}

func TestRaceChecksFindConcurrency(t *testing.T) {
	cacheTestPattern := regexp.MustCompile("^(TestCache)")
	for _, c := range []struct {
		text  string
		raced *regexp.Regexp
		fault bool
	}{
		{"func a() { go a() }", nil, true},
		{"var mu sync.Mutex", nil, true},
		{"var n atomic.Int64", nil, true},
		{"func a(c chan int) {}", nil, true},
		{"func TestA(t *testing.T) { t.Parallel() }", nil, true},
		{"func TestA(t *testing.T) { synctest.Test(t, nil) }", nil, true},
		{"func TestA(t *testing.T) { go a() }", cacheTestPattern, true},
		{"func TestOther(t *testing.T) {}", cacheTestPattern, true},
		{"func TestCache(t *testing.T) { go a() }", cacheTestPattern, false},
		{"var words = sync.OnceValue(load)", nil, false},
		{"func TestA(t *testing.T) {}", nil, false},
	} {
		s, err := parseFile("internal/a/a_test.go", "package a\n"+c.text)
		if err != nil {
			t.Fatal(err)
		}
		if faults := raceFaults([]sourceFile{s}, c.raced); (len(faults) > 0) != c.fault {
			t.Errorf("%s: %v", c.text, faults)
		}
	}
}
