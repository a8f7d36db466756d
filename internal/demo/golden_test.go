package demo

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var updateGolden = flag.Bool("update", false, "rewrite the golden files")

// In testdata/*.golden, lines that begin with "> " are the user's messages, the others are
// the persona's. The first line of a file names the fixture and the conversation.
func TestTalksMatchTheGoldenFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden talks: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".golden"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := playScript(t, string(data))
			if *updateGolden {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(data), got); diff != "" && !*updateGolden {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// playScript plays the user messages of a golden file and returns the file with the
// present replies. The message "/suggest" requests suggestions.
func playScript(t *testing.T, script string) string {
	header, rest, _ := strings.Cut(script, "\n")
	name, id, _ := strings.Cut(header, " ")
	c := startConversation(t, readPersona(t, name), id)
	var b strings.Builder
	b.WriteString(header + "\n\n" + c.persona.Greeting + "\n")
	for line := range strings.Lines(rest) {
		user, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
		if !ok {
			continue
		}
		b.WriteString("\n> " + user + "\n\n")
		if user == "/suggest" {
			b.WriteString(strings.Join(c.suggestions(), "\n") + "\n")
			continue
		}
		b.WriteString(c.say(user) + "\n")
	}
	return b.String()
}
