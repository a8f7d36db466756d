package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A flag takes precedence over the environment, and the environment over the file. Secrets are
// masked.
// rule operations-config
func TestConfigTellsTheSourceOfEachSetting(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "colloquy.conf")
	text := "# the service\nCOLLOQUY_ADDR=127.0.0.1:1111\nCOLLOQUY_LOG_LEVEL=debug\nCOLLOQUY_LOG_FORMAT=json\nCOLLOQUY_MAIL_FROM=\"Us <us@post.example>\"\nCOLLOQUY_SMTP_URL=smtp://me:geheim@mail.example:587\nCOLLOQUY_REDIS_URL=redis://replaced.example\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	secretPath := filepath.Join(dir, "secret")
	if err := os.WriteFile(secretPath, []byte("redis://:geheim@127.0.0.1:1/0"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errOut, code := runCommand(t, dir, []string{"COLLOQUY_CONFIG=" + file, "COLLOQUY_LOG_LEVEL=error", "COLLOQUY_REDIS_URL_FILE=" + secretPath}, "config", "--json", "--log-format=text")
	if code != 0 || strings.Contains(out, "geheim") || strings.Contains(out, "us@post") {
		t.Fatalf("exit %d, %s\n%s", code, errOut, out)
	}
	var list []settingSourceJSON
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	got := map[string]settingSourceJSON{}
	for _, s := range list {
		got[s.Name] = s
	}
	for name, want := range map[string][2]string{
		"COLLOQUY_ADDR":       {"127.0.0.1:1111", file},
		"COLLOQUY_LOG_LEVEL":  {"error", "environment"},
		"COLLOQUY_LOG_FORMAT": {"text", "flag --log-format"},
		"COLLOQUY_SMTP_URL":   {"set", file},
		"COLLOQUY_REDIS_URL":  {"set", "COLLOQUY_REDIS_URL_FILE"},
		"COLLOQUY_DRAIN_TIME": {"auto", "default"},
	} {
		if s := got[name]; s.Value != want[0] || s.Source != want[1] {
			t.Errorf("%s is %q from %q, want %q", name, s.Value, s.Source, want)
		}
	}
}

// rule operations-config
func TestBadConfigFileStopsTheProgram(t *testing.T) {
	dir := t.TempDir()
	badFile := filepath.Join(dir, "bad.conf")
	if err := os.WriteFile(badFile, []byte("COLLOQUY_ADDR 127.0.0.1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		badFile:                         badFile + " has a line that is not NAME=value (line 1); put texts with spaces in quotation marks\n",
		filepath.Join(dir, "none.conf"): "the configuration file cannot be read",
	} {
		if _, errOut, code := runCommand(t, dir, nil, "config", "--config", path); code == 0 || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit %d, %q", path, code, errOut)
		}
	}
}

// An error of a setting is printed without the usage of the command, which would hide the error.
// rule operations-config
func TestErrorOfASettingIsPrintedAlone(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		env, args []string
		wantUsage bool
	}{
		{[]string{"COLLOQUY_LOG_LEVEL=loud"}, []string{"config"}, false},
		{[]string{"COLLOQUY_BACKUP_EVERY=often"}, []string{"config"}, false},
		{nil, []string{"config", "--loud"}, true},
		{nil, []string{"user", "show"}, true},
	} {
		out, errOut, code := runCommand(t, dir, c.env, c.args...)
		if isUsageCode := code == usageExitCode; code == 0 || isUsageCode != c.wantUsage || !strings.HasPrefix(errOut, "colloquy: ") || strings.HasPrefix(out, "Usage: colloquy ") != c.wantUsage {
			t.Errorf("%v %v: exit %d, %q, %q", c.env, c.args, code, out, errOut)
		}
	}
}
