package apptest

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Event is one server-sent event.
type Event struct {
	ID   string
	Name string
	Data string
}

// Stream reads the events of a reply. Its fields have the state after the last event that
// was read.
type Stream struct {
	t    testing.TB
	resp *http.Response
	in   *bufio.Reader

	Text         string // text of the reply that a browser would show
	Suggestions  []string
	Status       string // of the done event
	MessageID    string
	ErrorMessage string   // message of the error event
	IsDemo       bool     // demo_mode of the done event
	WaitReasons  []string // reasons of the waiting events
	LastEventID  string
}

// Send sends a message to a conversation and returns the stream of the reply.
func (c *Client) Send(conversation, content, clientID string) *Stream {
	c.T.Helper()
	body := map[string]any{"content": content}
	if clientID != "" {
		body["client_id"] = clientID
	}
	return c.OpenStream("POST", "/messages/"+conversation+"/stream", body)
}

// OpenStream makes a call that answers with a stream of events. If it answers otherwise, the
// test ends.
func (c *Client) OpenStream(method, path string, body any, headers ...string) *Stream {
	c.T.Helper()
	resp := c.Open(method, path, body, append([]string{"Accept", "text/event-stream"}, headers...)...)
	c.T.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(resp.Body)
		c.T.Fatalf("%s %s answered %d %s", method, path, resp.StatusCode, text)
	}
	return &Stream{t: c.T, resp: resp, in: bufio.NewReader(resp.Body)}
}

// Next reads one event and skips comments. ok is false at the end of the stream.
func (s *Stream) Next() (e Event, ok bool) {
	for {
		line, err := s.in.ReadString('\n')
		if err != nil {
			return e, false
		}
		line = strings.TrimSuffix(line, "\n")
		field, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" && (e.Data != "" || e.Name != ""):
			s.applyEvent(e)
			return e, true
		case field == "id":
			e.ID = value
		case field == "event":
			e.Name = value
		case field == "data":
			e.Data = value
		}
	}
}

func (s *Stream) applyEvent(e Event) {
	if e.ID != "" {
		s.LastEventID = e.ID
	}
	var d struct {
		Content     string
		Replace     bool
		Suggestions []string
		Status      string
		Message     string
		Reason      string
		MessageID   string `json:"message_id"`
		DemoMode    bool   `json:"demo_mode"`
	}
	if err := json.Unmarshal([]byte(e.Data), &d); err != nil {
		s.t.Errorf("event %q: %v", e.Data, err)
	}
	switch {
	case e.Name == "error":
		s.ErrorMessage = d.Message
	case e.Name == "waiting":
		s.WaitReasons = append(s.WaitReasons, d.Reason)
	case e.Name == "done":
		s.Status, s.MessageID, s.IsDemo = d.Status, d.MessageID, d.DemoMode
	case e.Name != "":
	case d.Replace:
		s.Text = d.Content
	default:
		s.Text += d.Content
	}
	if d.Suggestions != nil {
		s.Suggestions = d.Suggestions
	}
}

// ReadUntil reads events until the text shown so far contains the parameter text. If the stream
// ends earlier, the test fails.
func (s *Stream) ReadUntil(text string) *Stream {
	s.t.Helper()
	for !strings.Contains(s.Text, text) {
		if _, ok := s.Next(); !ok {
			s.t.Fatalf("the stream ended with %q, before %q", s.Text, text)
		}
	}
	return s
}

// ReadAll reads all events until the end of the stream.
func (s *Stream) ReadAll() *Stream {
	for {
		if _, ok := s.Next(); !ok {
			return s
		}
	}
}

// Close closes the connection, like a user who closes the browser tab.
func (s *Stream) Close() { s.resp.Body.Close() }
