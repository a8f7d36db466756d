package llmtest

import (
	"strings"
	"testing"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
)

// boundaryPieces is the answer in CheckReadBoundaries: characters of one to four bytes, quotes,
// line endings, and text that looks like the protocol.
var boundaryPieces = []string{"“Day”, 猫. ", "👩‍🚀\n", "data: no\n\n{\"Ü\":1}"}

// CheckReadBoundaries tests that read boundaries do not change the answer in a dialect. It splits
// the stream into single bytes, and at every multiple of step bytes. It also tests other line
// endings, comments and a byte order mark.
func CheckReadBoundaries(t *testing.T, dialect fake.Dialect, dial Dial, step int) {
	script := fake.Script{Dialect: dialect, Pieces: boundaryPieces, Reasoning: []string{"Hm, 猫."}}
	want, err := collectScript(t, script, dial)
	if err != nil || trimLeadingSpace(want.Text) != strings.Join(boundaryPieces, "") || want.Reasoning != "Hm, 猫." || want.Finish != llm.FinishStop {
		t.Fatalf("uncut: %+v, %v", want, err)
	}
	t.Run("forms", func(t *testing.T) {
		for _, form := range []func(*fake.Script){
			func(s *fake.Script) { s.ByteWise = true },
			func(s *fake.Script) { s.CRLF = true },
			func(s *fake.Script) { s.CRLF, s.ByteWise = true, true },
			func(s *fake.Script) { s.CR, s.ByteWise = true, true },
			func(s *fake.Script) { s.HasStreamComments = true },
			func(s *fake.Script) { s.BOM, s.ByteWise = true, true },
			func(s *fake.Script) { s.NoDone = true },
		} {
			variedScript := script
			form(&variedScript)
			wantSameAnswer(t, variedScript, want, dial)
		}
	})
	t.Run("every cut", func(t *testing.T) {
		size := streamByteCount(t, script, dial)
		for at := step; at < size; at += step {
			script.SplitAt = at
			wantSameAnswer(t, script, want, dial)
		}
	})
}

func collectScript(t *testing.T, script fake.Script, dial Dial) (CollectedAnswer, error) {
	t.Helper()
	_, p := DialInProcess(t, script, dial)
	return Collect(t.Context(), p, NewRequest("Good day"))
}

func wantSameAnswer(t *testing.T, script fake.Script, want CollectedAnswer, dial Dial) {
	t.Helper()
	got, err := collectScript(t, script, dial)
	if err != nil || got.Text != want.Text || got.Reasoning != want.Reasoning || got.Finish != want.Finish || *got.Usage != *want.Usage {
		t.Fatalf("%+v: got %+v, %v", script, got, err)
	}
}

// streamByteCount returns the length of a script's stream in bytes.
func streamByteCount(t *testing.T, script fake.Script, dial Dial) int {
	t.Helper()
	s, p := DialInProcess(t, script, dial)
	if _, err := Collect(t.Context(), p, NewRequest("Good day")); err != nil {
		t.Fatal(err)
	}
	return s.Calls()[0].SentByteCount
}

// trimLeadingSpace removes the space with which some servers begin an answer.
func trimLeadingSpace(text string) string { return strings.TrimPrefix(text, " ") }
