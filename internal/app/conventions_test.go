package app_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
)

// sourceFile is one file of the repository, or a sample of one. Path is relative
// to the root; code is nil where it is no Go.
type sourceFile struct {
	path string
	text string
	code *ast.File
	set  *token.FileSet
}

func (s sourceFile) dir() string   { return path.Dir(s.path) }
func (s sourceFile) isTest() bool  { return strings.HasSuffix(s.path, "_test.go") }
func (s sourceFile) isGo() bool    { return s.code != nil }
func (s sourceFile) product() bool { return s.isGo() && !s.isTest() }
func (s sourceFile) under(dirs ...string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return s.dir() == dir || strings.HasPrefix(s.dir(), dir+"/") })
}

func (s sourceFile) line(p token.Pos) int { return s.set.Position(p).Line }

func parse(name, text string) (sourceFile, error) {
	s := sourceFile{path: name, text: text}
	if path.Ext(name) != ".go" {
		return s, nil
	}
	s.set = token.NewFileSet()
	var err error
	s.code, err = parser.ParseFile(s.set, name, text, parser.ParseComments)
	return s, err
}

// Folders that hold what is not ours or was made.
var skippedFolders = []string{"node_modules", "dist", "bin", "data", "coverage", "test-results", "playwright-report", "img"}

// The kinds of files that are written by hand.
var sourceExtensions = []string{".go", ".ts", ".tsx", ".js", ".mjs", ".css", ".sh", ".sql", ".md", ".yml", ".html"}

// generatedFile is made by make gen.
const generatedFile = "web/src/shared/api/schema.d.ts"

// repositoryFiles returns the files of the repository, which are read once.
func repositoryFiles(t *testing.T) []sourceFile {
	t.Helper()
	list, err := readRepository()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(list)
}

var readRepository = sync.OnceValues(func() (out []sourceFile, err error) {
	root := os.DirFS("../..")
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && name != "."
		if d.IsDir() && (hidden || slices.Contains(skippedFolders, d.Name())) {
			return fs.SkipDir
		}
		if d.IsDir() || name == generatedFile || !slices.Contains(sourceExtensions, path.Ext(name)) {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		s, err := parse(name, string(text))
		out = append(out, s)
		return err
	})
	return out, err
})

// convention is one rule of the house: it names what breaks it, and its samples
// prove that it sees each way of breaking it. A sample is a path, a line
// break and the file's text.
type convention struct {
	name string
	find func(list []sourceFile) []string
	bad  []string
	good []string
}

// each makes a rule of one that looks at a file at a time.
func eachFile(find func(s sourceFile) []string) func([]sourceFile) []string {
	return func(list []sourceFile) []string {
		var out []string
		for _, s := range list {
			for _, fault := range find(s) {
				out = append(out, s.path+": "+fault)
			}
		}
		return out
	}
}

func TestRepositoryFollowsTheConventions(t *testing.T) {
	list := repositoryFiles(t)
	if len(list) < 100 {
		t.Fatalf("only %d files were found", len(list))
	}
	for _, r := range conventions {
		t.Run(r.name, func(t *testing.T) {
			for _, fault := range r.find(list) {
				t.Error(fault)
			}
		})
	}
}

func TestConventionsDetectViolations(t *testing.T) {
	for _, r := range conventions {
		t.Run(r.name, func(t *testing.T) {
			if len(r.bad) == 0 {
				t.Error("no sample proves this rule")
			}
			for _, text := range r.bad {
				if faults := r.find([]sourceFile{sampleOf(t, text)}); len(faults) == 0 {
					t.Errorf("passed over:\n%.300s", text)
				}
			}
			for _, text := range r.good {
				if faults := r.find([]sourceFile{sampleOf(t, text)}); len(faults) > 0 {
					t.Errorf("%v in:\n%.300s", faults, text)
				}
			}
		})
	}
}

