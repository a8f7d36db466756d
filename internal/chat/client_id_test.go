package chat_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// A client may store a message now and request its reply much later, also after other
// messages.
// rule chat-stored-line
func TestStoredMessageCanBeAnsweredLater(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		for name, wait := range map[string]time.Duration{"at once": 0, "61 s": 61 * time.Second, "a day": 24 * time.Hour} {
			body := map[string]any{"content": "Wait " + name, "client_id": "user-" + name}
			var stored, repeated shownMessage
			ada.Do("POST", "/messages/"+id, body).Want(http.StatusCreated).Into(&stored)
			e.Clock.Advance(wait)
			if wait > 0 {
				ada.Login()
			}
			messageCountBefore := len(fetchHistory(t, ada, id))
			if s := ada.OpenStream("POST", "/messages/"+id+"/stream", body).ReadAll(); s.Text != "You said: Wait "+name || s.Status != "complete" {
				t.Errorf("%s: %q, %s", name, s.Text, s.Status)
			}
			if list := fetchHistory(t, ada, id); len(list) != messageCountBefore+1 || list[messageCountBefore].ReplyTo != stored.ID {
				t.Errorf("%s: %+v", name, list[messageCountBefore:])
			}
			ada.Do("POST", "/messages/"+id, body).Want(http.StatusCreated).Into(&repeated)
			if repeated.ID != stored.ID {
				t.Errorf("%s: stored again as %s", name, repeated.ID)
			}
		}
	})
}

// TestClientIDIsBoundToOneText sends another text with the client id of a stored message. Each call
// that has a client id refuses this text: store, send, and send by GET. The test makes these calls
// before and after the reply.
// rule chat-client-id-one-text
func TestClientIDIsBoundToOneText(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Do("POST", "/messages/"+id, map[string]any{"content": "First", "client_id": "user-a"}).Want(http.StatusCreated)
		expectSecondTextRefused := func() {
			t.Helper()
			body := map[string]any{"content": "Second", "client_id": "user-a"}
			for name, a := range map[string]apptest.Answer{
				"store":      ada.Do("POST", "/messages/"+id, body),
				"stream":     ada.Do("POST", "/messages/"+id+"/stream", body),
				"GET stream": ada.Do("GET", "/messages/"+id+"/stream?message=Second&client_id="+url.QueryEscape("user-a"), nil, "Accept", "text/event-stream"),
			} {
				if a.Status != http.StatusUnprocessableEntity || a.ErrorCode() != "invalid" {
					t.Errorf("%s: %d %s", name, a.Status, a.Body)
				}
			}
		}
		expectSecondTextRefused()
		ada.Send(id, "First", "user-a").ReadAll()
		expectSecondTextRefused()
		if list := fetchHistory(t, ada, id); len(list) != 3 {
			t.Errorf("%+v", list)
		}
	})
}

// A message that is stored first and sent later counts once against the limit of 20 a
// minute.
func TestStoredAndSentMessageIsChargedOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		body := func(n string) map[string]any { return map[string]any{"content": n, "client_id": "user-" + n} }
		letters := "abcdefghijklmnopqrst"
		for _, n := range letters {
			ada.Do("POST", "/messages/"+id, body(string(n))).Want(http.StatusCreated)
			ada.OpenStream("POST", "/messages/"+id+"/stream", body(string(n))).ReadAll()
		}
		for _, path := range []string{"", "/stream"} {
			a := ada.Do("POST", "/messages/"+id+path, body("z"))
			if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
				t.Errorf("%s: %d %s", path, a.Status, a.Body)
			}
		}
		ada.OpenStream("POST", "/messages/"+id+"/stream", body("a")).ReadAll()
	})
}

