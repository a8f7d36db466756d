// Package prompt builds the request for a character's next reply. Build is a pure
// function of its input: no clock, no storage, no network.
//
// The order is from constant to changing parts, so that the provider can cache as
// much as possible:
//
//	System[0]  the persona, byte for byte the same for all its users
//	System[1]  the user's name and own description (Memory.UserCard), and the summary of earlier talk
//	Samples    exchanges that show the manner, in the lean variants
//	Messages   the conversation; messages are appended, and the oldest are evicted in
//	           blocks; the last message also has the notes for this turn
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

// Sampling parameters of a reply (rule prompt-sampling).
const (
	Temperature            = 0.8
	TopP                   = 0.95
	DefaultMaxOutputTokens = 350 // tokens
	LargestOutputTokens    = 600 // tokens of the longest reply of any persona and variant
)

// Errors of Build.
var (
	// ErrPersonaTooLong means that the persona's part needs more than 40 % of the context.
	ErrPersonaTooLong = errors.New("persona too long for the context")
	// ErrMessageTooLong means that the user's message does not fit, even shortened.
	ErrMessageTooLong = errors.New("message too long for the context")
	// ErrNoMessage means that the history does not end with a user message.
	ErrNoMessage = errors.New("history does not end with a user's message")
)

// Input is the input of Build.
type Input struct {
	// Persona must not change after its first use, because values computed from it are
	// cached.
	Persona      *core.Persona
	Year         int     // the persona speaks from this year (core.Persona.AtYear); 0 means its horizon
	Variant      Variant // "" is Frontier
	Memory       CharacterMemory
	AvoidOpening string // words with which the reply must not begin, taken from an earlier answer; "" for none
	Guidance     string // what the user asks of this version of the reply, in the user's words; "" for none
	// ReplyBeginning is text of the reply that is shown already: the request asks for what comes
	// after it. "" for a whole reply.
	ReplyBeginning string
	FormerTexts    []string // texts of the reply's versions, for Request.OtherVersions
	ChatID         string   // the conversation's id, for Request.ConversationID
	UserName       string   // as the user wrote it; empty means "friend"
	Region         string   // the user's country (ISO 3166) for help lines; "" if unknown
	// History has the messages of the conversation, oldest first. It ends with the user's message. In
	// a long conversation it may lack the oldest messages. The first message in History must stay the
	// first one for many turns. With another first message, evictOldTurns would drop other turns.
	History []llm.Message
	Budget  Budget
	// Canary is a word that no other text contains; "" means no canary. A reply that contains it
	// repeats the prompt. Canary stays constant while the process runs, because a change would
	// invalidate the provider's prompt cache.
	Canary string
	Now    time.Time // in the user's time zone if known; the prompt has it only if the user asks
}