func sampleOf(t *testing.T, text string) sourceFile {
	t.Helper()
	name, text, _ := strings.Cut(text, "\n")
	s, err := parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var conventions = []convention{
	{"the core imports the standard library", eachFile(coreImports), []string{
		"internal/core/a.go\npackage core\nimport _ \"golang.org/x/text/cases\"",
		"internal/core/a.go\npackage core\nimport _ \"colloquy/internal/obs\"",
	}, []string{"internal/core/a.go\npackage core\nimport _ \"encoding/json\""}},
	{"platform and demo import no feature", eachFile(platformImports), []string{
		"internal/jobs/a.go\npackage jobs\nimport _ \"colloquy/internal/chat\"",
		"internal/demo/a.go\npackage demo\nimport _ \"colloquy/internal/catalogue\"",
		"internal/httpx/a.go\npackage httpx\nimport _ \"colloquy/internal/app\"",
	}, []string{"internal/jobs/a.go\npackage jobs\nimport _ \"colloquy/internal/storage\""}},
	{"pure packages import pure packages", eachFile(pureImports), []string{
		"internal/distress/a.go\npackage distress\nimport _ \"colloquy/internal/llm\"",
		"internal/identity/a_test.go\npackage identity\nimport _ \"colloquy/internal/core\"",
	}, []string{"internal/distress/a.go\npackage distress\nimport _ \"colloquy/internal/english\""}},
	{"only app imports demo", eachFile(demoImports), []string{
		"internal/llm/a.go\npackage llm\nimport _ \"colloquy/internal/demo\"",
		"internal/chat/a_test.go\npackage chat\nimport _ \"colloquy/internal/demo\"",
	}, []string{"internal/app/a.go\npackage app\nimport _ \"colloquy/internal/demo\""}},
	{"features do not import each other", eachFile(featureImports), []string{
		"internal/chat/a.go\npackage chat\nimport _ \"colloquy/internal/accounts\"",
		"internal/chat/prompt/a.go\npackage prompt\nimport _ \"colloquy/internal/catalogue\"",
		"internal/accounts/a_test.go\npackage accounts\nimport _ \"colloquy/internal/chat\"",
	}, []string{
		"internal/chat/a.go\npackage chat\nimport _ \"colloquy/internal/chat/prompt\"",
		"internal/chat/a_test.go\npackage chat_test\nimport _ \"colloquy/internal/app/apptest\"",
	}},
	{"the parts of a room do not import the room", eachFile(partImports), []string{
		"internal/chat/writing/a.go\npackage writing\nimport _ \"colloquy/internal/chat\"",
		"internal/chat/message/a.go\npackage message\nimport _ \"colloquy/internal/chat/writing\"",
	}, []string{
		"internal/chat/a.go\npackage chat\nimport _ \"colloquy/internal/chat/writing\"",
		"internal/chat/writing/a.go\npackage writing\nimport _ \"colloquy/internal/chat/message\"",
	}},
	{"only cmd imports app", eachFile(appImports), []string{
		"seed/a.go\npackage seed\nimport _ \"colloquy/internal/app\"",
		"internal/chat/a.go\npackage chat\nimport _ \"colloquy/internal/app/apptest\"",
	}, []string{"cmd/colloquy/a.go\npackage main\nimport _ \"colloquy/internal/app\""}},
	{"database drivers stay in storage", eachFile(driverImports), []string{
		"internal/chat/a.go\npackage chat\nimport _ \"github.com/jackc/pgx/v5\"",
		"internal/app/a.go\npackage app\nimport _ \"modernc.org/sqlite\"",
	}, []string{"internal/storage/a.go\npackage storage\nimport _ \"modernc.org/sqlite\""}},
	{"HTTP stays at the door", eachFile(httpImports), []string{
		"internal/chat/send.go\npackage chat\nimport _ \"net/http\"",
		"internal/accounts/login.go\npackage accounts\nimport _ \"github.com/danielgtaylor/huma/v2\"",
		"internal/jobs/a.go\npackage jobs\nimport _ \"github.com/go-chi/chi/v5\"",
		"internal/llm/llm.go\npackage llm\nimport _ \"net/http\"",
	}, []string{"internal/chat/http.go\npackage chat\nimport _ \"net/http\"", "internal/obs/obs_test.go\npackage obs\nimport _ \"net/http\""}},
	{"goroutines recover", eachFile(bareGoroutines), []string{
		"internal/chat/a.go\npackage chat\nfunc a() { go a() }",
		"internal/chat/a.go\npackage chat\nfunc a() {\n\tvar wg sync.WaitGroup\n\twg.Go(func() {})\n}",
		"cmd/colloquy/a.go\npackage main\nfunc a() { go func() {}() }",
	}, []string{
		"internal/chat/a.go\npackage chat\nfunc a() { obs.Go(nil, nil, \"a\", func() {}) }",
		"internal/chat/a_test.go\npackage chat\nfunc a() { go a() }",
		"internal/llm/fake/a.go\npackage fake\nfunc a() { go a() }",
	}},
	{"one SQL for both engines", eachFile(sqlWords), []string{
		sqlSample("SELECT id FROM users WHERE email ILIKE $1"), sqlSample("SELECT id FROM users WHERE email like $1"),
		sqlSample("SELECT id FROM jobs FOR UPDATE SKIP LOCKED"), sqlSample("SELECT id FROM users WHERE id = ANY($1)"),
		sqlSample("SELECT payload->>'a' FROM jobs"), sqlSample("SELECT greatest(a, b) FROM jobs"),
		sqlSample("UPDATE users SET is_admin = 1"), sqlSample("SELECT id FROM users WHERE is_admin=0"), sqlSample("SELECT id::text FROM users"),
		sqlSample("SELECT id FROM users WHERE id = ?"), sqlSample("SELECT datetime('now')"), sqlSample("SELECT now() FROM users"),
	}, []string{sqlSample("SELECT id FROM users WHERE is_admin AND created_at = 1"), "internal/accounts/a.go\npackage accounts\nconst a = \"I like it. What now?\""}},
	{"tables are written by their owner", eachFile(tableWrites), []string{
		"internal/chat/store.go\npackage chat\nconst a = `INSERT INTO users (id) VALUES ($1)`",
		"internal/chat/store.go\npackage chat\nconst a = `update\n\tcharacters SET name = $1`",
		"internal/accounts/store.go\npackage accounts\nconst a = `DELETE FROM messages`",
		"internal/app/a.go\npackage app\nconst a = `DELETE FROM jobs`",
	}, []string{"internal/chat/store.go\npackage chat\nconst a = `DELETE FROM messages`"}},
	{"reads of other rooms' tables stand in reads.go", eachFile(tableReads), []string{
		"internal/catalogue/store.go\npackage catalogue\nconst a = `SELECT 1 FROM conversations`",
		"internal/chat/store.go\npackage chat\nconst a = `SELECT 1 FROM messages m JOIN users u ON u.id = m.id`",
	}, []string{"internal/catalogue/reads.go\npackage catalogue\nconst a = `SELECT 1 FROM conversations`"}},
	{"every table has an owner", eachFile(tableOwners), []string{
		"internal/storage/migrations/sqlite/9.sql\nCREATE TABLE orphans (id TEXT);",
		"internal/storage/migrations/sqlite/9.sql\nCREATE TABLE IF NOT EXISTS orphans (id TEXT);",
	}, []string{"internal/storage/migrations/sqlite/9.sql\nCREATE TABLE users (id TEXT);"}},
	{"every package has a comment", packageComments, []string{"internal/a/a.go\npackage a", "internal/a/a_test.go\npackage a"},
		[]string{"internal/a/a.go\n// Package a is a sample.\npackage a"}},
	{"every exported name has a comment", eachFile(exportedComments), []string{
		"internal/a/a.go\npackage a\nfunc A() {}", "internal/a/a.go\npackage a\ntype A int", "internal/a/a.go\npackage a\nvar A = 1", "internal/a/a.go\npackage a\nconst (\n\tA = 1\n)",
		"internal/a/a.go\npackage a\n// A is a sample.\ntype A int\nfunc (a *A) B() {}",
	}, []string{"internal/a/a.go\npackage a\n// The samples.\nconst (\n\tA = 1\n)\ntype b int\nfunc (b) C() {}"}},
	{"files are short", eachFile(fileLength), []string{"web/a.ts\n" + strings.Repeat("a\n", maxLines+1), "internal/a/a.go\npackage a\n" + strings.Repeat("\n", maxLines)},
		[]string{"web/a.css\n" + strings.Repeat("a\n", maxLines)}},
	{"functions are short", eachFile(functionLength), []string{
		"internal/a/a.go\npackage a\nfunc a() {\n" + strings.Repeat("\n", maxFunction) + "}",
		"internal/a/a_test.go\npackage a\nvar a = func() {\n" + strings.Repeat("\n", maxFunction) + "}",
	}, []string{"internal/a/a.go\npackage a\nfunc a() {\n" + strings.Repeat("\n", maxFunction-2) + "}"}},
	{"nothing is put off", eachFile(toDoMarks), []string{
		"web/a.ts\n// TO" + "DO: later", "internal/a/a.go\npackage a // FIX" + "ME", "tools/a.sh\n# HA" + "CK", "docs/a.md\nXX" + "X",
	}, []string{"web/a.ts\n// a to-do list is a todo list"}},
	{"no path of a machine", eachFile(machinePaths), []string{
		"docs/a.md\nsee /wo" + "rk/x", "internal/a/a.go\npackage a\nconst a = \"/tm" + "p/x\"", "tools/a.sh\ncd /ho" + "me/ada", "docs/a.md\n.libra" + "ry/x", "a.md\nC:\\Us" + "ers\\ada",
	}, []string{"docs/a.md\nhttps://example.org/work/ and /api/tmp"}},
}

func sqlSample(query string) string {
	return fmt.Sprintf("internal/accounts/a.go\npackage accounts\nconst a = %q", query)
}
