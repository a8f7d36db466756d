package chat_test

import (
	"strconv"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// sendAndCountEvents sends a message and returns the shown text, the status and the number of
// events of the reply.
func sendAndCountEvents(t *testing.T, c *apptest.Client, conversation string) (text, status string, n int) {
	t.Helper()
	s := c.Send(conversation, "Go on", "").All()
	n, err := strconv.Atoi(s.LastID)
	if err != nil {
		t.Fatal(err)
	}
	return s.Text, s.Status, n
}

// Pieces that arrive together are sent as one event, later pieces as another.
func TestPiecesThatArriveTogetherAreOneEvent(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.User("Mirela")
		id := openChat(t, ada, freeCharacter)
		together := false
		e.Model.SetAnswers(func(llm.Request) []apptest.Step {
			return []apptest.Step{{Text: "One ", More: together}, {Text: "two ", More: together}, {Text: "three "}, {Text: "four."}}
		})
		text, status, apart := sendAndCountEvents(t, ada, id)
		if text != "One two three four." || status != "complete" {
			t.Errorf("%s: %q", status, text)
		}
		together = true
		text, status, joined := sendAndCountEvents(t, ada, id)
		if text != "One two three four." || status != "complete" || apart-joined != 2 {
			t.Errorf("%s: %q in %d events, and apart in %d", status, text, joined, apart)
		}
		if m := fetchLastMessage(t, ada, id); m.Content != text {
			t.Errorf("stored %q", m.Content)
		}
	})
}

// Pieces before a failure are shown, also if the provider had announced another piece.
func TestBufferedTextIsShownAfterAFailure(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.User("Mirela")
		for name, end := range map[string]apptest.Step{
			"failure": {Err: &llm.Error{Kind: llm.ErrTruncated}},
			"end":     {},
		} {
			id := openChat(t, ada, freeCharacter)
			e.Model.SetAnswers(func(llm.Request) []apptest.Step {
				return []apptest.Step{{Text: "One "}, {Text: "and half", More: true}, end}
			})
			if text, _, _ := sendAndCountEvents(t, ada, id); text != "One and half" {
				t.Errorf("%s: %q was shown", name, text)
			}
			if m := fetchLastMessage(t, ada, id); m.Content != "One and half" {
				t.Errorf("%s: %q is stored", name, m.Content)
			}
		}
	})
}
