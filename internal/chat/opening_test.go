package chat_test

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// replyRequests returns the requests for replies that the model has got.
func replyRequests(e *apptest.Env) (replies []llm.Request) {
	for _, r := range e.Model.ReplyRequests() {
		if r.Task == llm.Reply {
			replies = append(replies, r)
		}
	}
	return replies
}

// If the model's first answer begins with a stage direction, none of that answer is shown or
// stored. The model is asked again. The second answer is shown even if it begins with a stage
// direction.
// rule prompt-opening
func TestABadBeginningIsAskedForOnceMore(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		for name, second := range map[string]string{"good": "The sea is deep.", "bad again": "*He nods.* The sea is deep."} {
			ada := e.NewUser("Ada")
			oldRequestCount := len(replyRequests(e))
			e.Model.SetAnswers(func(r llm.Request) []apptest.AnswerStep {
				if strings.Contains(r.Messages[len(r.Messages)-1].OpeningNotes, "He smiles") {
					return apptest.WordSteps(second)
				}
				return apptest.WordSteps("*He smiles.* The sea is wide.")
			})
			s := ada.Send(openChat(t, ada, freeCharacterSlug), "Tell me of the sea", "").ReadAll()
			if s.Text != second || s.Status != "complete" {
				t.Errorf("%s: %q, %s", name, s.Text, s.Status)
			}
			if n := len(replyRequests(e)) - oldRequestCount; n != 2 {
				t.Errorf("%s: the model was asked %d times", name, n)
			}
		}
	})
}

// The first words of a good reply are shown while the model still writes.
// rule prompt-opening
func TestAGoodBeginningIsShownAtOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		gate := scriptReplyWithGate(e, "The ", "sea is deep.")
		ada := e.NewUser("Ada")
		s := ada.Send(openChat(t, ada, freeCharacterSlug), "Tell me of the sea", "").ReadUntil("The")
		if s.Text != "The " {
			t.Errorf("shown before the second piece: %q", s.Text)
		}
		close(gate)
		if s.ReadAll(); s.Text != "The sea is deep." || len(replyRequests(e)) != 1 {
			t.Errorf("%q after %d requests", s.Text, len(replyRequests(e)))
		}
	})
}

// The user asks whether the character is real. An answer that begins with "As an AI" is then shown,
// and the model is not asked again.
// rule safety-honest-ai
func TestAnHonestAnswerIsNotAskedForAgain(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		const honest = "As an AI playing her I say so gladly."
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps(honest) })
		ada := e.NewUser("Ada")
		s := ada.Send(openChat(t, ada, freeCharacterSlug), "Are you an AI?", "").ReadAll()
		if s.Text != honest || len(replyRequests(e)) != 1 {
			t.Errorf("%q after %d requests", s.Text, len(replyRequests(e)))
		}
	})
}
