package demo

import (
	"context"
	"strings"
	"time"
	"unicode"

	"colloquy/internal/llm"
)

// Pace is the rhythm of the pieces of a reply. The pause after a comma is three times WordPause, and
// the pause after a sentence is five times WordPause.
type Pace struct {
	FirstPause time.Duration // pause before the first word
	WordPause  time.Duration // pause between two words
}

// SpokenPace is the pace of speech.
var SpokenPace = Pace{FirstPause: 350 * time.Millisecond, WordPause: 35 * time.Millisecond}

// pauseBefore returns the pause before piece i.
func (p Pace) pauseBefore(pieces []string, i int) time.Duration {
	if i == 0 {
		return p.FirstPause
	}
	lastPiece := strings.TrimRight(pieces[i-1], " \n\t\"'”’)")
	switch {
	case strings.HasSuffix(lastPiece, "…"), endsWithAnyOf(lastPiece, ".!?"):
		return 5 * p.WordPause
	case endsWithAnyOf(lastPiece, ",;:"), strings.HasSuffix(lastPiece, "—"):
		return 3 * p.WordPause
	}
	return p.WordPause
}

// wait pauses before piece i. It returns false if ctx ended first.
func (p Pace) wait(ctx context.Context, pieces []string, i int) bool {
	d := p.pauseBefore(pieces, i)
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// endsWithAnyOf reports whether the last byte of s is in set.
func endsWithAnyOf(s, set string) bool {
	return s != "" && strings.IndexByte(set, s[len(s)-1]) >= 0
}

// splitPieces splits a reply into words. Each piece has the space after its word, so the
// joined pieces are the text. Suggestions are one piece.
func splitPieces(task llm.Task, text string) []string {
	if text == "" {
		return nil
	}
	if task != llm.Reply {
		return []string{text}
	}
	pieces := make([]string, 0, len(text)/5+1)
	start, inSpace := 0, false
	for i, r := range text {
		isSpace := unicode.IsSpace(r)
		if inSpace && !isSpace {
			pieces = append(pieces, text[start:i])
			start = i
		}
		inSpace = isSpace
	}
	return append(pieces, text[start:])
}

// limitTokens returns the pieces that fit into the request's MaxTokens, at least one, and
// the finish of the reply.
func limitTokens(pieces []string, req llm.Request) ([]string, llm.Finish) {
	if req.MaxTokens <= 0 {
		return pieces, llm.FinishStop
	}
	var size float64
	for i, piece := range pieces {
		size += llm.EstimateTokens(piece)
		if i > 0 && size > float64(req.MaxTokens) {
			return pieces[:i], llm.FinishLength
		}
	}
	return pieces, llm.FinishStop
}

// estimateUsage estimates the usage that a model would report for a request and a reply.
func estimateUsage(req llm.Request, pieces []string) *llm.Usage {
	var size float64
	for _, piece := range pieces {
		size += llm.EstimateTokens(piece)
	}
	return &llm.Usage{Prompt: llm.Estimator{}.RequestTokens(req), Output: int(size) + 1}
}
