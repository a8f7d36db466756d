package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// runCommand runs this program with arguments, a data directory and more environment variables.
// It returns the standard output, the standard error and the exit code.
func runCommand(t *testing.T, dir string, env []string, args ...string) (out, errOut string, code int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append(args, "--data-dir", dir)...)
	cmd.Env = append(append(os.Environ(), childProcessVariable+"=1"), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit, is := errors.AsType[*exec.ExitError](err); err != nil && !is {
		t.Fatal(err)
	} else if is {
		code = exit.ExitCode()
	}
	return stdout.String(), stderr.String(), code
}

// commandOutput runs a command that must succeed without any standard error, and returns its
// standard output.
func commandOutput(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, errOut, code := runCommand(t, dir, nil, args...)
	if code != 0 || errOut != "" {
		t.Fatalf("%q: exit %d, %s", args, code, errOut)
	}
	return out
}

const adaEmail = "ada@post.example"

// registerAda registers a user at a running server and signs in.
func registerAda(t *testing.T, url string) *apptest.Client {
	t.Helper()
	c := &apptest.Client{T: t, URL: url, Email: adaEmail}
	c.Do("POST", "/auth/register", map[string]any{"name": "Ada", "email": adaEmail, "password": apptest.Password}).Want(201)
	c.Login()
	return c
}

func isAdmin(c *apptest.Client) bool {
	c.T.Helper()
	var me struct {
		IsAdmin bool `json:"is_admin"`
	}
	c.Do("GET", "/auth/me", nil).Want(200).Into(&me)
	return me.IsAdmin
}

// After a grant, the next call of an open session has the rights of an administrator. After a
// revocation, the next call has no rights of an administrator.
// rules accounts-admin, accounts-audit
func TestAdminCommandsActAtTheNextCall(t *testing.T) {
	c := startServerProcess(t, nil)
	ada := registerAda(t, c.url)
	if out := commandOutput(t, c.dir, "admin", "list"); out != "There is no administrator. To make one: colloquy admin grant EMAIL\n" {
		t.Errorf("list: %q", out)
	}
	for _, step := range []struct {
		args  []string
		want  string
		admin bool
	}{
		{[]string{"grant", " ADA@Post.Example"}, adaEmail + " is an administrator now (no mail server is set, so no address can be confirmed).\n", true},
		{[]string{"grant", adaEmail}, adaEmail + " is an administrator already. Nothing has changed.\n", true},
		{[]string{"revoke", adaEmail}, adaEmail + " is no administrator any more.\nThere is no administrator now. To make one: colloquy admin grant EMAIL\n", false},
		{[]string{"revoke", adaEmail}, adaEmail + " is no administrator. Nothing has changed.\nThere is no administrator now. To make one: colloquy admin grant EMAIL\n", false},
	} {
		out := commandOutput(t, c.dir, append([]string{"admin"}, step.args...)...)
		end := time.Now()
		if got := isAdmin(ada); got != step.admin || out != step.want {
			t.Errorf("%q: administrator %v, printed %q, want %q", step.args, got, out, step.want)
		}
		if delay := time.Since(end); delay > time.Second {
			t.Errorf("%q took effect after %v", step.args, delay)
		}
	}
	checkAuditOfAdminChanges(t, c.dir)
}

// checkAuditOfAdminChanges checks the output of the command audit after one registration, sign-in,
// grant and revocation.
func checkAuditOfAdminChanges(t *testing.T, dir string) {
	t.Helper()
	var events []auditJSON
	if err := json.Unmarshal([]byte(commandOutput(t, dir, "audit", "--json")), &events); err != nil {
		t.Fatal(err)
	}
	var eventNames []string
	for _, e := range events {
		eventNames = append(eventNames, string(e.Event))
		if e.SubjectEmail != adaEmail || strings.HasPrefix(string(e.Event), "admin.") != (e.ActorID == "operator") || time.Since(e.At) > time.Hour {
			t.Errorf("the event %+v", e)
		}
	}
	if got := strings.Join(eventNames, " "); got != "admin.revoked admin.granted sign-in.new-device account.registered" {
		t.Errorf("the events are %s", got)
	}
	text := commandOutput(t, dir, "audit", "--since", "1h", "--limit", "2")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "WHEN (UTC)") || !strings.Contains(lines[1], "admin.revoked  operator  "+adaEmail) || !strings.HasSuffix(lines[2], "no-mail") {
		t.Errorf("the log is printed as\n%s", text)
	}
	if out := commandOutput(t, dir, "audit", "--since", "1ms"); out != "There is no event of the last 1ms.\n" {
		t.Errorf("without events: %q", out)
	}
}

