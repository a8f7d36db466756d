package chat_test

import (
	"errors"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

const failedText = "Error: Failed to get response. Please try again." // rule replies-failure-text

// failingAnswer makes a model answer with a text and then fail.
func failingAnswer(text string) func(llm.Request) []apptest.AnswerStep {
	return func(llm.Request) []apptest.AnswerStep {
		err := &llm.Error{Kind: llm.ErrTruncated, Msg: "cut", Cause: errors.New("eof")}
		return append(apptest.WordSteps(text), apptest.AnswerStep{Err: err})
	}
}

// rules replies-statuses, replies-failure-text, replies-partial-kept, replies-retry
func TestFailedReplyKeepsItsTextAndCanBeRetried(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		e.Model.SetAnswers(failingAnswer("It did, at Carnuntum, and "))
		s := ada.Send(id, "Did it freeze?", "user-a").ReadAll()
		if s.ErrorMessage != failedText || s.Status != "failed" {
			t.Errorf("the stream ended with %q, %s", s.ErrorMessage, s.Status)
		}
		m := fetchLastMessage(t, ada, id)
		if m.Content != s.Text || m.Status != "failed" || !m.Error {
			t.Errorf("stored %+v, shown %q", m, s.Text)
		}
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("It did.") })
		retryStream := ada.OpenStream("POST", "/messages/"+id+"/regenerate", nil).ReadAll()
		if retryStream.Text != "It did." || retryStream.Status != "complete" {
			t.Errorf("the retry gave %q %s", retryStream.Text, retryStream.Status)
		}
		list := fetchHistory(t, ada, id)
		if len(list) != 3 || list[1].Content != "Did it freeze?" || list[2].Content != "It did." {
			t.Errorf("after the retry: %+v", list)
		}
		repeatedRetryStream := ada.OpenStream("POST", "/messages/"+id+"/regenerate", map[string]any{"message_id": m.ID}).ReadAll()
		if repeatedRetryStream.Text != "It did." || fetchLastMessage(t, ada, id).ID != list[2].ID {
			t.Errorf("a repeated retry of the failed reply gave %q and made another version", repeatedRetryStream.Text)
		}
	})
}

func TestEmptyAnswerIsAFailure(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	id := openChat(t, ada, freeCharacterSlug)
	for name, text := range map[string]string{"nothing": "", "markup alone": "<RESPONSE></RESPONSE>", "thought alone": "<think>hm</think>"} {
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return []apptest.AnswerStep{{Text: text}} })
		if s := ada.Send(id, "Well? "+name, "").ReadAll(); s.Status != "failed" || s.ErrorMessage != failedText || s.Text != "" {
			t.Errorf("%s: %q %s", name, s.Text, s.Status)
		}
	}
}

func TestPanicOfAProviderFailsOneReply(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	id := openChat(t, ada, freeCharacterSlug)
	e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { panic("provider") })
	if s := ada.Send(id, "Well?", "").ReadAll(); s.Status != "failed" {
		t.Errorf("status %s", s.Status)
	}
}

// rule replies-partial-kept
func TestShutdownInterruptsRepliesAndKeepsTheirText(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := scriptReplyWithGate(e, "One ", "two.")
		s := ada.Send(id, "Count", "user-a").ReadUntil("One")
		appStopped := make(chan struct{})
		go func() { e.Stop(); close(appStopped) }()
		s.ReadAll()
		<-appStopped
		<-gate
		e = apptest.Start(t, o)
		ada.URL = e.URL
		if m := fetchLastMessage(t, ada, id); m.Status == "generating" {
			t.Errorf("after a shutdown the reply is %+v", m)
		}
	})
}
