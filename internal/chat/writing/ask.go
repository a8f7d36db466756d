package writing

import (
	"context"
	"errors"

	"colloquy/internal/chat/clean"
	"colloquy/internal/chat/event"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// isTooLong reports whether the model refused the prompt for its length.
func isTooLong(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind == llm.ErrContext
}

// ask asks the model once and shows its answer. Text that arrived together is
// shown in one event, which costs less than one for each piece. Text that the
// filter held back is shown at the end, also after a failure: what had arrived
// is kept.
func (r *reply) ask(ctx context.Context, shorter bool) error {
	req, err := r.request(shorter)
	if err != nil {
		return err
	}
	model, sizes := r.replies.deps.Model, r.replies.sizes
	r.asked = sizes.Estimator(model.Name()).RequestTokens(req)
	r.help = req.Help
	filter := clean.New(clean.Options{CharName: r.Persona.Name, UserName: prompt.Name(r.Actor.Name), Stops: req.Stop, Canary: r.replies.canary, Private: prompt.Private(req)})
	var finish llm.Finish
	var piece string
	for d, err := range model.Stream(ctx, req) {
		if err != nil {
			r.show(piece + filter.End(""))
			return err
		}
		r.keepUsage(d)
		if d.Waiting != "" {
			r.showWaiting(d.Waiting)
		}
		if d.Finish != "" {
			finish = d.Finish
		}
		if d.Text != "" {
			piece += filter.Push(d.Text)
		}
		if filter.Stopped() {
			break
		}
		if !d.More {
			r.show(piece)
			piece = ""
		}
	}
	r.show(piece + filter.End(finish))
	// Under the name that request asks for, which differs from that of the model
	// that answered where one stands in for another.
	sizes.Observe(model.Name(), req, r.usage)
	return nil
}

// showWaiting sends the readers one event that says why no text comes yet.
func (r *reply) showWaiting(reason llm.Reason) {
	if !r.waiting {
		r.waiting = true
		r.log.Append("waiting", event.Waiting(reason))
	}
}

// keepUsage keeps the usage and the provider that a delta names.
func (r *reply) keepUsage(d llm.Delta) {
	if d.Usage == nil && d.Provider == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if d.Usage != nil {
		r.usage = *d.Usage
	}
	if d.Provider != "" {
		r.provider = d.Provider
	}
}

// show appends a piece to the reply and to its log. Exactly what is shown is
// stored.
func (r *reply) show(piece string) {
	if piece == "" {
		return
	}
	r.mu.Lock()
	first := r.pieces == 0
	r.pieces++
	r.text.WriteString(piece)
	r.mu.Unlock()
	if first {
		r.replies.deps.Metrics.FirstPiece((core.Elapsed(r.replies.deps.Clock) - r.begun).Seconds())
	}
	r.log.Append("", event.Piece(piece))
}

// showHelp names the help lines to somebody at risk, where the model did not,
// or failed.
func (r *reply) showHelp() {
	if r.help == nil || r.help.In(r.snapshot()) {
		return
	}
	note := r.help.Note()
	if r.pieces > 0 {
		note = "\n\n" + note
	}
	r.show(note)
}