// The JSON of the commands has the fields that programs read.
func TestAdminCommandsPrintJSON(t *testing.T) {
	c := startServerProcess(t, nil)
	registerAda(t, c.url)
	var change adminChangeJSON
	for _, verb := range []string{"grant", "revoke", "grant"} {
		if err := json.Unmarshal([]byte(commandOutput(t, c.dir, "admin", verb, adaEmail, "--json")), &change); err != nil {
			t.Fatal(err)
		}
		if is := verb == "grant"; !change.Changed || change.User.IsAdmin != is || change.AdminCount == 0 == is || (change.VerifiedBy == "no-mail") != is {
			t.Errorf("%s: %+v", verb, change)
		}
		change = adminChangeJSON{}
	}
	var list []userJSON
	if err := json.Unmarshal([]byte(commandOutput(t, c.dir, "admin", "list", "--json")), &list); err != nil || len(list) != 1 || list[0].Email != adaEmail || list[0].Name != "Ada" {
		t.Errorf("%+v, %v", list, err)
	}
	if out := commandOutput(t, c.dir, "admin", "list"); !strings.Contains(out, "ada@post.example  Ada   20") {
		t.Errorf("list: %s", out)
	}
}

// A command that fails has exit code 1 and says what to do. For a mistyped address it suggests
// no other address.
// rule accounts-admin
func TestAdminCommandsSayWhatToDo(t *testing.T) {
	c := startServerProcess(t, nil)
	ada := registerAda(t, c.url)
	mailEnv := []string{"COLLOQUY_SMTP_URL=smtp://127.0.0.1:1", "COLLOQUY_MAIL_FROM=no-reply@post.example"}
	emptyDir := t.TempDir()
	for _, step := range []struct {
		dir  string
		env  []string
		args []string
		want string
	}{
		{c.dir, nil, []string{"admin", "grant", "ada@post.exampel"}, `no account has the address "ada@post.exampel": check the spelling, or let the person register first`},
		{c.dir, nil, []string{"admin", "revoke", "nobody"}, `no account has the address "nobody": check the spelling, or let the person register first`},
		{c.dir, mailEnv, []string{"admin", "grant", adaEmail}, "ada@post.example has not confirmed this address: let the person open the link of the confirmation mail, then run the command again"},
		{emptyDir, nil, []string{"admin", "list"}, "there is no database in " + emptyDir + ": name the data directory of the server with --data-dir, or start the server once"},
		{c.dir, nil, []string{"audit", "--limit", "0"}, "--since and --limit must be more than 0, such as --since 24h --limit 100"},
		{c.dir, nil, []string{"audit", "--since=-1h"}, "--since and --limit must be more than 0, such as --since 24h --limit 100"},
	} {
		out, errOut, code := runCommand(t, step.dir, step.env, step.args...)
		if code != 1 || out != "" || errOut != "colloquy: "+step.want+"\n" {
			t.Errorf("%q: exit %d, %q, %q, want %q", step.args, code, out, errOut, step.want)
		}
	}
	if files, err := os.ReadDir(emptyDir); err != nil || len(files) > 0 {
		t.Errorf("a directory without a database has %v, %v", files, err)
	}
	if isAdmin(ada) {
		t.Error("a refused command made an administrator")
	}
}

// A command waits for a running transaction instead of failing.
func TestAdminCommandsWaitForTheDatabase(t *testing.T) {
	c := startServerProcess(t, nil)
	registerAda(t, c.url)
	tx, err := dbtest.OpenSQL(t, storage.Options{DataDir: c.dir}).BeginTx(t.Context(), nil) // takes the write lock
	if err != nil {
		t.Fatal(err)
	}
	commandEnded := make(chan struct{})
	go func() {
		defer close(commandEnded)
		if out, errOut, code := runCommand(t, c.dir, nil, "admin", "grant", adaEmail); code != 0 {
			t.Errorf("exit %d, %s%s", code, out, errOut)
		}
	}()
	select {
	case <-commandEnded:
		t.Error("the command did not wait")
	case <-time.After(time.Second):
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	<-commandEnded
}
