package openai

import (
	"strings"

	"colloquy/internal/llm"
)

// quirkSet is a set of features that a server or model does not support. The Client learns
// them from refusals and keeps them.
type quirkSet uint32

const (
	renamedMaxTokens quirkSet = 1 << iota // max_completion_tokens replaces max_tokens
	noMaxTokens
	noTemperature
	noTopP
	noStop
	noStreamOptions
	noResponseFormat
	noMinP
	noRepeatPenalty
	noDry             // no dry_multiplier
	mustStartWithUser // the first message must be the user's
	singleSystem      // only one system message
	noSystem          // no system message
)

// optionalFields are the request fields that a server may refuse. The refusal contains the name of
// the field (rule prompt-sampling).
var optionalFields = []struct {
	name string
	is   quirkSet
}{
	{"max_tokens", renamedMaxTokens},
	{"max_completion_tokens", noMaxTokens},
	{"temperature", noTemperature},
	{"top_p", noTopP},
	{"stop", noStop},
	{"stream_options", noStreamOptions},
	{"response_format", noResponseFormat},
	{"min_p", noMinP},
	{"repeat_penalty", noRepeatPenalty},
	{"dry_multiplier", noDry},
}

// quirkByTemplateError are texts with which chat templates refuse an order of messages.
// Some servers report a failed template as an internal error.
var quirkByTemplateError = []struct {
	text string
	is   quirkSet
}{
	{"must alternate", mustStartWithUser},
	{"start with a user", mustStartWithUser},
	{"system message must be at the beginning", singleSystem},
	{"system role not supported", noSystem},
	{"only user and assistant roles", noSystem},
}

// hasAny reports whether q contains at least one quirk of the argument `those`.
func (q quirkSet) hasAny(those quirkSet) bool { return q&those != 0 }

func (c *Client) quirks() quirkSet { return quirkSet(c.knownQuirks.Load()) }

// applyTo removes or renames in a request the fields that the server does not support.
func (q quirkSet) applyTo(w *wireRequest) {
	if q.hasAny(renamedMaxTokens) {
		w.MaxTokens, w.MaxCompletionTokens = 0, w.MaxTokens
	}
	if q.hasAny(noMaxTokens) {
		w.MaxTokens, w.MaxCompletionTokens = 0, 0
	}
	if q.hasAny(noTemperature) {
		w.Temperature = 0
	}
	if q.hasAny(noTopP) {
		w.TopP = 0
	}
	if q.hasAny(noStop) {
		w.Stop = nil
	}
	if q.hasAny(noStreamOptions) {
		w.StreamOptions = nil
	}
	if q.hasAny(noResponseFormat) {
		w.ResponseFormat = nil
	}
	if q.hasAny(noMinP) {
		w.MinP = 0
	}
	if q.hasAny(noRepeatPenalty) {
		w.RepeatPenalty = 0
	}
	if q.hasAny(noDry) {
		w.DryMultiplier = 0
	}
}

// learnNewQuirks adds the quirks that a refusal names and reports whether any of them is new.
func (c *Client) learnNewQuirks(refusal *llm.Error) bool {
	var foundQuirks quirkSet
	switch refusal.Kind {
	case llm.ErrBadRequest:
		foundQuirks = quirksOfRefusedField(refusal) | quirksOfTemplateError(refusal)
	case llm.ErrOverloaded:
		foundQuirks = quirksOfTemplateError(refusal)
	}
	quirksBefore := quirkSet(c.knownQuirks.Or(uint32(foundQuirks)))
	if foundQuirks&^quirksBefore == 0 {
		return false
	}
	c.log.Info("model server refuses a part of requests; it is no longer sent",
		"provider", refusal.Provider, "param", refusal.Param)
	return true
}

// quirksOfRefusedField returns the quirk of the field that the Param of refusal names. If Param is empty,
// it returns the quirks of all fields that the error text quotes.
func quirksOfRefusedField(refusal *llm.Error) quirkSet {
	var found quirkSet
	for _, f := range optionalFields {
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

// quirksOfTemplateError searches the text of an error for the texts in quirkByTemplateError.
// quirksOfTemplateError returns the quirks of the texts that it finds.
func quirksOfTemplateError(refusal *llm.Error) quirkSet {
	var found quirkSet
	text := strings.ToLower(refusal.Msg)
	for _, c := range quirkByTemplateError {
		if strings.Contains(text, c.text) {
			found |= c.is
		}
	}
	return found
}
