package dbtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSweepRemovesOnlyWhatIsDead(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := func(name, pid string, age time.Duration) string {
		path := filepath.Join(os.TempDir(), dirPrefix+name)
		if err := os.MkdirAll(filepath.Join(path, "data"), 0o700); err != nil {
			t.Fatal(err)
		}
		if pid != "" {
			if err := os.WriteFile(pidFile(path), []byte(pid+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const noProcess = "999999999"
	gone := []string{dir("dead", noProcess, 0), dir("never-started", "", time.Hour)}
	kept := []string{
		dir("alive", fmt.Sprint(os.Getpid()), time.Hour), dir("starting", "", 0),
		dir("initdb", fmt.Sprint(-os.Getpid()), 0), // a single-user server writes its number so
		dir("half-written", "\n", 0),
	}
	sweep()
	for _, path := range gone {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s was left", path)
		}
	}
	for _, path := range kept {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s was removed", path)
		}
	}
}
