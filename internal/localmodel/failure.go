package localmodel

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// failureFile has the reason why the installed server ended. It exists from the end of the server
// until the server listens again.
const failureFile = "server-failed"

// LastFailure returns why the installed server of a folder ended, or "" if it has not ended or
// listens again.
func LastFailure(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, failureFile))
	if err != nil {
		return ""
	}
	return string(text)
}

// recordFailure stores why the server ended. The reason has no output of the server, which may
// contain words of users. Rule operations-model.
func recordFailure(dir string, reason error) error {
	if reason == nil {
		reason = errors.New("it stopped by itself")
	}
	return os.WriteFile(filepath.Join(dir, failureFile), []byte(reason.Error()), 0o600)
}

func clearFailure(dir string) error {
	err := os.Remove(filepath.Join(dir, failureFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
