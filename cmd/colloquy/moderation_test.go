package main

import (
	"encoding/json"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// openDatabaseBesideServer opens the database in dir, even if a server uses the database.
func openDatabaseBesideServer(t *testing.T, dir string) *storage.DB {
	t.Helper()
	db, err := storage.OpenWithoutLock(t.Context(), storage.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// The commands list a reported comment, remove it and delete its report. The audit log has these
// actions, but no texts of users.
// rule operations-moderation
func TestReportedCommentIsRemovedByCommand(t *testing.T) {
	c := startServerProcess(t, nil)
	ada := registerAda(t, c.url)
	bo := &apptest.Client{T: t, URL: c.url, Email: "bo@post.example"}
	bo.Do("POST", "/auth/register", map[string]any{"name": "Bo", "email": bo.Email, "password": apptest.Password}).Want(201)
	bo.Login()
	dbtest.Exec(t, openDatabaseBesideServer(t, c.dir), `UPDATE users SET email_verified_at = 1`)
	if out := commandOutput(t, c.dir, "report", "list"); out != "There is no report.\n" {
		t.Errorf("before: %q", out)
	}
	var comment, report struct{ ID, Ticket string }
	ada.Do("POST", "/profile/20/comments", map[string]any{"comment": "Rude\nwords"}).Want(201).Into(&comment)
	bo.Do("POST", "/comments/"+comment.ID+"/report", map[string]any{"reason": "Not kind"}).Want(201).Into(&report)

	var list []reportJSON
	if err := json.Unmarshal([]byte(commandOutput(t, c.dir, "report", "list", "--json")), &list); err != nil || len(list) != 1 || list[0].CommentID != comment.ID || list[0].Reason != "Not kind" || list[0].AuthorEmail != adaEmail || list[0].CharacterName != "Ada Lovelace" || list[0].Text != "" {
		t.Fatalf("%+v, %v", list, err)
	}
	if table := commandOutput(t, c.dir, "report", "list"); strings.Count(table, "\n") != 2 || !strings.Contains(table, "comment "+comment.ID+"  "+adaEmail+"  Ada Lovelace  Not kind") || strings.Contains(table, "Rude") {
		t.Errorf("the terminal gets %q", table)
	}
	var shown reportJSON
	if err := json.Unmarshal([]byte(commandOutput(t, c.dir, "report", "show", report.Ticket, "--json")), &shown); err != nil || shown.Text != "Rude\nwords" || shown.AuthorEmail != adaEmail {
		t.Errorf("shown: %+v, %v", shown, err)
	}
	if out := commandOutput(t, c.dir, "report", "show", report.Ticket); !strings.HasSuffix(out, "reason     Not kind\ntext       Rude words\n") {
		t.Errorf("shown: %q", out)
	}
	if _, errOut, code := runCommand(t, c.dir, nil, "report", "show", "none"); code != 1 || !strings.Contains(errOut, `no report has the ticket "none"`) {
		t.Errorf("an unknown ticket is shown: %d %q", code, errOut)
	}
	if out := commandOutput(t, c.dir, "comment", "remove", comment.ID); out != "The comment is removed.\n" {
		t.Errorf("remove: %q", out)
	}
	if body := ada.Do("GET", "/profile/20/comments", nil).Want(200).Body; strings.Contains(body, "words") {
		t.Errorf("the comment is still there: %s", body)
	}
	if _, errOut, code := runCommand(t, c.dir, nil, "comment", "remove", comment.ID); code != 1 || !strings.Contains(errOut, "removed already") {
		t.Errorf("twice: %d %q", code, errOut)
	}
	if table := commandOutput(t, c.dir, "report", "list"); !strings.Contains(table, adaEmail+"  unknown: the comment is gone") {
		t.Errorf("after the removal: %q", table)
	}
	if out := commandOutput(t, c.dir, "report", "settle", list[0].Ticket); out != "The report is deleted.\n" {
		t.Errorf("settle: %q", out)
	}
	if _, errOut, code := runCommand(t, c.dir, nil, "report", "settle", "none"); code != 1 || !strings.Contains(errOut, `no report has the ticket "none"`) {
		t.Errorf("an unknown ticket: %d %q", code, errOut)
	}
	auditOutput := commandOutput(t, c.dir, "audit")
	for _, want := range []string{"reports.listed", "report.shown", "comment.removed", "report.settled"} {
		if !strings.Contains(auditOutput, want) {
			t.Errorf("the audit log lacks %s", want)
		}
	}
	if strings.Contains(auditOutput, "words") || strings.Contains(auditOutput, "kind") {
		t.Errorf("the audit log has texts: %s", auditOutput)
	}
}

// The commands show an account, sign it out and delete it.
// rule operations-accounts
func TestAccountIsShownSignedOutAndDeleted(t *testing.T) {
	c := startServerProcess(t, nil)
	ada := registerAda(t, c.url)
	if out := commandOutput(t, c.dir, "user", "show", adaEmail); !strings.HasPrefix(out, adaEmail+" (") || !strings.Contains(out, "address not confirmed") || strings.Count(out, "\n") != 3 {
		t.Errorf("show: %q", out)
	}
	if out := commandOutput(t, c.dir, "user", "sign-out", adaEmail); out != adaEmail+" is signed out on all devices.\n" {
		t.Errorf("sign-out: %q", out)
	}
	ada.Do("GET", "/auth/me", nil).Want(401)
	ada.Login()
	if _, errOut, code := runCommand(t, c.dir, nil, "user", "delete", adaEmail); code != 1 || !strings.Contains(errOut, "add --yes") {
		t.Errorf("without --yes: %d %q", code, errOut)
	}
	ada.Do("GET", "/auth/me", nil).Want(200)
	commandOutput(t, c.dir, "user", "delete", adaEmail, "--yes")
	ada.Do("GET", "/auth/me", nil).Want(401)
	var ordered bool
	if err := openDatabaseBesideServer(t, c.dir).Reader().QueryRowContext(t.Context(), `SELECT EXISTS (SELECT 1 FROM deleted_accounts WHERE erased_at IS NULL)`).Scan(&ordered); err != nil || !ordered {
		t.Errorf("the deletion is not ordered: %v", err)
	}
	if audit := commandOutput(t, c.dir, "audit"); !strings.Contains(audit, "account.deleted") || !strings.Contains(audit, "sessions.ended") {
		t.Errorf("the audit log: %s", audit)
	}
	if _, errOut, code := runCommand(t, c.dir, nil, "user", "show", "nobody@post.example"); code != 1 || !strings.Contains(errOut, "no account has the address") {
		t.Errorf("an unknown address: %d %q", code, errOut)
	}
}

// A user's text has no control characters when it is printed on a terminal.
// rule operations-moderation
func TestTerminalLineHasNoControlCharacters(t *testing.T) {
	if got := terminalLine("a\x1b[31m\r\n\tb\u009bc\x7f é"); got != "a [31m   b c  é" {
		t.Errorf("%q", got)
	}
}
