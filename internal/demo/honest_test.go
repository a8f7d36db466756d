package demo

import (
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/english"
	"colloquy/internal/identity"
)

// Every persona says that it is an AI in the first and the eighth turn, for each wording
// of the question.
// rule safety-honest-ai
func TestHonestAtEveryTurn(t *testing.T) {
	personas := allPersonas(t)
	if len(personas) < 287 {
		t.Fatalf("only %d personas", len(personas))
	}
	for slug, p := range personas {
		provider := New(Options{})
		names := english.Words(p.Name)
		lines := []string{
			"Are you real?", "hi! are you really " + names[len(names)-1] + "?", "are you really " + p.Name, "am i talking to a person", "is this a bot??",
			"are you an AI", "is somebody reading this?", "Wait. Who am I really talking to?", "bist du echt?", "¿Eres una persona real?", "AIですか",
		}
		for n, line := range lines {
			for _, before := range []int{0, 7} {
				if before > 0 && n%3 != 0 {
					continue
				}
				c := startConversationWith(t, provider, p, fmt.Sprintf("honest-%d", n))
				for turn := range before {
					c.say(nextUserLine(p, n%6, turn))
				}
				reply := c.say(line)
				language, _ := identity.AsksIfReal(line, p.Name)
				honestAnswer := identity.HonestAnswer(language, p.Name)
				if !strings.Contains(reply, "demo portrait of "+p.Name) && (honestAnswer == "" || reply != honestAnswer) {
					t.Errorf("%s, turn %d: %q is answered by %q", slug, before+1, line, reply)
				}
			}
		}
	}
}
