package chat_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// hostileNumbers are values of the parameters "after" and "seen", and of the header
// Last-Event-ID, that the app never sends.
var hostileNumbers = []string{
	"50", "999999", "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775806", "9223372036854775807", "-1", "-999999", "-9223372036854775808",
}

// A reader that sends a Seq which the reply does not have gets the whole reply, from each call
// that streams replies. Other readers are not affected.
// rule replies-attach-by-name
func TestSeqBeyondTheReplyGetsTheWholeReply(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, eve := e.NewUser("Mirela"), e.NewUser("Eve")
		id, other := openChat(t, ada, freeCharacterSlug), openChat(t, eve, freeCharacterSlug)
		for _, number := range hostileNumbers {
			e.Clock.Advance(2 * time.Minute)
			gate := scriptReplyWithGate(e, "One two ", "three four.")
			otherUsersStream := eve.Send(other, "Count", "").ReadUntil("two")
			path := "/messages/" + id + "/stream"
			clientID := "user-" + number
			streams := map[string]*apptest.Stream{
				"sending":     ada.OpenStream("POST", path, map[string]any{"content": "Count", "client_id": clientID}, "Last-Event-ID", number),
				"by query":    ada.OpenStream("GET", path+"?after="+number, nil),
				"by header":   ada.OpenStream("GET", path, nil, "Last-Event-ID", number),
				"by its name": ada.OpenStream("GET", path+"?reply="+fetchLastMessage(t, ada, id).ID+"&after="+number, nil),
			}
			for name, s := range streams {
				if s.ReadUntil("two"); s.Text != "One two " {
					t.Errorf("%s at %s: %q", name, number, s.Text)
				}
			}
			close(gate)
			streams["once more, ended"] = ada.OpenStream("POST", path, map[string]any{"content": "Count", "client_id": clientID}, "Last-Event-ID", number)
			streams["bystander"] = otherUsersStream
			for name, s := range streams {
				if s.ReadAll(); s.Text != "One two three four." || s.Status != "complete" {
					t.Errorf("%s at %s: %q, %s", name, number, s.Text, s.Status)
				}
			}
		}
	})
}

// A reader that still has the Seq of the previous reply gets the new reply from its start. This
// also holds if the new reply already has an event with that Seq.
func TestANewReplyIsReadFromItsStart(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		for _, place := range []string{"1", "2", "3", "4"} {
			for range 5 {
				e.Clock.Advance(time.Minute)
				if s := ada.OpenStream("POST", "/messages/"+id+"/stream", map[string]any{"content": "One two three"}, "Last-Event-ID", place).ReadAll(); s.Text != "You said: One two three" {
					t.Errorf("at %s: %q", place, s.Text)
				}
			}
		}
	})
}

func TestRetryWithSeqBeyondTheReplyGetsTheWholeReply(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		e.Model.SetAnswers(failingAnswer("One "))
		ada.Send(id, "Count", "user-a").ReadAll()
		for _, place := range hostileNumbers {
			e.Clock.Advance(2 * time.Minute)
			if s := ada.OpenStream("POST", "/messages/"+id+"/regenerate", nil, "Last-Event-ID", place).ReadAll(); s.Text != "One " || s.Status != "failed" {
				t.Errorf("at %s: %q, %s", place, s.Text, s.Status)
			}
		}
	})
}

// rule replies-attach-by-name
func TestRepliesAreNotMixed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, eve := e.NewUser("Mirela"), e.NewUser("Eve")
		id := openChat(t, ada, freeCharacterSlug)
		openChat(t, eve, freeCharacterSlug)
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("The very first.") })
		firstStream := ada.Send(id, "First", "user-a").ReadAll()
		gate := scriptReplyWithGate(e, "Second ", "reply.")
		runningStream := ada.Send(id, "Second", "user-b").ReadUntil("Second")
		path := "/messages/" + id + "/stream?reply="
		if s := ada.OpenStream("GET", path+firstStream.MessageID, nil).ReadAll(); s.Text != "The very first." || s.Status != "complete" || s.MessageID != firstStream.MessageID {
			t.Errorf("the first reply is %q, %s", s.Text, s.Status)
		}
		if s := ada.OpenStream("GET", path+firstStream.MessageID+"&after=2", nil).ReadAll(); s.Text != "first." || s.Status != "complete" {
			t.Errorf("the rest of the first reply is %q, %s", s.Text, s.Status)
		}
		userMessageID := fetchHistory(t, ada, id)[1].ID
		for name, ref := range map[string]string{"unknown": "nobody", "a line": userMessageID, "odd": "%27%22", "long": strings.Repeat("x", 3000)} {
			if a := ada.Do("GET", path+ref, nil, "Accept", "text/event-stream"); a.Status != http.StatusNotFound || a.ErrorCode() != "message_not_found" {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		if a := eve.Do("GET", "/messages/"+freeCharacterSlug+"/stream?reply="+firstStream.MessageID, nil); a.Status != http.StatusNotFound {
			t.Errorf("another's reply: %d %s", a.Status, a.Body)
		}
		close(gate)
		if runningStream.ReadAll().Text != "Second reply." {
			t.Errorf("the second reply is %q", runningStream.Text)
		}
	})
}

