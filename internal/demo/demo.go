// Package demo is the demo responder: an llm.Provider that answers without a language model. It
// answers with the authored text of a persona that matches the user's message. It also answers
// small talk. If no text matches, it says so in the persona's voice.
//
// A reply depends on the persona, the conversation's id and the messages only, so every replica
// gives the same answer. The only state is a cached index of each persona's texts.
//
// Terms of this package:
//
//   - line: a message of the user
//   - topic: texts of a persona, with a question that they answer
//   - told: an earlier reply contains the text or sentence
//   - current topic: the topic of the latest told text
//   - move: one way to answer a line (see moves)
package demo

import (
	"context"
	"iter"

	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/llm"
)

// ProviderName is the responder's name in logs and on stored messages. Rule replies-demo-label.
const ProviderName = "demo"

// Options configure the responder.
type Options struct {
	// Pace is the rhythm of the pieces. The zero value means no pauses.
	Pace Pace
}

// responder is the llm.Provider that New returns.
type responder struct {
	pace    Pace
	indexes *indexCache
}

// New returns a provider that answers from Request.Persona. The provider is safe for concurrent
// use. The caller must not change a persona after a request. The provider recognises a changed copy
// with the same id by the fingerprint of the copy. A request fails with llm.ErrBadRequest if its
// persona is missing, or has neither a name nor texts. A user at risk gets an answer even then.
func New(o Options) llm.Provider {
	return &responder{pace: o.Pace, indexes: newIndexCache(maxIndexes)}
}

// Name returns "demo".
func (r *responder) Name() string { return ProviderName }

// ContextTokens implements llm.ContextSizer. The result is larger than any conversation, so that
// callers do not shorten the history. The responder finds in the history which texts were told.
func (r *responder) ContextTokens() int { return 1 << 20 }

// Stream yields the reply word by word, or the suggestions as one piece. The last delta
// has an estimate of the usage and the finish reason.
func (r *responder) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if ctx.Err() != nil {
			yield(llm.Delta{}, cancelledError(ctx))
			return
		}
		text, err := r.composeText(req)
		if err != nil {
			yield(llm.Delta{}, err)
			return
		}
		pieces, finish := limitTokens(splitPieces(req.Task, text), req)
		for i, piece := range pieces {
			if req.Task == llm.Reply && !r.pace.wait(ctx, pieces, i) {
				yield(llm.Delta{}, cancelledError(ctx))
				return
			}
			if !yield(llm.Delta{Text: piece, Provider: ProviderName}, nil) {
				return
			}
		}
		yield(llm.Delta{Usage: estimateUsage(req, pieces), Finish: finish, Provider: ProviderName}, nil)
	}
}

// composeText returns the whole text for a request. A user at risk also gets an answer from a
// persona without texts. Rule safety-help-line.
func (r *responder) composeText(req llm.Request) (string, error) {
	isSilent := hasNoMaterial(req.Persona)
	if isSilent && req.Task == llm.Reply && distress.IsAtRisk(lastUserMessage(req.Messages)) {
		return newTurn(newIndex(&core.Persona{}), req).answer(), nil
	}
	if isSilent {
		return "", &llm.Error{Kind: llm.ErrBadRequest, Provider: ProviderName, Msg: "the request names no persona to answer as"}
	}
	ix := r.indexes.get(req.Persona)
	switch {
	case req.Task == llm.Suggest:
		return newTurn(ix, req).suggest(), nil
	case req.ReplyBeginning != "":
		return continueReply(ix, req), nil
	case len(req.OtherVersions) > 0 || req.Guidance != "":
		return anotherVersion(ix, req), nil
	}
	return newTurn(ix, req).answer(), nil
}

func hasNoMaterial(p *core.Persona) bool {
	return p == nil || p.Name == "" && p.Bio == "" && len(p.Topics) == 0 && len(p.Sayings) == 0
}

func cancelledError(ctx context.Context) error {
	return &llm.Error{Kind: llm.ErrNetwork, Provider: ProviderName, Msg: "the request was cancelled", Cause: context.Cause(ctx)}
}
