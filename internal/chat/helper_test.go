package chat_test

import (
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// The character of most tests, and a locked character.
const (
	freeCharacterSlug   = "ada-lovelace"
	lockedCharacterSlug = "cleopatra"
)

// openChat opens the conversation with a character and returns its id.
func openChat(t *testing.T, c *apptest.Client, character string) string {
	t.Helper()
	var s struct{ ID string }
	c.Do("POST", "/session", map[string]any{"characterId": character}).Want(200).Into(&s)
	return s.ID
}

type shownMessage struct {
	ID            string
	Content       string
	IsUserMessage bool `json:"is_user_message"`
	Error         bool
	IsStreaming   bool
	Status        string
	ClientID      string `json:"client_id"`
	ReplyTo       string `json:"reply_to"`
	Provider      string
	Suggestions   []string
}

type historyPage struct {
	Messages []shownMessage
	HasMore  bool
}

// fetchHistory returns the newest page of a conversation.
func fetchHistory(t *testing.T, c *apptest.Client, conversation string) []shownMessage {
	t.Helper()
	var p historyPage
	c.Do("GET", "/messages/"+conversation, nil).Want(200).Into(&p)
	return p.Messages
}

// fetchLastMessage returns the newest message of a conversation.
func fetchLastMessage(t *testing.T, c *apptest.Client, conversation string) shownMessage {
	t.Helper()
	list := fetchHistory(t, c, conversation)
	return list[len(list)-1]
}

// scriptReplyWithGate scripts a reply that sends textBeforeGate, blocks until the returned channel
// is closed, and then sends textAfterGate.
func scriptReplyWithGate(e *apptest.Env, textBeforeGate, textAfterGate string) chan struct{} {
	gate := e.Model.NewGate()
	e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
		return append(apptest.WordSteps(textBeforeGate), append([]apptest.AnswerStep{{Gate: gate}}, apptest.WordSteps(textAfterGate)...)...)
	})
	return gate
}

// eventually waits until the function `condition` returns true, for at most ten seconds. The text
// `what` describes the condition in the error message.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatalf("it never happened: %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
