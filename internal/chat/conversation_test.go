package chat_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// rules chat-conversation-id, chat-greeting
func TestConversationBeginsWithTheGreeting(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		if want := ada.UserID + "_20"; id != want {
			t.Errorf("the conversation is %q, want %q", id, want)
		}
		if again := openChat(t, ada, "20"); again != id {
			t.Errorf("opening again gave %q", again)
		}
		list := fetchHistory(t, ada, id)
		if len(list) != 1 || list[0].IsUserMessage || !strings.HasSuffix(list[0].Content, "?") || len(list[0].Suggestions) != 3 {
			t.Errorf("a new conversation holds %+v", list)
		}
	})
}

// rule replies-shown-is-stored
func TestReplyIsStreamedAndStored(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		s := ada.Send(id, "What did the Engine do?", "user-1").ReadAll()
		if s.Text != "You said: What did the Engine do?" || s.Status != "complete" || len(s.Suggestions) != 3 {
			t.Errorf("streamed %q, %s, %v", s.Text, s.Status, s.Suggestions)
		}
		list := fetchHistory(t, ada, id)
		if len(list) != 3 {
			t.Fatalf("stored %d messages, want greeting, line and reply", len(list))
		}
		line, reply := list[1], list[2]
		if !line.IsUserMessage || line.Content != "What did the Engine do?" || line.ClientID != "user-1" {
			t.Errorf("the line is stored as %+v", line)
		}
		if reply.ID != s.MessageID || reply.Content != s.Text || reply.Status != "complete" || reply.Provider != "script" || len(reply.Suggestions) != 3 {
			t.Errorf("the reply is stored as %+v", reply)
		}
	})
}

// rule chat-sidebar-order
func TestSidebarShowsTheLatestConversationFirst(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		ada := e.NewUser("Mirela")
		firstChatID := openChat(t, ada, freeCharacterSlug)
		openChat(t, ada, "marcus-aurelius")
		purchaseID := e.AddPurchase(ada.UserID, apptest.Purchase{PlanID: 2, ExpiryAt: e.Clock.Now().Add(time.Hour)})
		openChat(t, ada, lockedCharacterSlug)
		e.SetPurchaseStatus(purchaseID, "refunded")
		ada.Send(firstChatID, "Hello there", "").ReadAll()
		var out struct {
			Sessions []struct {
				ID        string
				IsLocked  bool `json:"is_locked"`
				Character struct {
					Slug     string
					IsLocked bool `json:"is_locked"`
				}
				LastMessage  struct{ Content string }
				MessageCount int `json:"message_count"`
			}
		}
		ada.Do("GET", "/sessions/characterProfile", nil).Want(200).Into(&out)
		if len(out.Sessions) != 3 || out.Sessions[0].ID != firstChatID {
			t.Fatalf("sessions: %+v", out.Sessions)
		}
		if s := out.Sessions[0]; s.LastMessage.Content != "You said: Hello there" || s.MessageCount != 3 || s.IsLocked {
			t.Errorf("the first row is %+v", s)
		}
		for _, s := range out.Sessions {
			if want := s.Character.Slug == lockedCharacterSlug; s.IsLocked != want || s.Character.IsLocked != want {
				t.Errorf("%s: locked is %v", s.Character.Slug, s.IsLocked)
			}
		}
		e.NewUser("Somebody").Do("GET", "/sessions", nil).Want(200).Into(&out)
		if len(out.Sessions) != 0 {
			t.Errorf("somebody else sees %+v", out.Sessions)
		}
	})
}

// rule chat-one-at-a-time
func TestSecondSendIsRefusedDuringAReply(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := scriptReplyWithGate(e, "One ", "two.")
		s := ada.Send(id, "Count", "user-a").ReadUntil("One")
		if a := ada.Do("POST", "/messages/"+id+"/stream", map[string]any{"content": "Other", "client_id": "user-z"}); a.Status != 409 || a.ErrorCode() != "reply_running" {
			t.Errorf("a second send got %d %s", a.Status, a.Body)
		}
		ada.Do("POST", "/messages/"+id, map[string]any{"content": "Other"}).Want(409)
		ada.Do("GET", "/messages/"+id+"/stream?message=Other", nil, "Accept", "text/event-stream").Want(409)
		close(gate)
		s.ReadAll()
		if list := fetchHistory(t, ada, id); len(list) != 3 {
			t.Errorf("the refused line was stored: %+v", list)
		}
	})
}

// rule chat-stored-line
func TestStoredMessageIsAnsweredOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Do("POST", "/messages/"+id, map[string]any{"content": "Are you there?", "is_user_message": false}).Want(201)
		ada.Send(id, "Are you there?", "user-q").ReadAll()
		list := fetchHistory(t, ada, id)
		if len(list) != 3 || !list[1].IsUserMessage || list[1].ClientID != "user-q" {
			t.Errorf("stored %+v, want the line once", list)
		}
		ada.Do("POST", "/messages/"+id, map[string]any{"content": "Later"}).Want(201)
		e.Clock.Advance(61e9)
		ada.Send(id, "Later", "").ReadAll()
		if list := fetchHistory(t, ada, id); len(list) != 6 {
			t.Errorf("after a minute the same text is a new line, got %d messages", len(list))
		}
	})
}

func TestPromptContainsTheHistory(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	id := openChat(t, ada, freeCharacterSlug)
	ada.Send(id, "First", "").ReadAll()
	ada.Send(id, "Second", "").ReadAll()
	req := e.Model.ReplyRequests()[1]
	if !strings.Contains(req.System[0], "Ada Lovelace") || !strings.Contains(strings.Join(req.System, "\n"), "Mirela") {
		t.Errorf("the prompt names neither character nor user: %v", req.System)
	}
	n := len(req.Messages)
	if req.Messages[n-1].Role != llm.User || !strings.HasSuffix(req.Messages[n-1].Content, "Second") {
		t.Errorf("the last message is %+v", req.Messages[n-1])
	}
	if req.Messages[n-2].Content != "You said: First" && !strings.HasPrefix(req.Messages[n-2].Content, "You said:") {
		t.Errorf("the reply before is %+v", req.Messages[n-2])
	}
}
