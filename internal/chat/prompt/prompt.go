// Package prompt builds the request for a character's next reply. Build is a pure
// function of its input: no clock, no storage, no network.
//
// The order is from constant to changing parts, so that the provider can cache as
// much as possible:
//
//	System[0]  the persona, byte for byte the same for all its users
//	System[1]  the user's name
//	Messages   the conversation, append-only, its oldest part evicted in blocks;
//	           the last message also has the notes for this turn
//
// Notes are never part of a later request: the history has user messages without notes.
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

// Sampling parameters of a reply.
const (
	Temperature      = 0.8
	TopP             = 0.95
	DefaultMaxOutput = 350 // tokens
)

// Errors of Build.
var (
	// ErrPersona means that the persona's part needs more than 40 % of the context.
	ErrPersona = errors.New("persona too long for the context")
	// ErrMessage means that the user's message does not fit, even shortened.
	ErrMessage = errors.New("message too long for the context")
	// ErrNoMessage means that the history does not end with a user message.
	ErrNoMessage = errors.New("history does not end with a user's message")
)

// In is the input of Build.
type In struct {
	// Persona must not change after its first use, because values computed from it are
	// cached.
	Persona  *core.Persona
	Chat     string // the conversation's id, for Request.Chat
	UserName string // as the user wrote it; empty means "friend"
	Region   string // the user's country (ISO 3166) for help lines; "" if unknown
	// History is oldest first and ends with the user's message. It begins with the
	// first message of the conversation. For a long conversation it begins with a later
	// message that stays the first for many turns: eviction counts from the beginning,
	// so a start that moved each turn would move the cut each turn.
	History []llm.Message
	Budget  Budget
	// Canary is a word that no reply contains, to recognise a reply that repeats the
	// prompt; "" for none. It is constant for a process, because a change would
	// invalidate the provider's prompt cache.
	Canary string
	Now    time.Time // in the user's time zone if known; the prompt has it only if the user asks
}

// Build builds the request. Its estimated size never exceeds the budget. It returns
// ErrPersona, ErrMessage or ErrNoMessage.
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
	system := []string{canaryLine(in.Canary) + persona, aboutUser(user)}
	room := in.Budget.input() - in.Budget.cost(system[0]) - in.Budget.cost(system[1])
	last := &talk[len(talk)-1]
	if in.Budget.cost(last.Content) > room {
		last.Content = strippedText(in.History[len(in.History)-1].Content)
	}
	if in.Budget.cost(last.Content) > room {
		last.Content = shorten(last.Content, in.Budget, room)
	}
	if n := in.Budget.cost(last.Content); n > room {
		return llm.Request{}, fmt.Errorf("%w: %d tokens where %d are left", ErrMessage, n, room)
	}
	talk, used := evict(talk, in.Budget, in.Budget.history(room))
	last.Notes = notes(turn{in: in, user: user, talk: talk, shownTopics: examples, help: help}, room-used)
	return llm.Request{
		Task:        llm.Reply,
		System:      system,
		Messages:    talk,
		MaxTokens:   in.Budget.output(),
		Temperature: Temperature,
		TopP:        TopP,
		Stop:        StopStrings(user),
		Persona:     in.Persona,
		Chat:        in.Chat,
		Help:        help,
	}, nil
}

// canaryLine returns the line with the canary. It is the first line because a repeated
// prompt starts with the first line.
func canaryLine(canary string) string {
	if canary == "" {
		return ""
	}
	return canary + " (mark of this sheet, never written in a reply)\n"
}

// PrivateLines returns the lines of a request that no reply may repeat: the beginning of
// the persona's part, and the notes, except the snippets of its topics.
func PrivateLines(req llm.Request) (lines []string) {
	lines = append(lines, Fill(opening, req.Persona.Name, anyUser), pagesNote)
	for line := range strings.Lines(req.Messages[len(req.Messages)-1].Notes) {
		line = strings.TrimSpace(line)
		if line != fenceOpen && line != fenceClose && line != pagesNote && !strings.HasPrefix(line, "- ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// helpFor returns the help lines for a user at risk, and nil for other users.
func helpFor(line, region string) *distress.Help {
	if h, ok := distress.HelpFor(line, region); ok {
		return &h
	}
	return nil
}

// StopStrings returns the stop strings of a request, at most four. Package clean recognises
// more stop strings.
func StopStrings(userName string) []string {
	name := Name(userName)
	if name == "User" {
		return []string{"\nUser:", "<|im_end|>", "<|im_start|>", "</s>"}
	}
	return []string{"\n" + name + ":", "\nUser:", "<|im_end|>", "<|im_start|>"}
}

// fitPersona returns the persona's part with as much detail as the budget allows, and
// its number of example exchanges.
func fitPersona(p *core.Persona, b Budget) (text string, examples int, err error) {
	limit := b.persona()
	for detail := maxExamples; detail >= bareDetail; detail-- {
		text = personaText(p, detail)
		if b.cost(text) <= limit {
			return text, max(detail, 0), nil
		}
	}
	return "", 0, fmt.Errorf("%w: %s takes %d tokens of %d", ErrPersona, p.Slug, b.cost(text), limit)
}
