package dbtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestDataDirIsRemovedWithItsTest(t *testing.T) {
	var dir string
	t.Run("use", func(t *testing.T) {
		dir = SQLite(t).DataDir
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("the directory has %v, %v", left, err)
		}
	})
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the directory is left: %v", err)
	}
}

func TestSweepRemovesTheDataOfEndedProcesses(t *testing.T) {
	parentDir := t.TempDir()
	dir := func(name string) string {
		path := filepath.Join(parentDir, dataDirPrefix+name)
		if err := os.MkdirAll(filepath.Join(path, "outbox"), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dirOfEndedProcess := dir("999999999-1")
	keptDirs := []string{dir(fmt.Sprintf("%d-1", os.Getpid())), dir("of-somebody"), dir("1-init")}
	sweepDataDirs(parentDir)
	if _, err := os.Stat(dirOfEndedProcess); err == nil {
		t.Error("the data of an ended process is left")
	}
	for _, path := range keptDirs {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s was removed", path)
		}
	}
}