// A message is stored without invisible and misleading characters, but with joined emoji and
// right-to-left text. A message of only such invisible characters is refused.
// rule chat-message-text
func TestMisleadingCharactersAreRemoved(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	id := openChat(t, ada, freeCharacterSlug)
	const family, persian, flag = "\U0001F468\u200d\U0001F469\u200d\U0001F467", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001F3F4\U000E0067\U000E0062\U000E007F"
	for name, c := range map[string]struct{ sent, stored string }{
		"escape sequences":  {`"a\u001b[31mred\u001b[0m\u0007"`, "a[31mred[0m"},
		"line ends, tabs":   {`"a\r\nb\rc\td"`, "a\nb\nc\td"},
		"C1 and delete":     {`"a\u0085b\u009bc\u007f"`, "abc"},
		"a lone surrogate":  {`"a\ud800b\udfffc"`, "abc"},
		"an override":       {`"pay \u202egnp.exe\u202c now"`, "pay gnp.exe now"},
		"an open isolate":   {`"a\u2066b"`, "ab"},
		"a stray pop":       {`"a\u2069b"`, "ab"},
		"crossed":           {`"a\u2067\u202bb\u2069\u202c"`, "ab"},
		"open over lines":   {`"a\u2067b\nc\u2069"`, "ab\nc"},
		"a closed isolate":  {`"a \u2067` + persian + `\u2069 b"`, "a \u2067" + persian + "\u2069 b"},
		"right to left":     {`"` + persian + ` \u05e9\u05dc\u05d5\u05dd\u200f!"`, persian + " \u05e9\u05dc\u05d5\u05dd\u200f!"},
		"joined emoji":      {`"` + family + flag + `"`, family + flag},
		"composed and bare": {`"e\u0301 \u00e9"`, "e\u0301 \u00e9"},
	} {
		var m shownMessage
		ada.Do("POST", "/messages/"+id, `{"content": `+c.sent+`}`).Want(http.StatusCreated).Into(&m)
		if m.Content != c.stored {
			t.Errorf("%s: stored %+q, want %+q", name, m.Content, c.stored)
		}
	}
	for name, empty := range map[string]string{"controls": `"\u001b\u0007"`, "joiners": `"\u200d\u200b"`, "isolates": `"\u2066\u2069"`} {
		if a := ada.Do("POST", "/messages/"+id+"/stream", `{"content": `+empty+`}`); a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
}

// rule chat-client-id
func TestRepeatedSendStoresOneMessage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := scriptReplyWithGate(e, "One ", "two.")
		firstStream := ada.Send(id, "Count", "user-a").ReadUntil("One")
		secondStream := ada.Send(id, "Count", "user-a").ReadUntil("One")
		close(gate)
		if firstStream.ReadAll().Text != "One two." || secondStream.ReadAll().Text != "One two." || firstStream.MessageID != secondStream.MessageID {
			t.Errorf("the two calls saw %q and %q", firstStream.Text, secondStream.Text)
		}
		thirdStream := ada.Send(id, "Count", "user-a").ReadAll()
		if thirdStream.Text != "One two." || thirdStream.MessageID != firstStream.MessageID || e.Model.ReplyCount() != 1 || len(fetchHistory(t, ada, id)) != 3 {
			t.Errorf("a late repeat gave %q after %d requests", thirdStream.Text, e.Model.ReplyCount())
		}
	})
}

// rule chat-client-id
func TestParallelSendsStoreOneMessage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := scriptReplyWithGate(e, "One ", "two.")
		streamQueue := make(chan *apptest.Stream, 8)
		for range cap(streamQueue) {
			go func() { streamQueue <- ada.Send(id, "Count", "user-b") }()
		}
		var streams []*apptest.Stream
		for range cap(streamQueue) {
			streams = append(streams, <-streamQueue)
		}
		close(gate)
		for _, s := range streams {
			if s.ReadAll().Text != "One two." {
				t.Errorf("one of the calls saw %q", s.Text)
			}
		}
		if e.Model.ReplyCount() != 1 || len(fetchHistory(t, ada, id)) != 3 {
			t.Errorf("%d requests, %d messages", e.Model.ReplyCount(), len(fetchHistory(t, ada, id)))
		}
	})
}