// Build builds the request. Its estimated size never exceeds the budget. It returns
// ErrPersonaTooLong, ErrMessageTooLong or ErrNoMessage. A risk in the message or in the wish
// (Input.Guidance) gives the request help lines. Rule messages-guidance.
func Build(in Input) (llm.Request, error) {
	talk := normaliseHistory(in.History)
	if len(talk) == 0 || talk[len(talk)-1].Role != llm.User {
		return llm.Request{}, ErrNoMessage
	}
	fullPersona := in.Persona
	in.Persona = fullPersona.AtYear(in.Year)
	in.Budget.MaxOutputTokens = cmp.Or(in.Budget.MaxOutputTokens, in.Variant.settings().outputTokens[in.Persona.ReplyLength()])
	help := helpFor(talk[len(talk)-1].Content, in.Region)
	if help == nil {
		help = helpFor(in.Guidance, in.Region)
	}
	userName := CleanName(in.UserName)
	personaSheet, err := fitSheet(in.Persona, in.Variant, in.Budget, in.Canary)
	if err != nil {
		return llm.Request{}, err
	}
	system := []string{canaryLine(in.Canary) + personaSheet.text, aboutUser(userName, in.Memory.cardAndSummaryLines(in.Variant))}
	availableTokens := in.Budget.inputTokens() - in.Budget.tokenCost(system[0]) - in.Budget.tokenCost(system[1])
	availableTokens -= in.Budget.maxSamplesTokens(in.Variant)
	last := &talk[len(talk)-1]
	if in.Budget.tokenCost(last.Content) > availableTokens {
		last.Content = textWithoutControlTokens(in.History[len(in.History)-1].Content)
	}
	if in.Budget.tokenCost(last.Content) > availableTokens {
		last.Content = shortenMiddle(last.Content, in.Budget, availableTokens)
	}
	if n := in.Budget.tokenCost(last.Content); n > availableTokens {
		return llm.Request{}, fmt.Errorf("%w: %d tokens where %d are left", ErrMessageTooLong, n, availableTokens)
	}
	versionTexts := newReplyVersionTexts(in, availableTokens-in.Budget.tokenCost(last.Content))
	availableTokens -= versionTexts.tokenCost(in.Budget)
	talk, used := evictOldTurns(talk, in.Budget, in.Budget.historyTokens(availableTokens))
	notes := writeNotes(notesInput{
		in: in, isEarlierYear: in.Persona.Horizon.Year < fullPersona.Horizon.Year, userName: userName, talk: talk,
		shownTexts: personaSheet.shownTexts, help: help, wishText: versionTexts.wishText, replyStems: replyStems(in.History),
	}, availableTokens-used)
	if versionTexts.beginning != "" {
		talk = append(talk, llm.Message{Role: llm.Assistant, Content: versionTexts.beginning}, llm.Message{Role: llm.User, Content: continueNote})
		last = &talk[len(talk)-1]
	}
	if in.Variant.isLean() {
		last.ClosingNotes = notes
	} else {
		last.OpeningNotes = notes
	}
	req := newRequest(in, system, talk, userName, help)
	req.OtherVersions, req.Guidance, req.ReplyBeginning = in.FormerTexts, in.Guidance, versionTexts.beginning
	return req, nil
}

// newRequest returns the request of a reply with the given parts.
func newRequest(in Input, system []string, talk []llm.Message, user string, help *distress.Help) llm.Request {
	s := in.Variant.settings()
	return llm.Request{
		Task:           llm.Reply,
		System:         system,
		Samples:        sampleTurns(in.Persona, in.Variant, in.Budget, talk[0].Role),
		Messages:       talk,
		MaxTokens:      in.Budget.outputTokens(),
		Temperature:    s.temperature,
		TopP:           s.topP,
		MinP:           s.minP,
		RepeatPenalty:  s.repeatPenalty,
		Stop:           StopStrings(user),
		Persona:        in.Persona,
		ConversationID: in.ChatID,
		Help:           help,
	}
}

// canaryLine returns the line with the canary. It is the first line, because a model that
// repeats its prompt starts with the first line.
func canaryLine(canary string) string {
	if canary == "" {
		return ""
	}
	return canary + " (mark of this sheet, never written in a reply)\n"
}

// LinesForbiddenInReplies returns the lines of a request that no reply may repeat. Rule replies-prompt-hidden.
// They are the first line of the persona's part, the line after the samples, and the lines of the
// notes. Lists in the notes are omitted, because replies may use the facts and pages in them.
func LinesForbiddenInReplies(req llm.Request) (lines []string) {
	lines = append(lines, FillPlaceholders(firstInstruction, req.Persona.Name, anyUser), pagesNote)
	if len(req.Samples) > 0 {
		lines = append(lines, endOfSamples)
	}
	last := req.Messages[len(req.Messages)-1]
	for line := range strings.Lines(last.OpeningNotes + "\n" + last.ClosingNotes) {
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
	name := CleanName(userName)
	if name == "User" {
		return []string{"\nUser:", "<|im_end|>", "<|im_start|>", "</s>"}
	}
	return []string{"\n" + name + ":", "\nUser:", "<|im_end|>", "<|im_start|>"}
}
