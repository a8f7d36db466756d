package chat_test

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// A reply to a user at risk names a help line of the user's country and has no suggestions. It does
// so whatever the model writes.
// rules suggestions-none-at-risk, safety-help-line
func TestReplyToAUserAtRiskNamesAHelpLine(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		for name, c := range map[string]struct {
			line, region string
			answer       []apptest.AnswerStep
			want         string
			times        int
		}{
			"forgotten": {"I took the pills", "en-NZ,en;q=0.8", apptest.WordSteps("Let us speak of the Engine."), "1737", 1},
			"named":     {"I want to die", "en-GB", apptest.WordSteps("Please ring Samaritans, 116 123, now."), "116 123", 1},
			"nothing":   {"ich will nicht mehr leben", "", []apptest.AnswerStep{{Text: ""}}, "0800 111 0 111", 1},
			"failed":    {"je veux mourir", "fr", failingAnswer("Oh ")(llm.Request{}), "3114", 1},
			"plain":     {"Did the Danube freeze?", "en-GB", apptest.WordSteps("It did."), "116 123", 0},
		} {
			u := e.NewUser("Mirela" + name)
			id := openChat(t, u, freeCharacterSlug)
			e.Model.SetAnswers(func(req llm.Request) []apptest.AnswerStep {
				if req.Task == llm.Suggest {
					return apptest.WordSteps(`["What is the Engine?"]`)
				}
				return c.answer
			})
			s := u.OpenStream("POST", "/messages/"+id+"/stream", map[string]any{"content": c.line}, "Accept-Language", c.region).ReadAll()
			m := fetchLastMessage(t, u, id)
			if strings.Count(m.Content, c.want) != c.times || m.Content != s.Text {
				t.Errorf("%s: stored %q, shown %q", name, m.Content, s.Text)
			}
			if c.times > 0 && len(m.Suggestions) > 0 {
				t.Errorf("%s: suggested %q", name, m.Suggestions)
			}
		}
	})
}

// Only the prompt for a message at risk asks the model to leave the role.
// rule safety-leave-the-role
func TestPromptAsksToLeaveTheRoleOnlyAtRisk(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	u := e.NewUser("Mirela")
	id := openChat(t, u, freeCharacterSlug)
	for _, line := range []string{"I want to die", "How does the Engine work?"} {
		u.Send(id, line, "").ReadAll()
	}
	var notes []string
	for _, req := range e.Model.ReplyRequests() {
		if req.Task == llm.Reply {
			notes = append(notes, req.Messages[len(req.Messages)-1].OpeningNotes)
		}
	}
	if len(notes) != 2 || !strings.Contains(notes[0], "Leave the role") || !strings.Contains(notes[0], "988") || strings.Contains(notes[0], "Stay ") {
		t.Fatalf("notes %q", notes)
	}
	if strings.Contains(notes[1], "Leave the role") || !strings.Contains(notes[1], "Stay ") {
		t.Errorf("notes of the next line: %q", notes[1])
	}
}
