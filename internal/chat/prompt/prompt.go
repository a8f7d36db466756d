// Package prompt builds the request for a character's next line. Build is a
// pure function of its input: no clock, no storage, no network.
//
// The order runs from what never changes to what changes each turn, so that
// the part a provider has cached is as long as it can be:
//
//	System[0]  the persona, byte for byte the same for all its users
//	System[1]  the user's name
//	Messages   the talk, append-only, its oldest part evicted in blocks; the
//	           last one bears the notes for this turn
//
// Notes are never part of a later request: history holds the user's words alone.
package prompt

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/llm"
)

// How a reply is sampled.
const (
	Temperature      = 0.8
	TopP             = 0.95
	DefaultMaxOutput = 350 // tokens
)

// The ways in which a request cannot be built.
var (
	// ErrPersona says that the persona alone takes more than 40 % of the
	// context: it was authored too long, or the context is too small for it.
	ErrPersona = errors.New("persona too long for the context")
	// ErrMessage says that not even a part of the user's message fits beside the
	// persona.
	ErrMessage = errors.New("message too long for the context")
	// ErrNoMessage says that the history does not end with a user's message.
	ErrNoMessage = errors.New("history does not end with a user's message")
)

// In is everything a request is made of.
type In struct {
	// Persona must not change after its first use: what follows from it is kept.
	Persona  *core.Persona
	Chat     string // the conversation's id, for Request.Chat
	UserName string // as the user wrote it; empty means "friend"
	Region   string // the user's country (ISO 3166), for help lines; "" when it is not known
	// History is the talk, oldest first, ending with the user's message. It
	// begins with the talk itself or, for a long one, at a message that stays the
	// first for many turns: eviction is computed from the beginning, and one
	// that moves each turn would move the cut each turn.
	History []llm.Message
	Budget  Budget
	// Canary is a word that no reply holds, so that one which repeats the prompt
	// is known by it; "" for none. It is the same for all requests of a process:
	// one that changed would cost the provider's prompt cache.
	Canary string
	Now    time.Time // in the user's time zone where it is known; told only when asked for
}

// Build makes the request. Its estimated size never exceeds the budget. The
// errors are ErrPersona, ErrMessage and ErrNoMessage.
func Build(in In) (llm.Request, error) {
	talk := normalise(in.History)
	if len(talk) == 0 || talk[len(talk)-1].Role != llm.User {
		return llm.Request{}, ErrNoMessage
	}
	help := helpFor(talk[len(talk)-1].Content, in.Region)
	user := Name(in.UserName)
	persona, examples, err := fitPersona(in.Persona, in.Budget)
	if err != nil {
		return llm.Request{}, err
	}
	system := []string{marked(in.Canary) + persona, about(user)}
	room := in.Budget.input() - in.Budget.cost(system[0]) - in.Budget.cost(system[1])
	last := &talk[len(talk)-1]
	if in.Budget.cost(last.Content) > room {
		last.Content = words(in.History[len(in.History)-1].Content)
	}
	if in.Budget.cost(last.Content) > room {
		last.Content = shorten(last.Content, in.Budget, room)
	}
	if n := in.Budget.cost(last.Content); n > room {
		return llm.Request{}, fmt.Errorf("%w: %d tokens where %d are left", ErrMessage, n, room)
	}
	talk, used := evict(talk, in.Budget, in.Budget.history(room))
	last.Notes = notes(turn{in: in, user: user, talk: talk, told: examples, help: help}, room-used)
	return llm.Request{
		Task:        llm.Reply,
		System:      system,
		Messages:    talk,
		MaxTokens:   in.Budget.output(),
		Temperature: Temperature,
		TopP:        TopP,
		Stop:        Stops(user),
		Persona:     in.Persona,
		Chat:        in.Chat,
		Help:        help,
	}, nil
}

// marked is the line with the canary. It stands first: whoever repeats the
// prompt begins with it.
func marked(canary string) string {
	if canary == "" {
		return ""
	}
	return canary + " (mark of this sheet, never written in a reply)\n"
}

// Private returns the lines of a request that no reply repeats: the beginning
// of the persona's part, and the notes without what is quoted from its pages.
func Private(req llm.Request) (lines []string) {
	lines = append(lines, Fill(opening, req.Persona.Name, anyone), pagesNote)
	for line := range strings.Lines(req.Messages[len(req.Messages)-1].Notes) {
		line = strings.TrimSpace(line)
		if line != fenceOpen && line != fenceClose && line != pagesNote && !strings.HasPrefix(line, "- ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// helpFor is what somebody is told who may be at risk; nil for others.
func helpFor(line, region string) *distress.Help {
	if h, ok := distress.HelpFor(line, region); ok {
		return &h
	}
	return nil
}

// Stops are the at most four stop strings sent with a request. The stream's
// filter knows more of them.
func Stops(userName string) []string {
	name := Name(userName)
	if name == "User" {
		return []string{"\nUser:", "<|im_end|>", "<|im_start|>", "</s>"}
	}
	return []string{"\n" + name + ":", "\nUser:", "<|im_end|>", "<|im_start|>"}
}

// fitPersona returns the persona's part in as much detail as the budget allows,
// and how many example exchanges it holds.
func fitPersona(p *core.Persona, b Budget) (text string, examples int, err error) {
	limit := b.persona()
	for detail := maxExamples; detail >= bare; detail-- {
		text = personaText(p, detail)
		if b.cost(text) <= limit {
			return text, max(detail, 0), nil
		}
	}
	return "", 0, fmt.Errorf("%w: %s takes %d tokens of %d", ErrPersona, p.Slug, b.cost(text), limit)
}
