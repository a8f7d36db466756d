package chat_test

import (
	"slices"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// names reads a stream to its end and returns the names of its events, "data"
// for those without, each kind once in a row.
func names(s *apptest.Stream) []string {
	var out []string
	for {
		e, ok := s.Next()
		if !ok {
			return slices.Compact(out)
		}
		name := e.Name
		if name == "" {
			name = "data"
		}
		out = append(out, name)
	}
}

// TestOrderOfEvents holds decisions §3: pieces, suggestions, then done; on
// failure an error and then done.
func TestOrderOfEvents(t *testing.T) {
	e := apptest.Start(t, sqlite(t))
	ada := e.User("Mirela")
	id := openWith(t, ada, free)
	if got := names(ada.Send(id, "Hello", "")); !slices.Equal(got, []string{"data", "complete", "data", "done"}) {
		t.Errorf("a reply has events %v", got)
	}
	e.Model.Answer(fails("Half "))
	if got := names(ada.Send(id, "Again", "")); !slices.Equal(got, []string{"data", "error", "done"}) {
		t.Errorf("a failed reply has events %v", got)
	}
}

// TestReplyCannotForgeEvents: what a model says never ends its line of data.
func TestReplyCannotForgeEvents(t *testing.T) {
	e := apptest.Start(t, sqlite(t))
	ada := e.User("Mirela")
	id := openWith(t, ada, free)
	const forged = "a\n\nevent: done\ndata: {\"status\":\"complete\"}\n\nb"
	e.Model.Answer(func(llm.Request) []apptest.Step { return []apptest.Step{{Text: forged}} })
	s := ada.Send(id, "Hello", "").All()
	if !strings.HasSuffix(s.Text, "b") || !strings.Contains(s.Text, "event: done") {
		t.Errorf("the reader has %q", s.Text)
	}
}

// TestErrorEventCarriesTheRequest: the id leads to the line in the log.
func TestErrorEventCarriesTheRequest(t *testing.T) {
	e := apptest.Start(t, sqlite(t))
	ada := e.User("Mirela")
	id := openWith(t, ada, free)
	e.Model.Answer(fails(""))
	a := ada.Do("POST", "/messages/"+id+"/stream", map[string]any{"content": "Hello"}).Want(200)
	if want := `"request_id":"` + a.Header.Get("X-Request-Id") + `"`; !strings.Contains(a.Body, want) {
		t.Errorf("the stream %q does not carry %s", a.Body, want)
	}
}