// startFuzzApp adds hostileNumbers to the corpus of f and starts an application. A user of this
// application has a conversation with one complete reply. startFuzzApp returns the application, the
// user's client and the id of the conversation.
func startFuzzApp(f *testing.F) (*apptest.Env, *apptest.Client, string) {
	for _, n := range hostileNumbers {
		f.Add(n)
	}
	f.Add("0")
	f.Add("1e9")
	f.Add("99999999999999999999")
	f.Add(" 7")
	e := apptest.Start(f, apptest.SQLite(f))
	ada := e.NewUser("Mirela")
	var s struct{ ID string }
	ada.Do("POST", "/session", map[string]any{"characterId": freeCharacterSlug}).Want(200).Into(&s)
	ada.Send(s.ID, "Count", "user-a").ReadAll()
	return e, ada, s.ID
}

// clientReportingTo returns a client that reports its failures to t.
func clientReportingTo(t *testing.T, c *apptest.Client) *apptest.Client {
	fuzzClient := *c
	fuzzClient.T = t
	return &fuzzClient
}

// expectNoServerError fails the test for a status of 500 or more.
func expectNoServerError(t *testing.T, e *apptest.Env, a apptest.Answer) {
	t.Helper()
	e.Clock.Advance(2 * time.Minute)
	if a.Status >= 500 {
		t.Errorf("%s answers %d %s", a.MethodAndPath, a.Status, a.Body)
	}
}

func FuzzStreamAfterSeq(f *testing.F) {
	e, ada, id := startFuzzApp(f)
	f.Fuzz(func(t *testing.T, n string) {
		ada := clientReportingTo(t, ada)
		ada.Send(id, "Count", "user-a").ReadAll()
		expectNoServerError(t, e, ada.Do("GET", "/messages/"+id+"/stream?reply="+lastMessageID(ada, id)+"&after="+url.QueryEscape(n), nil))
	})
}

func FuzzLastEventID(f *testing.F) {
	e, ada, id := startFuzzApp(f)
	f.Fuzz(func(t *testing.T, n string) {
		ada := clientReportingTo(t, ada)
		if _, err := strconv.ParseFloat(n, 64); err != nil {
			n = strconv.Quote(n) // our own HTTP client refuses characters that a header cannot contain
		}
		expectNoServerError(t, e, ada.Do("POST", "/messages/"+id+"/stream", map[string]any{"content": "Count", "client_id": "user-a"}, "Last-Event-ID", n))
	})
}

func FuzzStopAtSeenLength(f *testing.F) {
	e, ada, id := startFuzzApp(f)
	f.Fuzz(func(t *testing.T, n string) {
		ada := clientReportingTo(t, ada)
		gate := e.Model.NewGate()
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return []apptest.AnswerStep{{Text: "One two "}, {Gate: gate}} })
		s := ada.Send(id, "Count", "").ReadUntil("two")
		expectNoServerError(t, e, ada.Do("POST", "/messages/"+id+"/stop", `{"seen": `+n+`}`))
		ada.Do("POST", "/messages/"+id+"/stop", nil)
		e.Model.ReleaseGates()
		if s.ReadAll(); !strings.HasPrefix("One two ", s.Text) {
			t.Errorf("seen %s left %q", n, s.Text)
		}
	})
}

func FuzzHistoryBefore(f *testing.F) {
	e, ada, id := startFuzzApp(f)
	f.Fuzz(func(t *testing.T, n string) {
		ada := clientReportingTo(t, ada)
		expectNoServerError(t, e, ada.Do("GET", "/messages/"+id+"?before="+url.QueryEscape(n), nil))
	})
}

func FuzzSessionsLimitAndCursor(f *testing.F) {
	e, ada, _ := startFuzzApp(f)
	f.Fuzz(func(t *testing.T, n string) {
		ada := clientReportingTo(t, ada)
		expectNoServerError(t, e, ada.Do("GET", "/sessions?limit="+url.QueryEscape(n), nil))
		expectNoServerError(t, e, ada.Do("GET", "/sessions/characterProfile?cursor="+url.QueryEscape(n), nil))
	})
}

func lastMessageID(c *apptest.Client, conversation string) string {
	var p historyPage
	c.Do("GET", "/messages/"+conversation, nil).Want(200).Into(&p)
	return p.Messages[len(p.Messages)-1].ID
}
