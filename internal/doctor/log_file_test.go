package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rule operations-doctor
func TestLogFileCheckTellsWhetherFileIsWritable(t *testing.T) {
	dir := t.TempDir()
	existingLog := filepath.Join(dir, "existing.log")
	if err := os.WriteFile(existingLog, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"":                                   "good it goes to standard error",
		existingLog:                          "good " + existingLog + " can be written",
		filepath.Join(dir, "new.log"):        "good " + filepath.Join(dir, "new.log") + " can be written",
		dir:                                  "bad " + dir + " cannot be written, so the service does not start: is a directory",
		filepath.Join(dir, "none/a.log"):     "bad " + filepath.Join(dir, "none/a.log") + " cannot be made, so the service does not start: no such file",
		filepath.Join(existingLog, "in.log"): "bad " + filepath.Join(existingLog, "in.log") + " cannot be written, so the service does not start: not a directory",
	} {
		f := LogFileCheck(path).Run(t.Context())[0]
		if got := string(f.Level) + " " + f.Text; !strings.HasPrefix(got, want) || (f.Level == Good) != (f.Advice == "") {
			t.Errorf("%q: %q, to do %q; want %q", path, got, f.Advice, want)
		}
	}
	files, err := os.ReadDir(dir)
	text, readErr := os.ReadFile(existingLog)
	if err != nil || readErr != nil || len(files) != 1 || string(text) != "kept" {
		t.Errorf("the check left %v, %v, %q", files, err, text)
	}
}
