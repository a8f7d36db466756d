package config

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFileWarnsOfUnknownNamesAndReadableSecrets: File.Warnings reports names that are not settings, and a secret in a file
// that every user of the machine can read. rule operations-config
func TestFileWarnsOfUnknownNamesAndReadableSecrets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "colloquy.conf")
	text := "COLLOQUY_ADR=127.0.0.1:1\nPUBLIC_URL=https://chat.example\nCOLLOQUY_LLM_KEY=k\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(f.Warnings(), "\n")
	for _, want := range []string{"COLLOQUY_ADR is no setting and does nothing; COLLOQUY_ADDR is one.", "chmod 640 " + path} {
		if !strings.Contains(got, want) {
			t.Errorf("no warning %q in:\n%s", want, got)
		}
	}
	if !strings.Contains(got, "PUBLIC_URL lacks the prefix COLLOQUY_ and does nothing") {
		t.Errorf("no warning of the prefix in:\n%s", got)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if f, err = ReadFile(path); err != nil || strings.Contains(strings.Join(f.Warnings(), "\n"), "chmod") {
		t.Errorf("warned of a private file: %v", err)
	}
	if warnings := (File{}).Warnings(); len(warnings) > 0 {
		t.Errorf("no file: %q", warnings)
	}
}

// TestFileKeepsDollars: $NAME in a value is not replaced by a variable, because a password may
// contain it.
// rule operations-config
func TestFileKeepsDollars(t *testing.T) {
	path := filepath.Join(t.TempDir(), "colloquy.conf")
	if err := os.WriteFile(path, []byte("COLLOQUY_A=pa$HOME$1x\nCOLLOQUY_B=\"b ${HOME} c\"\nCOLLOQUY_C='$$'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"COLLOQUY_A": "pa$HOME$1x", "COLLOQUY_B": "b ${HOME} c", "COLLOQUY_C": "$$"} {
		if got, _ := f.Lookup(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestEnvironmentReplacesBothFormsOfASecret: NAME in the environment replaces NAME_FILE of the file,
// and the other way round. rule operations-config
func TestEnvironmentReplacesBothFormsOfASecret(t *testing.T) {
	f := File{values: map[string]string{"COLLOQUY_BACKUP_KEY_FILE": "/etc/key", "COLLOQUY_SMTP_URL": "smtp://a", "COLLOQUY_LLM_KEY": "k", "COLLOQUY_ADDR": ":80"}}
	environment := map[string]string{"COLLOQUY_BACKUP_KEY": "AGE-SECRET-KEY-1", "COLLOQUY_SMTP_URL_FILE": "/etc/smtp", "COLLOQUY_LLM_KEY_FILE": ""}
	got := f.WithoutOverriddenSecrets(func(name string) (string, bool) {
		value, isSet := environment[name]
		return value, isSet
	})
	if want := map[string]string{"COLLOQUY_LLM_KEY": "k", "COLLOQUY_ADDR": ":80"}; !maps.Equal(got.values, want) {
		t.Errorf("%v, want %v", got.values, want)
	}
	if len(f.values) != 4 {
		t.Errorf("the file itself has changed: %v", f.values)
	}
}
