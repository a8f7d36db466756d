package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/storage/dbtest"
)

// insertMail inserts the job of a mail that has failed 3 times and is tried again at runAt (Unix
// milliseconds).
func insertMail(t *testing.T, dir, id string, runAt int64) {
	t.Helper()
	payload := `{"id":"01900000-0000-7000-8000-00000000000` + id + `","mail":{"to":"ada@post.example","subject":"Private","text":"Again","kind":"contact"}}`
	dbtest.Exec(t, openDatabaseBesideServer(t, dir), `INSERT INTO jobs (id, kind, key, payload, run_at, attempts, last_error, created_at) VALUES ($1, 'mail', $1, $2, $3, 3, 'smtp: 451', 1)`, "j"+id, payload, runAt)
}

// The list of waiting mails has no private text. After the command retry the mails are sent at
// once. Mails that are tried within minutes anyway do not change.
// rule operations-mail
func TestWaitingMailsAreListedAndSentAtOnce(t *testing.T) {
	c := startServerProcess(t, nil)
	registerAda(t, c.url)
	waitForMailFile(t, c.dir, "Confirm your email address")
	if out := commandOutput(t, c.dir, "mail", "waiting"); out != "No mail waits.\n" {
		t.Errorf("before: %q", out)
	}
	if out := commandOutput(t, c.dir, "mail", "waiting", "--json"); out != "[]\n" {
		t.Errorf("before, as JSON: %q", out)
	}
	inFourHours := time.Now().Add(4 * time.Hour)
	insertMail(t, c.dir, "1", inFourHours.UnixMilli())
	insertMail(t, c.dir, "2", time.Now().Add(2*time.Minute).UnixMilli())
	table := commandOutput(t, c.dir, "mail", "waiting")
	if !strings.Contains(table, "a…@post.example  contact  3         "+inFourHours.UTC().Format(time.DateTime)+"  smtp: 451") || strings.Contains(table, "Private") || strings.Contains(table, "ada@") {
		t.Errorf("waiting: %s", table)
	}
	var list []waitingMailJSON
	if err := json.Unmarshal([]byte(commandOutput(t, c.dir, "mail", "waiting", "--json")), &list); err != nil || len(list) != 2 || list[1].To != "a…@post.example" || list[1].Kind != "contact" || list[1].NextAt.UnixMilli() != inFourHours.UnixMilli() {
		t.Errorf("%+v, %v", list, err)
	}
	if out := commandOutput(t, c.dir, "mail", "retry"); out != "A running server tries 1 mails again within seconds. Being sent now, or tried within 5 minutes anyway: 1.\n" {
		t.Errorf("retry: %q", out)
	}
	waitForMailFile(t, c.dir, "Private")
	if out := commandOutput(t, c.dir, "mail", "waiting"); strings.Count(out, "\n") != 2 {
		t.Errorf("after: %q", out)
	}
	if _, errOut, code := runCommand(t, c.dir, nil, "mail", "waiting", "--limit", "0"); code != 1 || !strings.Contains(errOut, "--limit must be more than 0") {
		t.Errorf("no limit: %d %q", code, errOut)
	}
}

// A mail that has failed for good is listed with its error, and is sent after the command retry.
// rule operations-mail
func TestFailedMailsAreSentAgain(t *testing.T) {
	c := startServerProcess(t, nil)
	registerAda(t, c.url)
	waitForMailFile(t, c.dir, "Confirm your email address")
	if out := commandOutput(t, c.dir, "mail", "failed"); out != "No mail has failed for good.\n" {
		t.Errorf("before: %q", out)
	}
	countMails := func() int {
		files, err := filepath.Glob(filepath.Join(c.dir, "outbox", "*.eml"))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	mailCountBefore := countMails()
	payload := `{"id":"01900000-0000-7000-8000-000000000001","mail":{"to":"ada@post.example","subject":"Again","text":"Again"}}`
	dbtest.Exec(t, openDatabaseBesideServer(t, c.dir), `INSERT INTO jobs (id, kind, key, payload, run_at, attempts, last_error, created_at) VALUES ('j1', 'mail', 'j1', $1, 253402300799000, 22, 'smtp: 550', 1)`, payload)
	if out := commandOutput(t, c.dir, "mail", "failed"); !strings.Contains(out, "22        smtp: 550") {
		t.Errorf("failed: %q", out)
	}
	if out := commandOutput(t, c.dir, "mail", "retry"); out != "A running server tries 1 mails again within seconds.\n" {
		t.Errorf("retry: %q", out)
	}
	for end := time.Now().Add(30 * time.Second); countMails() == mailCountBefore; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the mail was not sent again")
		}
	}
}
