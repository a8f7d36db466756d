package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"colloquy/internal/accounts/totp"
	"colloquy/internal/app/apptest"
)

// After the command user two-factor-off, the user signs in with the password alone. The running
// server sends the mail that the command has enqueued.
// rule accounts-two-factor-lost
func TestPasswordSufficesAfterTwoFactorOff(t *testing.T) {
	c := startServerProcess(t, nil)
	ada := registerAda(t, c.url)
	twoFactorOffCommand := []string{"user", "two-factor-off", adaEmail}
	if out := commandOutput(t, c.dir, twoFactorOffCommand...); out != "Two-factor sign-in of "+adaEmail+" is off already. Nothing has changed.\n" {
		t.Errorf("before: %q", out)
	}
	var setup struct{ Secret string }
	ada.Do("POST", "/user/two-factor", map[string]any{"password": apptest.Password}).Want(200).Into(&setup)
	code, err := totp.CodeAt(setup.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ada.Do("POST", "/user/two-factor/confirm", map[string]any{"code": code}).Want(200)
	credentials := map[string]any{"email": adaEmail, "password": apptest.Password}
	ada.Do("POST", "/auth/login", credentials).Want(401)
	if out := commandOutput(t, c.dir, twoFactorOffCommand...); out != "Two-factor sign-in of "+adaEmail+" is off now. All devices are logged out, and a mail tells the user.\n" {
		t.Errorf("out: %q", out)
	}
	ada.Do("GET", "/auth/me", nil).Want(401)
	ada.Login()
	var change twoFactorOffJSON
	if err := json.Unmarshal([]byte(commandOutput(t, c.dir, append(twoFactorOffCommand, "--json")...)), &change); err != nil || change.Changed || change.User.Email != adaEmail {
		t.Errorf("%+v, %v", change, err)
	}
	if out := commandOutput(t, c.dir, "audit"); !regexp.MustCompile("two-factor.disabled +operator +" + adaEmail).MatchString(out) {
		t.Errorf("the audit log is\n%s", out)
	}
	waitForMailFile(t, c.dir, "logged you out on all devices")
	_, errOut, exit := runCommand(t, c.dir, nil, "user", "two-factor-off", "nobody@post.example")
	if want := fmt.Sprintf("colloquy: no account has the address %q: check the spelling, or let the person register first\n", "nobody@post.example"); exit != 1 || errOut != want {
		t.Errorf("exit %d, %q", exit, errOut)
	}
}

// waitForMailFile waits until a mail in the outbox of the data directory contains text.
func waitForMailFile(t *testing.T, dir, text string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		files, err := filepath.Glob(filepath.Join(dir, "outbox", "*.eml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			mail, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			// Quoted-printable breaks lines with "=".
			if strings.Contains(strings.NewReplacer("=\r\n", "", "=\n", "").Replace(string(mail)), text) {
				return
			}
		}
	}
	t.Errorf("no mail contains %q", text)
}
