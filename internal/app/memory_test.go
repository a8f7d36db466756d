package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// TestCharactersRememberAcrossTalks tells one character a fact. The prompt of another character
// lacks the fact until the user allows the fact for all characters. After the chat is deleted, no
// prompt has the fact.
// rules memory-notes, memory-told, memory-walls, memory-receipt
func TestCharactersRememberAcrossTalks(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user := e.NewUser("Mirela")
		var firstSession, secondSession struct{ ID string }
		user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200).Into(&firstSession)
		user.Do("POST", "/session", map[string]any{"characterId": 21}).Want(200).Into(&secondSession)
		e.Model.SetNoteTaskAnswer("1 | pet | Has a dog called Bruno")
		user.Send(firstSession.ID, "I have a dog called Bruno.", "user-1").ReadAll()

		var panel struct {
			Data []struct{ ID, Text, Message_ID string }
		}
		e.Clock.Advance(time.Minute) // notes are taken only after the conversation has had no message for a while
		deadline := time.Now().Add(20 * time.Second)
		for len(panel.Data) == 0 {
			if time.Now().After(deadline) {
				t.Fatal("nothing was noted")
			}
			time.Sleep(500 * time.Millisecond)
			user.Do("GET", "/messages/"+firstSession.ID+"/memory", nil).Want(200).Into(&panel)
		}
		if !strings.Contains(panel.Data[0].Text, "Bruno") || panel.Data[0].Message_ID == "" {
			t.Fatalf("the memory is %+v", panel.Data[0])
		}

		sendAndReadPrompt := func(id string) string {
			user.Send(secondSession.ID, "What is my dog called?", id).ReadAll()
			requests := e.Model.ReplyRequests()
			return fmt.Sprintf("%+v", requests[len(requests)-1])
		}
		if strings.Contains(sendAndReadPrompt("user-2"), "Bruno") {
			t.Error("another character is told without the user's leave")
		}
		user.Do("PUT", "/user/memory", map[string]any{"enabled": true, "tell_all": true, "name": "", "about": ""}).Want(200)
		if !strings.Contains(sendAndReadPrompt("user-3"), "Bruno") {
			t.Error("a prompt lacks what the user lets all characters know")
		}
		user.Do("DELETE", "/user/chats/"+firstSession.ID, nil).Want(200)
		if strings.Contains(sendAndReadPrompt("user-4"), "Bruno") {
			t.Error("a prompt has what was deleted with its chat")
		}
	})
}
