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

// guideCommands returns the shell commands in the section Backup of PostgreSQL of
// docs/operations.md, without those that set the variables URL and BEFORE.
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

// TestGuideRestoresPostgreSQL runs the commands of docs/operations.md: dump, restore into
// a new database, and the later steps. One account is deleted after the dump; the next start
// deletes it again. The other account can log in.
// rule operations-backup
func TestGuideRestoresPostgreSQL(t *testing.T) {
	sourceOptions := apptest.Postgres(t)
	e := apptest.Start(t, sourceOptions)
	ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
	targetOptions := sourceOptions
	targetOptions.DataDir, targetOptions.URL = t.TempDir(), createDatabase(t, sourceOptions, "restored")
	runCommand := func(command string, env ...string) {
		t.Helper()
		cmd := exec.Command("bash", "-euo", "pipefail", "-c", command)
		cmd.Dir, cmd.Env = sourceOptions.DataDir, append(os.Environ(), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	commands := guideCommands(t)
	if len(commands) != 5 || !strings.HasPrefix(commands[1], "pg_dump ") {
		t.Fatalf("the guide has %q", commands)
	}
	runCommand(strings.Join(commands[:2], "\n"), "URL="+sourceOptions.URL)
	executeSQL(t, e, `INSERT INTO deleted_accounts (user_id, deleted_at) VALUES ('`+bo.UserID+`', 5)`)
	runCommand(strings.Join(commands[2:], "\n"), "URL="+targetOptions.URL, "BEFORE="+sourceOptions.URL)

	restoredEnv := apptest.Start(t, targetOptions)
	if n := countRows(t, restoredEnv, "users WHERE id = '"+bo.UserID+"'"); n != 0 {
		t.Error("the account that was deleted after the dump is back")
	}
	if n := countRows(t, restoredEnv, "auth_sessions"); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	c := &apptest.Client{T: t, URL: restoredEnv.URL, Email: ada.Email}
	c.Login()
	c.Do("GET", "/auth/me", nil).Want(200)
}

// createDatabase creates an empty database on the server of another one and returns its
// address.
func createDatabase(t *testing.T, existing storage.Options, suffix string) string {
	t.Helper()
	u, err := url.Parse(existing.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Trim(u.Path, "/") + "_" + suffix
	server := dbtest.OpenSQL(t, existing)
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
