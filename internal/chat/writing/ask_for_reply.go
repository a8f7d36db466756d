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

// askModel calls the model and shows its answer. If the answer begins badly, askModel shows
// nothing of it and calls the model a second time (rule prompt-opening).
func (r *reply) askModel(ctx context.Context, shorter bool) error {
	rejectedText, err := r.askOnce(ctx, shorter, "")
	if rejectedText != "" && err == nil {
		_, err = r.askOnce(ctx, shorter, rejectedText)
	}
	return err
}

// askOnce calls the model once. rejectedOpening is the beginning of a rejected first answer, or "".
// Pieces that arrive together are shown as one event. After the last piece or an error, askOnce
// shows the text that the filter still buffers. If the beginning of the answer is bad, askOnce
// shows nothing and returns the beginning.
func (r *reply) askOnce(ctx context.Context, shorter bool, rejectedOpening string) (rejected string, err error) {
	req, err := r.buildRequest(shorter, rejectedOpening)
	if err != nil {
		return "", err
	}
	model, calibration := r.runner.deps.Model, r.runner.calibration
	r.promptEstimate = calibration.Estimator(model.Name()).RequestTokens(req)
	r.help = req.Help
	filter := clean.New(clean.Options{CharName: r.Persona.Name, UserName: prompt.CleanName(r.Actor.Name), StopStrings: req.Stop, Canary: r.runner.canary, ForbiddenPromptLines: prompt.LinesForbiddenInReplies(req)})
	var check *openingCheck // nil accepts every beginning
	if rejectedOpening == "" && r.mayAskAgain(req) {
		check = newOpeningCheck(r.history)
	}
	var finishReason llm.Finish
	var piece string
	for d, err := range model.Stream(ctx, req) {
		if err != nil {
			r.showText(check.endAndReleaseText(piece + filter.End("")))
			return "", err
		}
		r.keepUsageAndProvider(d)
		if d.WaitReason != "" {
			r.showWaiting(d.WaitReason, d.WaitSeconds)
		}
		if d.Finish != "" {
			finishReason = d.Finish
		}
		if d.Text != "" {
			piece += filter.Push(d.Text)
		}
		if filter.HasEndedReply() {
			break
		}
		if !d.IsNextDeltaReady {
			text, fault := check.addText(piece)
			if fault {
				return r.keepRejectedAnswerCost(check.bufferedText.String()), nil
			}
			r.showText(text)
			piece = ""
		}
	}
	text, fault := check.addText(piece + filter.End(finishReason))
	if fault {
		return r.keepRejectedAnswerCost(check.bufferedText.String()), nil
	}
	r.showText(text + check.endAndReleaseText(""))
	// The calibration belongs to the requested model, although another model may have answered.
	calibration.Observe(model.Name(), req, r.usage)
	return "", nil
}

// mayAskAgain reports whether the model may be asked again after a bad beginning. Rule
// prompt-opening. It returns false in these cases:
//
//   - The user is at risk or asks whether the character is real.
//   - No model is connected.
//   - Some text is already shown, or the reply is a continuation.
//   - The reserved cost does not cover a second call.
func (r *reply) mayAskAgain(req llm.Request) bool {
	if req.Help != nil || r.runner.deps.IsDemo() || r.pieceCount > 0 || r.ContinuedText != "" {
		return false
	}
	if _, asked := identity.AsksIfReal(lastUserLine(r.history), r.Persona.Name); asked {
		return false
	}
	return r.Reservation.Covers(spend.Cost{InputTokens: 2 * r.promptEstimate, OutputTokens: req.MaxTokens + maxRejectedTokens})
}

// maxRejectedTokens estimates how many tokens of an answer arrive before the answer is rejected.
const maxRejectedTokens = 40

// keepRejectedAnswerCost keeps the cost of a rejected answer and returns its beginning.
func (r *reply) keepRejectedAnswerCost(text string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rejectedCost = r.runner.costOfCall(r.usage, r.promptEstimate, text)
	r.usage = llm.Usage{}
	return text
}

// showWaiting sends readers the reason why there is no text yet. It sends each change of the
// reason, and every message about the position in the queue.
func (r *reply) showWaiting(reason llm.WaitReason, seconds int) {
	if (reason != r.waitReason || reason == llm.Queued) && r.awaitRow() {
		r.waitReason = reason
		r.log.Append("waiting", event.EncodeWaiting(reason, seconds))
	}
}

// keepUsageAndProvider stores the usage and the provider of a delta.
func (r *reply) keepUsageAndProvider(d llm.Delta) {
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

// showText appends a piece to the reply and its log. The first call waits until the row of the
// reply is committed. If the transaction fails, nothing is shown.
func (r *reply) showText(piece string) {
	if piece == "" {
		return
	}
	r.mu.Lock()
	isFirstPiece := r.pieceCount == 0
	if isFirstPiece {
		piece = spaceBetween(r.ContinuedText, piece) + piece
	}
	r.pieceCount++
	r.text.WriteString(piece)
	r.mu.Unlock()
	if !r.awaitRow() {
		return
	}
	if isFirstPiece {
		r.runner.deps.Metrics.ObserveFirstPiece((core.Elapsed(r.runner.deps.Clock) - r.startElapsed).Seconds())
	}
	r.log.Append("", event.EncodePiece(piece))
}

// showHelp appends the help lines for a user at risk, unless the text so far names one of
// them (rule safety-help-line).
func (r *reply) showHelp() {
	if r.help == nil || r.help.IsNamedIn(r.textSoFar()) {
		return
	}
	note := r.help.NoteForReply()
	if r.text.Len() > 0 {
		note = "\n\n" + note
	}
	r.showText(note)
}
