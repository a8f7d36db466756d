package main

import (
	"strings"
	"testing"
)

// After the command "character hide", calls no longer find the character, but users can read its
// conversation. After the command "character show", calls find the character again.
// rules catalogue-hide, accounts-audit
func TestCharacterIsHiddenBesideARunningServer(t *testing.T) {
	c := startServerProcess(t, nil)
	ada := registerAda(t, c.url)
	ada.Do("POST", "/session", map[string]any{"characterId": "marcus-aurelius"}).Want(200)
	ada.Do("POST", "/messages/marcus-aurelius", map[string]any{"content": "Good day"}).Want(201)
	if out := commandOutput(t, c.dir, "character", "hide", "marcus-aurelius"); out != "Marcus Aurelius is hidden.\n" {
		t.Errorf("printed %q", out)
	}
	if out := commandOutput(t, c.dir, "character", "hide", "marcus-aurelius"); out != "Marcus Aurelius is hidden already.\n" {
		t.Errorf("then %q", out)
	}
	ada.Do("GET", "/profile/marcus-aurelius", nil).Want(404)
	ada.Do("GET", "/messages/marcus-aurelius", nil).Want(200)
	ada.Do("POST", "/messages/marcus-aurelius", map[string]any{"content": "Are you there?"}).Want(404)
	if out := commandOutput(t, c.dir, "character", "show", "marcus-aurelius", "--json"); !strings.Contains(out, `"is_active": true`) || !strings.Contains(out, `"changed": true`) {
		t.Errorf("printed %s", out)
	}
	ada.Do("GET", "/profile/marcus-aurelius", nil).Want(200)
	log := commandOutput(t, c.dir, "audit")
	if strings.Count(log, "character.hidden") != 1 || strings.Count(log, "character.shown") != 1 {
		t.Errorf("the audit log is %s", log)
	}
	if _, errOut, code := runCommand(t, c.dir, nil, "character", "hide", "nobody"); code != 1 || !strings.Contains(errOut, `no character has the id, slug or character_id "nobody"`) {
		t.Errorf("exit %d: %s", code, errOut)
	}
}
