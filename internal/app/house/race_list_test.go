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

const raceList = "../../../tools/without-race.txt"

// withoutRace returns the packages whose tests run without the race detector. The value
// matches the tests of the package that run with the race detector too; it may be nil.
func withoutRace(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	text, err := os.ReadFile(raceList)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]*regexp.Regexp{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		dir, tests, _ := strings.Cut(line, " ")
		list[dir] = nil
		if tests != "" {
			list[dir] = regexp.MustCompile("^(" + tests + ")")
		}
	}
	return list
}

// raceFaults returns the concurrent code in the files of a package whose tests run
// without the race detector. It ignores tests that raced matches, because they run with
// the race detector too.
func raceFaults(files []sourceFile, raced *regexp.Regexp) []string {
	if len(files) == 0 {
		return []string{"has no files"}
	}
	var out []string
	seen := false
	for _, s := range files {
		for _, declaration := range s.code.Decls {
			f, isFunc := declaration.(*ast.FuncDecl)
			name := ""
			if isFunc && f.Recv == nil {
				name = f.Name.Name
			}
			if raced != nil && raced.MatchString(name) {
				seen = true
				continue
			}
			for _, what := range concurrencyIn(declaration) {
				if raced == nil || s.isTest() {
					out = append(out, fmt.Sprintf("%s:%d: %s", s.path, s.line(declaration.Pos()), what))
				}
			}
		}
	}
	if raced != nil && !seen {
		out = append(out, fmt.Sprintf("no test matches %s", raced))
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
	byDir := map[string][]sourceFile{}
	for _, s := range repositoryFiles(t) {
		if s.isGo() {
			byDir[s.dir()] = append(byDir[s.dir()], s)
		}
	}
	list := withoutRace(t)
	if len(list) < 10 {
		t.Fatalf("%s has %d packages", raceList, len(list))
	}
	for dir, raced := range list {
		for _, fault := range raceFaults(byDir[dir], raced) {
			t.Errorf("%s runs without the race detector: %s", dir, fault)
		}
	}
}

func TestRaceChecksFindConcurrency(t *testing.T) {
	cached := regexp.MustCompile("^(TestCache)")
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
		{"func TestA(t *testing.T) { go a() }", cached, true},
		{"func TestOther(t *testing.T) {}", cached, true},
		{"func TestCache(t *testing.T) { go a() }", cached, false},
		{"var words = sync.OnceValue(load)", nil, false},
		{"func TestA(t *testing.T) {}", nil, false},
	} {
		s, err := parse("internal/a/a_test.go", "package a\n"+c.text)
		if err != nil {
			t.Fatal(err)
		}
		if faults := raceFaults([]sourceFile{s}, c.raced); (len(faults) > 0) != c.fault {
			t.Errorf("%s: %v", c.text, faults)
		}
	}
}
