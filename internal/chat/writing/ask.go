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

// isPromptTooLong reports whether the model refused the prompt as too long.
func isPromptTooLong(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind == llm.ErrContext
}

// askModel calls the model and shows its answer. If the answer has a bad beginning, nothing
// of it is shown, and askModel asks once more (rule prompt-opening).
func (r *reply) askModel(ctx context.Context, shorter bool) error {
	rejected, err := r.askOnce(ctx, shorter, "")
	if rejected != "" && err == nil {
		_, err = r.askOnce(ctx, shorter, rejected)
	}
	return err
}

// askOnce calls the model once. avoid is the beginning of a rejected first answer, or "".
// Pieces that arrive together are sent as one event, which costs less. At the end, also
// after an error, askOnce shows the text that the filter still buffers. If the beginning of
// the answer is bad, askOnce shows nothing and returns the beginning.
func (r *reply) askOnce(ctx context.Context, shorter bool, avoid string) (rejected string, err error) {
	req, err := r.buildRequest(shorter, avoid)
	if err != nil {
		return "", err
	}
	model, sizes := r.replies.deps.Model, r.replies.sizes
	r.promptEstimate = sizes.Estimator(model.Name()).RequestTokens(req)
	r.help = req.Help
	filter := clean.New(clean.Options{CharName: r.Persona.Name, UserName: prompt.CleanName(r.Actor.Name), Stops: req.Stop, Canary: r.replies.canary, Private: prompt.PrivateLines(req)})
	var check *openingCheck // nil: every beginning is shown
	if avoid == "" && r.mayAskAgain(req) {
		check = newOpening(r.history)
	}
	var finish llm.Finish
	var piece string
	for d, err := range model.Stream(ctx, req) {
		if err != nil {
			r.showText(check.release(piece + filter.End("")))
			return "", err
		}
		r.keepUsage(d)
		if d.Waiting != "" {
			r.showWaiting(d.Waiting, d.WaitSeconds)
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
				return r.rejectAnswer(check.held.String()), nil
			}
			r.showText(text)
			piece = ""
		}
	}
	text, fault := check.push(piece + filter.End(finish))
	if fault {
		return r.rejectAnswer(check.held.String()), nil
	}
	r.showText(text + check.release(""))
	// The key is the requested model, although another model may have answered.
	sizes.Observe(model.Name(), req, r.usage)
	return "", nil
}

// mayAskAgain reports whether the model may be asked again after a bad beginning. It may not
// if the user is at risk or asks whether the character is real, if the demo responder
// answers, if some text is shown, or in a continuation, which has its beginning already. Both
// calls must fit into the reserved cost.
func (r *reply) mayAskAgain(req llm.Request) bool {
	if req.Help != nil || r.replies.deps.Demo() || r.pieces > 0 || r.Beginning != "" {
		return false
	}
	if _, asked := identity.AsksIfReal(lastUserLine(r.history), r.Persona.Name); asked {
		return false
	}
	return r.Budget.Covers(spend.Cost{Input: 2 * r.promptEstimate, Output: req.MaxTokens + rejectedTokens})
}

// rejectedTokens is about how many tokens of an answer arrive before it is rejected.
const rejectedTokens = 40

// rejectAnswer keeps the cost of a rejected answer and returns its beginning.
func (r *reply) rejectAnswer(text string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rejected = r.replies.costOf(r.usage, r.promptEstimate, text)
	r.usage = llm.Usage{}
	return text
}

// showWaiting sends an event with the reason why there is no text yet. It sends once that the
// model loads, and sends each new wait in the queue.
func (r *reply) showWaiting(reason llm.WaitReason, seconds int) {
	if (reason != r.waitReason || reason == llm.Queued) && r.awaitRow() {
		r.waitReason = reason
		r.log.Append("waiting", event.EncodeWaiting(reason, seconds))
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

// showText appends a piece to the reply and its log. The first call waits until the row is
// stored. If the row is not stored, nothing is shown. The stored text is exactly what was
// shown.
func (r *reply) showText(piece string) {
	if piece == "" {
		return
	}
	r.mu.Lock()
	first := r.pieces == 0
	if first {
		piece = spaceBetween(r.Beginning, piece) + piece
	}
	r.pieces++
	r.text.WriteString(piece)
	r.mu.Unlock()
	if !r.awaitRow() {
		return
	}
	if first {
		r.replies.deps.Metrics.ObserveFirstPiece((core.Elapsed(r.replies.deps.Clock) - r.begun).Seconds())
	}
	r.log.Append("", event.EncodePiece(piece))
}

// showHelp appends the help lines for a user at risk, unless the text so far names one of
// them.
func (r *reply) showHelp() {
	if r.help == nil || r.help.IsNamedIn(r.textSoFar()) {
		return
	}
	note := r.help.Note()
	if r.text.Len() > 0 {
		note = "\n\n" + note
	}
	r.showText(note)
}
