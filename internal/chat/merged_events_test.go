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
	s := c.Send(conversation, "Go on", "").ReadAll()
	n, err := strconv.Atoi(s.LastEventID)
	if err != nil {
		t.Fatal(err)
	}
	return s.Text, s.Status, n
}

// Pieces that arrive together are sent as one event, later pieces as another.
func TestPiecesThatArriveTogetherAreOneEvent(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		piecesArriveTogether := false
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return []apptest.AnswerStep{{Text: "One ", JoinsNext: piecesArriveTogether}, {Text: "two ", JoinsNext: piecesArriveTogether}, {Text: "three "}, {Text: "four."}}
		})
		text, status, eventsApart := sendAndCountEvents(t, ada, id)
		if text != "One two three four." || status != "complete" {
			t.Errorf("%s: %q", status, text)
		}
		piecesArriveTogether = true
		text, status, eventsTogether := sendAndCountEvents(t, ada, id)
		if text != "One two three four." || status != "complete" || eventsApart-eventsTogether != 2 {
			t.Errorf("%s: %q in %d events, and apart in %d", status, text, eventsTogether, eventsApart)
		}
		if m := fetchLastMessage(t, ada, id); m.Content != text {
			t.Errorf("stored %q", m.Content)
		}
	})
}

// A piece with JoinsNext is buffered until the next piece arrives. If the answer fails or ends
// instead, the piece is shown too.
func TestBufferedTextIsShownAfterAFailure(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		for name, end := range map[string]apptest.AnswerStep{
			"failure": {Err: &llm.Error{Kind: llm.ErrTruncated}},
			"end":     {},
		} {
			id := openChat(t, ada, freeCharacterSlug)
			e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
				return []apptest.AnswerStep{{Text: "One "}, {Text: "and half", JoinsNext: true}, end}
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
