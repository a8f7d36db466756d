package script

import (
	"encoding/json"
	"testing"
	"time"
)

func TestALineSurvivesARequest(t *testing.T) {
	for _, tt := range []struct {
		pieces int
		every  time.Duration
	}{{1, 0}, {100, 50 * time.Millisecond}, {MaxPieces, 1500 * time.Microsecond}} {
		body, err := json.Marshal(map[string]any{"messages": []map[string]string{
			{"role": "user", "content": Ask(7, time.Hour)},
			{"role": "user", "content": "Note: be brief.\n" + Ask(tt.pieces, tt.every) + "\nAnswer in English."},
		}})
		if err != nil {
			t.Fatal(err)
		}
		pieces, every, ok := Read(body)
		if !ok || pieces != tt.pieces || every != tt.every {
			t.Errorf("%d, %v, %v; want %d, %v", pieces, every, ok, tt.pieces, tt.every)
		}
	}
}

func TestOtherLinesAreNotTaken(t *testing.T) {
	for _, body := range []string{
		"", "Good day", "many words, one each 5ms,", " words, one each ", "0 words, one each 5ms,",
		"601 words, one each 5ms,", "-3 words, one each 5ms,", "3 words, one each -5ms,", "3 words, one each while,",
	} {
		if pieces, every, ok := Read([]byte(body)); ok {
			t.Errorf("%q: %d, %v", body, pieces, every)
		}
	}
}

func TestTextIsItsPieces(t *testing.T) {
	if got, want := Text(3), "word0 word1 word2 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if Text(0) != "" {
		t.Error("an empty answer has text")
	}
}
