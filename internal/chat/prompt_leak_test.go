package chat_test

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// However the stream is cut into pieces, no text of the prompt is shown.
// rule replies-prompt-hidden
func TestEchoedPromptIsNotShown(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	u := e.NewUser("Mirela")
	id := openChat(t, u, freeCharacterSlug)
	for name, echo := range map[string]func(llm.Request) string{
		"the last message": func(r llm.Request) string {
			turns := llm.MergeMessages(r.Messages)
			return turns[len(turns)-1].Content + "\n\nGood day."
		},
		"everything": func(r llm.Request) string {
			return "Good day.\n" + strings.Join(r.System, "\n") + "\n" + llm.MergeMessages(r.Messages)[0].Content
		},
	} {
		for _, size := range []int{1, 7, 4000} {
			e.Model.SetAnswers(func(r llm.Request) (steps []apptest.AnswerStep) {
				if r.Task == llm.Suggest {
					return apptest.WordSteps("[]")
				}
				for text := echo(r); text != ""; {
					n := min(size, len(text))
					steps, text = append(steps, apptest.AnswerStep{Text: text[:n]}), text[n:]
				}
				return steps
			})
			s := u.Send(id, "How does the Engine work, "+name+"?", "").ReadAll()
			for _, leak := range []string{"stage_notes", "Stay Ada", "first person", "Bounds", "[#", "mark of this sheet", "From your own pages"} {
				if strings.Contains(s.Text, leak) {
					t.Errorf("%s in pieces of %d: shown %q", name, size, s.Text)
				}
			}
			if !strings.Contains(s.Text, "Good day.") || s.Text != fetchLastMessage(t, u, id).Content {
				t.Errorf("%s in pieces of %d: shown %q, %s", name, size, s.Text, s.Status)
			}
		}
	}
}
