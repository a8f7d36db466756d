package chat_test

import (
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// rules replies-goes-on, replies-resume
func TestReplyGoesOnWithoutItsReader(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := scriptReplyWithGate(e, "One two ", "three four.")
		firstStream := ada.Send(id, "Count", "user-a").ReadUntil("two")
		firstStream.Close()
		reloadedStream := ada.OpenStream("GET", "/messages/"+id+"/stream", nil).ReadUntil("two")
		streamByQuery := ada.OpenStream("GET", "/messages/"+id+"/stream?after="+reloadedStream.LastEventID, nil)
		streamByHeader := ada.OpenStream("GET", "/messages/"+id+"/stream", nil, "Last-Event-ID", reloadedStream.LastEventID)
		close(gate)
		if reloadedStream.ReadAll().Text != "One two three four." {
			t.Errorf("a reload saw %q", reloadedStream.Text)
		}
		if streamByQuery.ReadAll().Text != "three four." || streamByHeader.ReadAll().Text != "three four." {
			t.Errorf("a reader that came back saw %q and %q", streamByQuery.Text, streamByHeader.Text)
		}
		if m := fetchLastMessage(t, ada, id); m.Content != reloadedStream.Text || m.Status != "complete" {
			t.Errorf("stored is %+v", m)
		}
	})
}

// rule replies-statuses
func TestRunningReplyIsVisibleInTheHistory(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := scriptReplyWithGate(e, "One two ", "three.")
		s := ada.Send(id, "Count", "user-a").ReadUntil("two")
		if m := fetchLastMessage(t, ada, id); m.Status != "generating" || !m.IsStreaming {
			t.Errorf("the running reply is %+v", m)
		}
		eventually(t, "the text so far is saved", func() bool { return fetchLastMessage(t, ada, id).Content == "One two " })
		close(gate)
		s.ReadAll()
		ada.Do("GET", "/messages/"+id+"/stream", nil).Want(204)
	})
}

// rule chat-client-id
func TestRepeatAfterARestartReturnsTheStoredReply(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Send(id, "Count", "user-a").ReadAll()
		e.Stop()
		e = apptest.Start(t, o)
		ada.URL = e.URL
		s := ada.Send(id, "Count", "user-a").ReadAll()
		if s.Text != "You said: Count" || s.Status != "complete" || len(s.Suggestions) != 3 || e.Model.ReplyCount() != 0 {
			t.Errorf("after a restart the repeat gave %q %s %v, %d requests", s.Text, s.Status, s.Suggestions, e.Model.ReplyCount())
		}
	})
}

// rule replies-stop
func TestStopCancelsTheModelAndKeepsTheSeenText(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		scriptReplyWithGate(e, "Öne **two three ", "four.")
		s := ada.Send(id, "Count", "user-a").ReadUntil("three")
		otherStream := ada.OpenStream("GET", "/messages/"+id+"/stream", nil)
		var m shownMessage
		ada.Do("POST", "/messages/"+id+"/stop", map[string]any{"seen": 9}).Want(200).Into(&m)
		if m.Content != "Öne **two**" || m.Status != "stopped" {
			t.Errorf("stop answered %+v", m)
		}
		if s.ReadAll().Text != m.Content || s.Status != "stopped" || otherStream.ReadAll().Text != m.Content {
			t.Errorf("the readers have %q and %q, stored is %q", s.Text, otherStream.Text, m.Content)
		}
		eventually(t, "the model's request is cancelled", func() bool { return e.Model.CancelledCount() == 1 })
		ada.Do("POST", "/messages/"+id+"/stop", map[string]any{}).Want(200)
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("Again.") })
		if s := ada.Send(id, "Go on", "user-b").ReadAll(); s.Text != "Again." {
			t.Errorf("after a stop the next reply is %q", s.Text)
		}
	})
}

func TestStopWithoutSeenKeepsTheWholeText(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	id := openChat(t, ada, freeCharacterSlug)
	scriptReplyWithGate(e, "One two ", "three.")
	ada.Send(id, "Count", "user-a").ReadUntil("two")
	var m shownMessage
	ada.Do("POST", "/messages/"+id+"/stop", map[string]any{}).Want(200).Into(&m)
	if m.Content != "One two " && m.Content != "One two" {
		t.Errorf("kept %q", m.Content)
	}
}
