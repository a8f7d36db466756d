package openai

import (
	"strings"

	"colloquy/internal/llm"
)

// quirk is a set of things that one server or model does not take. They are
// learnt from its refusals and kept for the life of the Client.
type quirk uint32

const (
	completionTokens quirk = 1 << iota // wants max_completion_tokens for max_tokens
	noMaxTokens
	noTemperature
	noTopP
	noStop
	noStreamOptions
	noResponseFormat
	noMinP
	noRepeatPenalty
	userFirst
	singleSystem
	noSystem
)

// refusable are the request fields that servers refuse by name.
var refusable = []struct {
	name string
	is   quirk
}{
	{"max_tokens", completionTokens},
	{"max_completion_tokens", noMaxTokens},
	{"temperature", noTemperature},
	{"top_p", noTopP},
	{"stop", noStop},
	{"stream_options", noStreamOptions},
	{"response_format", noResponseFormat},
	{"min_p", noMinP},
	{"repeat_penalty", noRepeatPenalty},
}

// complaints are the words by which chat templates refuse an order of messages.
// A template that fails is an internal error to some servers.
var complaints = []struct {
	text string
	is   quirk
}{
	{"must alternate", userFirst},
	{"start with a user", userFirst},
	{"system message must be at the beginning", singleSystem},
	{"system role not supported", noSystem},
	{"only user and assistant roles", noSystem},
}

// has reports whether any of those is in the set.
func (q quirk) has(those quirk) bool { return q&those != 0 }

func (c *Client) quirks() quirk { return quirk(c.learnt.Load()) }

// apply takes out of a request what the server does not take.
func (q quirk) apply(w *wireRequest) {
	if q.has(completionTokens) {
		w.MaxTokens, w.MaxCompletionTokens = 0, w.MaxTokens
	}
	if q.has(noMaxTokens) {
		w.MaxTokens, w.MaxCompletionTokens = 0, 0
	}
	if q.has(noTemperature) {
		w.Temperature = 0
	}
	if q.has(noTopP) {
		w.TopP = 0
	}
	if q.has(noStop) {
		w.Stop = nil
	}
	if q.has(noStreamOptions) {
		w.StreamOptions = nil
	}
	if q.has(noResponseFormat) {
		w.ResponseFormat = nil
	}
	if q.has(noMinP) {
		w.MinP = 0
	}
	if q.has(noRepeatPenalty) {
		w.RepeatPenalty = 0
	}
}

// learn notes what a refusal names and reports whether that was news.
func (c *Client) learn(refusal *llm.Error) bool {
	var found quirk
	switch refusal.Kind {
	case llm.ErrBadRequest:
		found = named(refusal) | complained(refusal)
	case llm.ErrOverloaded:
		found = complained(refusal)
	}
	before := quirk(c.learnt.Or(uint32(found)))
	if found&^before == 0 {
		return false
	}
	c.log.Info("model server refuses part of the request; leaving it out from now on",
		"provider", refusal.Provider, "param", refusal.Param)
	return true
}

// named finds the refused fields in the error's param, or else quoted in its
// text.
func named(refusal *llm.Error) quirk {
	var found quirk
	for _, f := range refusable {
		if refusal.Param != "" {
			if refusal.Param == f.name || strings.HasPrefix(refusal.Param, f.name+".") {
				found |= f.is
			}
			continue
		}
		for _, mark := range []string{"'", `"`, "`"} {
			if strings.Contains(refusal.Msg, mark+f.name+mark) {
				found |= f.is
			}
		}
	}
	return found
}

func complained(refusal *llm.Error) quirk {
	var found quirk
	text := strings.ToLower(refusal.Msg)
	for _, c := range complaints {
		if strings.Contains(text, c.text) {
			found |= c.is
		}
	}
	return found
}
