package app_test

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// guideCommands returns the lines of the shell in the section Backup of PostgreSQL of the
// operations guide, without those that set the variables URL and BEFORE.
func guideCommands(t *testing.T) (lines []string) {
	t.Helper()
	guide, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(guide), "\n## Backup of PostgreSQL\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(section, -1) {
		for line := range strings.Lines(block[1]) {
			if !strings.HasPrefix(line, "URL=") && !strings.HasPrefix(line, "BEFORE=") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
	}
	return lines
}

// TestRestoreOfPostgreSQLAsTheGuideSays runs the commands of the guide: dump, restore into a
// new database, and what follows. An account that was deleted after the dump is deleted by
// the next start, the other one can log in.
// rule operations-backup
func TestRestoreOfPostgreSQLAsTheGuideSays(t *testing.T) {
	before := apptest.Postgres(t)
	e := apptest.Start(t, before)
	ada, bo := e.User("Ada"), e.User("Bo")
	after := before
	after.DataDir, after.URL = t.TempDir(), createDatabase(t, before, "restored")
	run := func(command string, env ...string) {
		t.Helper()
		cmd := exec.Command("bash", "-euo", "pipefail", "-c", command)
		cmd.Dir, cmd.Env = before.DataDir, append(os.Environ(), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	commands := guideCommands(t)
	if len(commands) != 5 || !strings.HasPrefix(commands[1], "pg_dump ") {
		t.Fatalf("the guide has %q", commands)
	}
	run(strings.Join(commands[:2], "\n"), "URL="+before.URL)
	executeSQL(t, e, `INSERT INTO deleted_accounts (user_id, deleted_at) VALUES ('`+bo.UserID+`', 5)`)
	run(strings.Join(commands[2:], "\n"), "URL="+after.URL, "BEFORE="+before.URL)

	restored := apptest.Start(t, after)
	if n := countRows(t, restored, "users WHERE id = '"+bo.UserID+"'"); n != 0 {
		t.Error("the account that was deleted after the dump is back")
	}
	if n := countRows(t, restored, "auth_sessions"); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	c := &apptest.Client{T: t, URL: restored.URL, Email: ada.Email}
	c.Login()
	c.Do("GET", "/auth/me", nil).Want(200)
}

// createDatabase creates an empty database on the server of another one and returns its
// address.
func createDatabase(t *testing.T, beside storage.Options, suffix string) string {
	t.Helper()
	u, err := url.Parse(beside.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Trim(u.Path, "/") + "_" + suffix
	server := dbtest.OpenSQL(t, beside)
	if _, err := server.ExecContext(t.Context(), `CREATE DATABASE `+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := server.ExecContext(context.WithoutCancel(t.Context()), `DROP DATABASE `+name); err != nil {
			t.Error(err)
		}
	})
	u.Path = "/" + name
	return u.String()
}
