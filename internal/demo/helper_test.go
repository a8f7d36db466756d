package demo

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// readPersona reads a fixture by its name.
func readPersona(t testing.TB, name string) *core.Persona {
	t.Helper()
	return readPersonaFile(t, os.DirFS("testdata"), name+".json")
}

func readPersonaFile(t testing.TB, dir fs.FS, name string) *core.Persona {
	t.Helper()
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	var p core.Persona
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &p
}

// conversation is a conversation with the responder, with all messages so far.
type conversation struct {
	t        testing.TB
	provider llm.Provider
	persona  *core.Persona
	id       string
	msgs     []llm.Message
}

// startConversation returns a conversation that begins with the persona's greeting.
func startConversation(t testing.TB, p *core.Persona, id string) *conversation {
	return startConversationWith(t, New(Options{}), p, id)
}

// startConversationWith is startConversation with a provider that many conversations of
// one persona share, so that the index is built once. The persona must not change.
func startConversationWith(t testing.TB, provider llm.Provider, p *core.Persona, id string) *conversation {
	c := &conversation{t: t, provider: provider, persona: p, id: id}
	if p.Greeting != "" {
		c.msgs = append(c.msgs, llm.Message{Role: llm.Assistant, Content: p.Greeting})
	}
	return c
}

// say sends a message and returns the reply.
func (c *conversation) say(line string) string {
	c.t.Helper()
	c.msgs = append(c.msgs, llm.Message{Role: llm.User, Content: line})
	reply := collectReply(c.t, c.provider, c.request(llm.Reply))
	c.msgs = append(c.msgs, llm.Message{Role: llm.Assistant, Content: reply})
	return reply
}

func (c *conversation) suggestions() []string {
	c.t.Helper()
	text := collectReply(c.t, c.provider, c.request(llm.Suggest))
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func (c *conversation) request(task llm.Task) llm.Request {
	return llm.Request{Task: task, Persona: c.persona, ConversationID: c.id, Messages: c.msgs}
}

// collectReply returns the text of an answer.
func collectReply(t testing.TB, p llm.Provider, req llm.Request) string {
	t.Helper()
	var b strings.Builder
	for d, err := range p.Stream(t.Context(), req) {
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(d.Text)
	}
	return b.String()
}
