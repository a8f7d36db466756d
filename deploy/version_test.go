package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// checkout is a git repository with the Makefile, tools/version.sh and a small program.
type checkout struct {
	t   *testing.T
	dir string
}

// newCheckout makes a checkout with one commit and all files that make build needs. Its web/dist is
// newer than the sources of the web app, so that make does not build the web app.
func newCheckout(t *testing.T) *checkout {
	t.Helper()
	c := &checkout{t, t.TempDir()}
	runCommand(t, nil, "cp", "--parents", "Makefile", "tools/version.sh", c.dir)
	for name, text := range map[string]string{
		"go.mod": "module colloquy\n\ngo 1.26\n", "go.sum": "", ".gitignore": "bin\n",
		"cmd/colloquy/main.go":              "package main\n\nvar version string\n\nfunc main() { print(version) }\n",
		"internal/storage/migrations/1.sql": "", "seed/personas/a.json": "", "seed/content/a.json": "", "seed/portraits/img/a": "", "seed/portraits/video/a": "",
		"web/index.html": "", "web/vite.config.ts": "", "web/tsconfig.json": "", "web/package.json": "", "web/package-lock.json": "",
	} {
		c.write(text, name)
	}
	c.write("", "web/node_modules/.installed")
	c.write("", "web/dist/index.html")
	c.git("init", "--quiet")
	c.commit("2026-03-01T12:00:00+01:00")
	return c
}

func (c *checkout) write(text, name string) {
	c.t.Helper()
	path := filepath.Join(c.dir, name)
	mkdir(c.t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// run runs a command in the checkout and returns its output without the last line break.
func (c *checkout) run(env []string, name string, args ...string) string {
	c.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (c *checkout) git(args ...string) { c.t.Helper(); c.run(nil, "git", args...) }

// commit commits all files. at is the time of the commit.
func (c *checkout) commit(at string) {
	c.t.Helper()
	c.git("add", "-A")
	c.run([]string{"GIT_COMMITTER_DATE=" + at}, "git", "-c", "user.name=Ada", "-c", "user.email=ada@post.example", "commit", "--quiet", "--allow-empty", "--message=next")
}

func (c *checkout) version() string { c.t.Helper(); return c.run(nil, "tools/version.sh") }

func (c *checkout) hash() string {
	c.t.Helper()
	return c.run(nil, "git", "rev-parse", "--short=12", "HEAD")
}

// TestVersionsSortByTime: the versions of later commits are newer for dpkg, with and without
// tags. rule operations-packages
func TestVersionsSortByTime(t *testing.T) {
	c := newCheckout(t)
	var versions []string
	wantVersion := func(version string) {
		t.Helper()
		if got := c.version(); got != version {
			t.Errorf("%s, want %s", got, version)
		}
		versions = append(versions, c.version())
	}
	wantVersion("0~20260301110000.g" + c.hash())
	c.commit("2026-03-01T12:00:01+01:00")
	wantVersion("0~20260301110001.g" + c.hash())
	c.git("tag", "v1.2.3-rc1")
	wantVersion("1.2.3~rc1")
	c.git("tag", "nightly")
	c.commit("2026-03-02T12:00:00Z")
	c.git("tag", "v1.2.3")
	wantVersion("1.2.3")
	for range 11 {
		c.commit("2026-03-02T12:00:00Z")
	}
	wantVersion("1.2.3+11.g" + c.hash())
	c.git("tag", "v1.10.0")
	wantVersion("1.10.0")
	for i, v := range versions[1:] {
		c.run(nil, "dpkg", "--compare-versions", versions[i], "lt", v)
	}
}

// TestProgramIsBuiltAgainForAnotherVersion: make builds the program again if the version has
// changed, and does not build it again otherwise.
// rule operations-packages
func TestProgramIsBuiltAgainForAnotherVersion(t *testing.T) {
	c := newCheckout(t)
	const program = "bin/colloquy"
	build := func() string {
		t.Helper()
		c.run(nil, "make", "--silent", program)
		return c.run(nil, program)
	}
	if got := build(); got != c.version() {
		t.Errorf("the program has the version %q, want %q", got, c.version())
	}
	firstBuild, err := os.Stat(filepath.Join(c.dir, program))
	if err != nil {
		t.Fatal(err)
	}
	build()
	if again, err := os.Stat(filepath.Join(c.dir, program)); err != nil || again.ModTime() != firstBuild.ModTime() {
		t.Errorf("the program was built again without a change, %v", err)
	}
	c.git("tag", "v2.0.0")
	if got := build(); got != "2.0.0" {
		t.Errorf("after a tag the program has the version %q", got)
	}
}
