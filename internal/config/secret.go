package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
)

const (
	maskedText = "set"
	// maxSecretFileBytes is the largest size of a secret file in bytes.
	maxSecretFileBytes = 16 << 10
)

// Secret is a text that the packages fmt, log/slog and encoding/json print as "set", or as
// "" if it is empty. Rule operations-config.
type Secret string

// Reveal returns the text.
func (s Secret) Reveal() string { return string(s) }

// String returns "set", or "" if there is no secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return maskedText
}

// Format prints String for every verb.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, s.String()) }

// LogValue returns String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText returns String.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// fileSecret is a secret that can also be read from a file.
type fileSecret struct {
	env   string  // environment variable of the secret
	value *Secret // field of Config with the secret
	file  *string // field of Config with the path of the file
}

// FileVariable returns the environment variable for the path of a secret's file.
func FileVariable(env string) string { return env + "_FILE" }

// fileEnv returns the environment variable for the path of the file.
func (s fileSecret) fileEnv() string { return FileVariable(s.env) }

// read reads the secret from its file and clears the setting of the file, so that a
// second Validate has no effect.
func (s fileSecret) read() error {
	if *s.file == "" {
		return nil
	}
	if *s.value != "" {
		return fmt.Errorf("%s and %s are both set, and only one of them can count; keep one of the two, and remove the other one where it is set: in the environment, the flags or the configuration file", s.env, s.fileEnv())
	}
	read := readSingleLine
	if s.env == modelServersName || s.env == backupKeyName {
		read = readSecretText // a list of servers and a key file have several lines
	}
	text, err := read(*s.file)
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s cannot be used: %w; let the user of the service read the file, such as with chgrp colloquy and chmod 640", s.fileEnv(), err)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be used: %w; name a file that holds the secret and nothing else", s.fileEnv(), err)
	}
	*s.value, *s.file = Secret(text), ""
	return nil
}

// ReadSecret returns the secret that a file holds, which is one line.
func ReadSecret(path string) (Secret, error) {
	text, err := readSingleLine(path)
	return Secret(text), err
}

func readSingleLine(path string) (string, error) {
	text, err := readSecretText(path)
	if err == nil && strings.ContainsAny(text, "\r\n") {
		err = fmt.Errorf("%s holds more than one line", path)
	}
	return text, err
}

func readSecretText(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxSecretFileBytes+1))
	text := strings.TrimSpace(string(b))
	switch {
	case err != nil:
		return "", err
	case len(b) > maxSecretFileBytes:
		return "", fmt.Errorf("%s holds more than %d bytes", path, maxSecretFileBytes)
	case text == "":
		return "", fmt.Errorf("%s is empty", path)
	case strings.Contains(text, "\x00"):
		return "", fmt.Errorf("%s is no text", path)
	}
	return text, nil
}
