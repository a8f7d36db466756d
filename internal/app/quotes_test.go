package app_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// TestHistoryMarksQuotations reads the marks of a reply that has a documented saying and an
// invented one.
// rules words-documented, words-in-the-spirit
func TestHistoryMarksQuotations(t *testing.T) {
	file, err := os.ReadFile("../../seed/personas/ada-lovelace.json")
	if err != nil {
		t.Fatal(err)
	}
	var persona struct {
		Sayings []struct{ Text, Status string }
	}
	if err := json.Unmarshal(file, &persona); err != nil {
		t.Fatal(err)
	}
	saying := ""
	for _, s := range persona.Sayings {
		if s.Status == "documented" {
			saying = s.Text
			break
		}
	}
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		replyText := `Let me say it once more: ` + saying + ` And I always said, "The engine dreams of purple weather at noon."`
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps(replyText) })
		user := e.NewUser("Mirela")
		var session struct{ ID string }
		user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200).Into(&session)
		user.Send(session.ID, "Say it again.", "user-1").ReadAll()
		var page struct {
			Messages []struct {
				Content string
				Quotes  []struct {
					Kind, Status, Text, Source string
					Start, End                 int
				}
			}
		}
		user.Do("GET", "/messages/"+session.ID, nil).Want(200).Into(&page)
		lastMessage := page.Messages[len(page.Messages)-1]
		if len(lastMessage.Quotes) != 2 || len(page.Messages[1].Quotes) != 0 {
			t.Fatalf("the marks are %+v", lastMessage.Quotes)
		}
		letters := []rune(lastMessage.Content)
		firstQuote, secondQuote := lastMessage.Quotes[0], lastMessage.Quotes[1]
		if firstQuote.Kind != "documented" || firstQuote.Text != saying || firstQuote.Source == "" || !strings.Contains(string(letters[firstQuote.Start:firstQuote.End]), strings.TrimRight(saying, ".")) {
			t.Errorf("the saying is marked %+v", firstQuote)
		}
		if secondQuote.Kind != "spirit" || !strings.Contains(string(letters[secondQuote.Start:secondQuote.End]), "purple weather") {
			t.Errorf("the invented words are marked %+v", secondQuote)
		}
	})
}
