package writing

import (
	"context"
	"errors"

	"colloquy/internal/chat/clean"
	"colloquy/internal/chat/event"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/identity"
	"colloquy/internal/llm"
	"colloquy/internal/spend"
)

// isTooLong reports whether the model refused the prompt as too long.
func isTooLong(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind == llm.ErrContext
}

// ask calls the model and shows its answer. An answer with a bad beginning, of which
// nothing is shown yet, is asked for once more (rule prompt-opening).
func (r *reply) ask(ctx context.Context, shorter bool) error {
	rejected, err := r.askOnce(ctx, shorter, "")
	if rejected != "" && err == nil {
		_, err = r.askOnce(ctx, shorter, rejected)
	}
	return err
}

// askOnce calls the model once. avoid is the beginning of a first try. Pieces that arrive
// together are sent as one event, which costs less. At the end, also after an error,
// askOnce shows the text that the filter still buffers. If the beginning is bad, it shows
// nothing and returns the beginning.
func (r *reply) askOnce(ctx context.Context, shorter bool, avoid string) (rejected string, err error) {
	req, err := r.request(shorter, avoid)
	if err != nil {
		return "", err
	}
	model, sizes := r.replies.deps.Model, r.replies.sizes
	r.promptEstimate = sizes.Estimator(model.Name()).RequestTokens(req)
	r.help = req.Help
	filter := clean.New(clean.Options{CharName: r.Persona.Name, UserName: prompt.Name(r.Actor.Name), Stops: req.Stop, Canary: r.replies.canary, Private: prompt.PrivateLines(req)})
	var check *opening // nil: every beginning is shown
	if avoid == "" && r.mayAskAgain(req) {
		check = newOpening(r.history)
	}
	var finish llm.Finish
	var piece string
	for d, err := range model.Stream(ctx, req) {
		if err != nil {
			r.show(check.release(piece + filter.End("")))
			return "", err
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
			text, fault := check.push(piece)
			if fault {
				return r.reject(check.held.String()), nil
			}
			r.show(text)
			piece = ""
		}
	}
	text, fault := check.push(piece + filter.End(finish))
	if fault {
		return r.reject(check.held.String()), nil
	}
	r.show(text + check.release(""))
	// The key is the requested model: another one may answer in its place.
	sizes.Observe(model.Name(), req, r.usage)
	return "", nil
}

// mayAskAgain reports whether a bad beginning may be asked for again: a user at risk and
// one who asks what the character is get the first answer, the demo responder has no
// second one, and both calls must fit into the reserved cost.
func (r *reply) mayAskAgain(req llm.Request) bool {
	if req.Help != nil || r.replies.deps.Demo() || r.pieces > 0 {
		return false
	}
	if _, asked := identity.Asked(lastUserLine(r.history), r.Persona.Name); asked {
		return false
	}
	return r.Budget.Covers(spend.Cost{Input: 2 * r.promptEstimate, Output: req.MaxTokens + rejectedTokens})
}

// rejectedTokens is about how many tokens of a rejected answer arrive.
const rejectedTokens = 40

// reject keeps the cost of a rejected answer and returns its beginning.
func (r *reply) reject(text string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rejected = r.replies.costOf(r.usage, r.promptEstimate, text)
	r.usage = llm.Usage{}
	return text
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
