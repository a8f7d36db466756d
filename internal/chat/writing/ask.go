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

// isTooLong reports whether the model refused the prompt as too long.
func isTooLong(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind == llm.ErrContext
}

// ask calls the model once and shows its answer. Pieces that arrive together are sent
// as one event, which costs less. At the end, also after an error, ask shows the text
// that the filter still buffers.
func (r *reply) ask(ctx context.Context, shorter bool) error {
	req, err := r.request(shorter)
	if err != nil {
		return err
	}
	model, sizes := r.replies.deps.Model, r.replies.sizes
	r.promptEstimate = sizes.Estimator(model.Name()).RequestTokens(req)
	r.help = req.Help
	filter := clean.New(clean.Options{CharName: r.Persona.Name, UserName: prompt.Name(r.Actor.Name), Stops: req.Stop, Canary: r.replies.canary, Private: prompt.PrivateLines(req)})
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
	// The key is the requested model: another one may answer in its place.
	sizes.Observe(model.Name(), req, r.usage)
	return nil
}

// showWaiting sends one event with the reason why there is no text yet.
func (r *reply) showWaiting(reason llm.Reason) {
	if !r.waiting && r.awaitRow() {
		r.waiting = true
		r.log.Append("waiting", event.Waiting(reason))
	}
}

// keepUsage stores the usage and the provider of a delta.
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

// show appends a piece to the reply and its log. The first call waits until the row is
// stored. The stored text is exactly what was shown.
func (r *reply) show(piece string) {
	if piece == "" {
		return
	}
	r.mu.Lock()
	first := r.pieces == 0
	r.pieces++
	r.text.WriteString(piece)
	r.mu.Unlock()
	if !r.awaitRow() {
		return
	}
	if first {
		r.replies.deps.Metrics.FirstPiece((core.Elapsed(r.replies.deps.Clock) - r.begun).Seconds())
	}
	r.log.Append("", event.Piece(piece))
}

// showHelp appends the help lines for a user at risk if the model did not name one or
// failed.
func (r *reply) showHelp() {
	if r.help == nil || r.help.IsIn(r.snapshot()) {
		return
	}
	note := r.help.Note()
	if r.pieces > 0 {
		note = "\n\n" + note
	}
	r.show(note)
}
