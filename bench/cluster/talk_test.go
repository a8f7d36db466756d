package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"colloquy/bench/people"
)

// scriptedReplies is a server that answers each call with the next of its answers, and records
// the calls.
type scriptedReplies struct {
	mu      sync.Mutex
	answers []func(w http.ResponseWriter)
	calls   []string
}

func (s *scriptedReplies) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, r.Method+" "+r.URL.String())
	answer := s.answers[0]
	s.answers = s.answers[1:]
	answer(w)
}

// answerEvents returns a handler that answers with the events in list and ends the connection.
func answerEvents(list ...string) func(w http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for _, e := range list {
			fmt.Fprintf(w, "%s\n\n", e)
		}
	}
}

func answerStatus(code int) func(w http.ResponseWriter) {
	return func(w http.ResponseWriter) { w.WriteHeader(code) }
}

const (
	firstPiece    = "id: 1\ndata: {\"content\":\"One \"}"
	lastPiece     = "id: 2\ndata: {\"content\":\"two.\"}"
	lastEvent     = "id: 3\nevent: done\ndata: {\"message_id\":\"m2\",\"status\":\"complete\"}"
	keepAliveText = ":"
)

// sendToScriptedServer sends a message to a server with these answers. It returns the exchange, and the calls
// that the server got.
func sendToScriptedServer(t *testing.T, resumesByReplyID bool, answers ...func(http.ResponseWriter)) (*exchange, []string) {
	t.Helper()
	s := &scriptedReplies{answers: answers}
	server := httptest.NewServer(s)
	defer server.Close()
	talk := &talk{baseURL: server.URL, client: server.Client(), person: people.Person{Conversation: "c"}, messageText: "Count", resumesByReplyID: resumesByReplyID}
	return talk.send(t.Context(), "user-1"), s.calls
}

// A client resumes after the last event, by repeating the send or by the id of the reply.
// rule replies-resume
func TestLostStreamIsResumed(t *testing.T) {
	cutAnswer, restAnswer := answerEvents(keepAliveText, firstPiece), answerEvents(lastPiece, lastEvent)
	list := func(w http.ResponseWriter) {
		fmt.Fprint(w, `{"messages":[{"id":"m1","is_user_message":true},{"id":"m2"}]}`)
	}
	for _, c := range []struct {
		resumesByReplyID bool
		answers          []func(http.ResponseWriter)
		last             string
	}{
		{false, []func(http.ResponseWriter){cutAnswer, restAnswer}, "POST /api/messages/c/stream?after=1"},
		{true, []func(http.ResponseWriter){cutAnswer, list, restAnswer}, "GET /api/messages/c/stream?after=1&reply=m2"},
	} {
		x, calls := sendToScriptedServer(t, c.resumesByReplyID, c.answers...)
		if x.err != nil || x.reply.text != "One two." || x.reply.status != "complete" || x.reply.id != "m2" || x.reconnectCount != 1 {
			t.Errorf("%+v", x)
		}
		if got := calls[len(calls)-1]; got != c.last {
			t.Errorf("the last call is %s, want %s", got, c.last)
		}
	}
}

// The text of an event with "replace" replaces the shown text. The client does not append it.
func TestReplacementIsShownAlone(t *testing.T) {
	x, _ := sendToScriptedServer(t, false, answerEvents(firstPiece, `data: {"content":"One and","replace":true}`, lastEvent))
	if x.reply.text != "One and" {
		t.Errorf("shown is %q", x.reply.text)
	}
}

// The client repeats a send that did not reach the server. It does not repeat a refused send.
func TestOnlyUndeliveredSendsAreRepeated(t *testing.T) {
	if x, calls := sendToScriptedServer(t, false, answerStatus(http.StatusBadGateway), answerEvents(firstPiece, lastPiece, lastEvent)); x.err != nil || x.undeliveredSendCount != 1 || len(calls) != 2 {
		t.Errorf("after 502: %+v, %q", x, calls)
	}
	if x, calls := sendToScriptedServer(t, false, answerStatus(http.StatusServiceUnavailable)); x.err == nil || len(calls) != 1 {
		t.Errorf("after 503: %+v, %q", x, calls)
	}
}
