package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// sandboxEnv has the environment variable that makes a server sell characters. A character on sale
// is locked until a user buys it.
var sandboxEnv = []string{"COLLOQUY_PAYMENTS=sandbox"}

// isLocked sends a message and reports whether it is refused because the character is locked.
func isLocked(c *apptest.Client, character string) bool {
	c.T.Helper()
	c.Do("POST", "/session", map[string]any{"characterId": character}).Want(200)
	return c.Do("POST", "/messages/"+character, map[string]any{"content": "Good day"}).ErrorCode() == "character_locked"
}

// isInDays reports whether a time is the given number of days from now, give or take two minutes.
func isInDays(at time.Time, days int) bool {
	return time.Until(at.AddDate(0, 0, -days)).Abs() < 2*time.Minute
}

// After the command "admin grant-access", the user's next call finds the character unlocked. Each
// further command extends the access.
// rules payment-grant-access, accounts-audit
func TestGrantedAccessHoldsFromTheNextCall(t *testing.T) {
	c := startServerProcess(t, sandboxEnv)
	ada := registerAda(t, c.url)
	if !isLocked(ada, "cleopatra") {
		t.Fatal("cleopatra is open")
	}
	const text = "Cleopatra VII is open for ada@post.example until "
	for _, character := range []string{"cleopatra", "64"} {
		commandOutput(t, c.dir, "admin", "grant-access", " ADA@Post.Example", character, "30")
	}
	out := commandOutput(t, c.dir, "admin", "grant-access", adaEmail, "cleopatra", "15")
	until, err := time.Parse(text+"2006-01-02 15:04 UTC.\n", out)
	if err != nil || !isInDays(until, 75) {
		t.Errorf("printed %q, %v; want 75 days from now", out, err)
	}
	var access accessJSON
	if err := json.Unmarshal([]byte(commandOutput(t, c.dir, "admin", "grant-access", adaEmail, "all", "3660", "--json")), &access); err != nil {
		t.Fatal(err)
	}
	if access.CharacterID != 0 || access.Character != "" || access.User.Email != adaEmail || !isInDays(access.Until, 3660) {
		t.Errorf("%+v", access)
	}
	if out = commandOutput(t, c.dir, "admin", "grant-access", adaEmail, "socrates", "1"); !strings.HasPrefix(out, "Socrates is open") {
		t.Errorf("printed %q", out)
	}
	if isLocked(ada, "socrates") {
		t.Error("socrates is locked")
	}
	if log := commandOutput(t, c.dir, "audit", "--json"); strings.Count(log, `"access.granted"`) != 5 || !strings.Contains(log, `"64-15d"`) || !strings.Contains(log, `"all-3660d"`) {
		t.Errorf("the audit log is %s", log)
	}
}

// A refused command says what to do and changes nothing.
// rule payment-grant-access
func TestGrantAccessSaysWhatToDo(t *testing.T) {
	c := startServerProcess(t, sandboxEnv)
	ada := registerAda(t, c.url)
	const wrongDays = "Access can be given for 1 to 3660 days, and can end at most 3660 days from now."
	for _, step := range []struct{ email, character, days, want string }{
		{"ada@post.exampel", "all", "30", `no account has the address "ada@post.exampel": check the spelling, or let the person register first`},
		{adaEmail, "nobody", "30", `no character has the id, slug or character_id "nobody": the slug is the end of the address of its chat; name all for every character`},
		{adaEmail, "ada-lovelace", "30", `the character "ada-lovelace" is free: everybody may chat with it, so nothing has changed`},
		{adaEmail, "all", "0", wrongDays},
		{adaEmail, "all", "3661", wrongDays},
		{adaEmail, "64", "999999999999999", wrongDays},
	} {
		out, errOut, code := runCommand(t, c.dir, nil, "admin", "grant-access", step.email, step.character, step.days)
		if code != 1 || out != "" || errOut != "colloquy: "+step.want+"\n" {
			t.Errorf("%+v: exit %d, %q, %q", step, code, out, errOut)
		}
	}
	if !isLocked(ada, "cleopatra") {
		t.Error("a refused command opened a character")
	}
	if log := commandOutput(t, c.dir, "audit"); strings.Contains(log, "access.granted") {
		t.Errorf("the audit log is %s", log)
	}
}
