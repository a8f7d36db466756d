package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files that another user, such as root, writes into the data directory would be unreadable for
// the service. rule operations-config
func TestDataOfAnotherUserAreRefused(t *testing.T) {
	dir := t.TempDir()
	if err := checkOwner(dir, os.Getuid()); err != nil {
		t.Errorf("the owner: %v", err)
	}
	if err := checkOwner(dir, os.Getuid()+1); err == nil || !strings.HasPrefix(err.Error(), dir+" belongs to another user: run the command as the user of the service") {
		t.Errorf("another user: %v", err)
	}
	if err := checkOwner(filepath.Join(dir, "none"), rootUID+1); err != nil {
		t.Errorf("no directory: %v", err)
	}
	if err := checkOwner(filepath.Join(dir, "none"), rootUID); err == nil || !strings.Contains(err.Error(), "start the service first") {
		t.Errorf("no directory, root: %v", err)
	}
}
