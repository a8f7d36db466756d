package script

import (
	"encoding/json"
	"testing"
	"time"
)

func TestLineIsFoundInARequest(t *testing.T) {
	for _, tt := range []struct {
		pieces int
		every  time.Duration
	}{{1, 0}, {100, 50 * time.Millisecond}, {MaxPieces, 1500 * time.Microsecond}} {
		body, err := json.Marshal(map[string]any{"messages": []map[string]string{
			{"role": "user", "content": UserMessage(7, time.Hour)},
			{"role": "user", "content": "Note: be brief.\n" + UserMessage(tt.pieces, tt.every) + "\nAnswer in English."},
		}})
		if err != nil {
			t.Fatal(err)
		}
		pieces, interval, ok := ParseRequest(body)
		if !ok || pieces != tt.pieces || interval != tt.every {
			t.Errorf("%d, %v, %v; want %d, %v", pieces, interval, ok, tt.pieces, tt.every)
		}
	}
}

func TestInvalidUserMessagesAreNotParsed(t *testing.T) {
	for _, body := range []string{
		"", "Good day", "many words, one each 5ms,", " words, one each ", "0 words, one each 5ms,",
		"1001 words, one each 5ms,", "-3 words, one each 5ms,", "3 words, one each -5ms,", "3 words, one each while,",
	} {
		if pieces, every, ok := ParseRequest([]byte(body)); ok {
			t.Errorf("%q: %d, %v", body, pieces, every)
		}
	}
}

func TestTextJoinsItsPieces(t *testing.T) {
	if got, want := Text(37), "of37 w1 w2 w3 w4 w5 w6 w7 w8 w9 wa wb wc wd we wf wg wh wi wj wk wl wm wn wo wp wq wr ws wt wu wv ww wx wy wz w10 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if n := len(Text(MaxPieces)); n > 5900 {
		t.Errorf("the longest answer has %d characters", n)
	}
	if Text(0) != "" {
		t.Error("an empty answer has text")
	}
}

func TestAnswersOfDifferentLengthsBeginDifferently(t *testing.T) {
	if Piece(10, 0) == Piece(100, 0) || Piece(10, 1) != Piece(100, 1) {
		t.Errorf("answers of 10 and 100 pieces begin with %q and %q", FirstPieces(10, 2), FirstPieces(100, 2))
	}
}
