package doctor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestEveryCheckIsReported: a check that panics or hangs is reported as bad, and the other
// checks run.
// rule operations-doctor
func TestEveryCheckIsReported(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	list := Examine(ctx, []Check{
		{"fine", func(context.Context) []Finding { return goodFinding("it works") }},
		{"broken", func(context.Context) []Finding { panic("no") }},
		{"slow", func(ctx context.Context) []Finding { time.Sleep(time.Second); return goodFinding("late") }},
	})
	var got []string
	for _, f := range list {
		got = append(got, f.Area+" "+string(f.Level))
	}
	if want := "fine good, broken bad, slow bad"; strings.Join(got, ", ") != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if WorstLevel(list) != Bad || WorstLevel(list[:1]) != Good || WorstLevel(warningFinding("a", "b")) != Warning {
		t.Error("the worst level is wrong")
	}
}

// rule operations-doctor
func TestDataDirectoryIsExamined(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	worldReadableDir := filepath.Join(dir, "open")
	privateDir := filepath.Join(dir, "private")
	if err := os.Mkdir(worldReadableDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(privateDir, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		file: "bad " + file + " is not a directory", worldReadableDir: "warning other users of this machine can open " + worldReadableDir + " (mode 755)",
		privateDir: "good " + privateDir + " can be written and is private", filepath.Join(dir, "none"): "good " + filepath.Join(dir, "none") + " does not exist yet",
	} {
		if f := DataDirCheck(path).Run(t.Context())[0]; !strings.HasPrefix(string(f.Level)+" "+f.Text, want) {
			t.Errorf("%s %s, want %s", f.Level, f.Text, want)
		}
	}
	if left, err := os.ReadDir(privateDir); err != nil || len(left) > 0 {
		t.Errorf("the check left %v, %v", left, err)
	}
}
