// Package prompt builds the request for a character's next reply. Build is a pure
// function of its input: no clock, no storage, no network.
//
// The order is from constant to changing parts, so that the provider can cache as
// much as possible:
//
//	System[0]  the persona, byte for byte the same for all its users
//	System[1]  the user's name, card and the summary of earlier talk
//	Samples    exchanges that show the manner, in the lean variants
//	Messages   the conversation, append-only, its oldest part evicted in blocks;
//	           the last message also has the notes for this turn
//
// Notes are never part of a later request: the history has user messages without notes.
package prompt

import (
	"cmp"
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
	LargestOutput    = 600 // tokens of the longest reply of any persona and variant
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
	Year     int     // the persona speaks from this year (core.Persona.AtYear); 0 is its horizon
	Variant  Variant // "" is Frontier
	Memory   Memory
	Avoid    string // the beginning of a first try, which the reply must not repeat; "" for none
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
	in.Persona = in.Persona.AtYear(in.Year)
	in.Budget.MaxOutput = cmp.Or(in.Budget.MaxOutput, in.Variant.settings().output[in.Persona.ReplyLength()])
	help := helpFor(talk[len(talk)-1].Content, in.Region)
	user := Name(in.UserName)
	persona, err := fitSheet(in.Persona, in.Variant, in.Budget, in.Canary)
	if err != nil {
		return llm.Request{}, err
	}
	system := []string{canaryLine(in.Canary) + persona.text, aboutUser(user, in.Memory.stable(in.Variant))}
	room := in.Budget.input() - in.Budget.cost(system[0]) - in.Budget.cost(system[1])
	room -= in.Budget.samplesRoom(in.Variant)
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
	note := notes(turn{in: in, user: user, talk: talk, shown: persona.shown, help: help, replies: replyStems(in.History)}, room-used)
	if in.Variant.isLean() {
		last.Closing = note
	} else {
		last.Notes = note
	}
	return request(in, system, talk, user, help), nil
}

// request returns the request of a reply.
func request(in In, system []string, talk []llm.Message, user string, help *distress.Help) llm.Request {
	s := in.Variant.settings()
	return llm.Request{
		Task:          llm.Reply,
		System:        system,
		Samples:       sampleTurns(in.Persona, in.Variant, in.Budget, talk[0].Role),
		Messages:      talk,
		MaxTokens:     in.Budget.output(),
		Temperature:   s.temperature,
		TopP:          s.topP,
		MinP:          s.minP,
		RepeatPenalty: s.repeatPenalty,
		Stop:          StopStrings(user),
		Persona:       in.Persona,
		Chat:          in.Chat,
		Help:          help,
	}
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
	if len(req.Samples) > 0 {
		lines = append(lines, endOfSamples)
	}
	last := req.Messages[len(req.Messages)-1]
	for line := range strings.Lines(last.Notes + "\n" + last.Closing) {
		line = strings.TrimSpace(line)
		if line != "" && line != fenceOpen && line != fenceClose && line != pagesNote && !strings.HasPrefix(line, "- ") {
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
