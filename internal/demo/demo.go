// Package demo answers without a language model: it retrieves what a persona's
// authored material says on the user's line, keeps up small talk, and says so
// in the persona's voice when it has no page on something.
//
// It is one more llm.Provider. A reply depends on the persona, the chat's id
// and the messages alone: nothing is kept between calls but an index of each
// persona's texts, so the same talk gets the same answer on every replica.
package demo

import (
	"context"
	"iter"

	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/llm"
)

// ProviderName is what the responder is called in logs and on stored messages.
const ProviderName = "demo"

// Options configure the responder.
type Options struct {
	// Pace is the rhythm of the pieces. The zero value sends without waiting.
	Pace Pace
}

type responder struct {
	pace    Pace
	indexes *indexes
}

// New returns a provider that answers from Request.Persona. It is safe for
// concurrent use. A persona must not be changed once it was passed in; a
// changed copy under the same id is noticed.
//
// A request without a persona, or with one that has neither a name nor
// anything to say, ends with llm.ErrBadRequest. The one exception is a user in
// danger, who is answered in any case.
func New(o Options) llm.Provider {
	return &responder{pace: o.Pace, indexes: newIndexes(maxIndexes)}
}

// Name returns "demo".
func (r *responder) Name() string { return ProviderName }

// ContextTokens is more than any talk takes: nothing need be left out of the
// history, from which a reply is told not to repeat what was said.
func (r *responder) ContextTokens() int { return 1 << 20 }

// Stream yields the reply word by word, or the suggestions as one piece. The
// last delta carries an estimate of the usage and how the reply ended.
func (r *responder) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if ctx.Err() != nil {
			yield(llm.Delta{}, cancelled(ctx))
			return
		}
		text, err := r.compose(req)
		if err != nil {
			yield(llm.Delta{}, err)
			return
		}
		pieces, finish := limit(split(req.Task, text), req)
		for i, piece := range pieces {
			if req.Task == llm.Reply && !r.pace.wait(ctx, pieces, i) {
				yield(llm.Delta{}, cancelled(ctx))
				return
			}
			if !yield(llm.Delta{Text: piece, Provider: ProviderName}, nil) {
				return
			}
		}
		yield(llm.Delta{Usage: usage(req, pieces), Finish: finish, Provider: ProviderName}, nil)
	}
}

func (r *responder) compose(req llm.Request) (string, error) {
	silent := empty(req.Persona)
	if silent && req.Task == llm.Reply && distress.Said(lastLine(req.Messages)) {
		return newTalk(newIndex(&core.Persona{}), req).answer(), nil
	}
	if silent {
		return "", &llm.Error{Kind: llm.ErrBadRequest, Provider: ProviderName, Msg: "the request names no persona to answer as"}
	}
	t := newTalk(r.indexes.of(req.Persona), req)
	if req.Task == llm.Suggest {
		return t.suggest(), nil
	}
	return t.answer(), nil
}

func empty(p *core.Persona) bool {
	return p == nil || p.Name == "" && p.Bio == "" && len(p.Topics) == 0 && len(p.Sayings) == 0
}

func cancelled(ctx context.Context) error {
	return &llm.Error{Kind: llm.ErrNetwork, Provider: ProviderName, Msg: "the request was cancelled", Cause: context.Cause(ctx)}
}
