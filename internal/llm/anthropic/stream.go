package anthropic

import (
	"bytes"
	"io"
	"log/slog"

	"colloquy/internal/llm"
	"colloquy/internal/llm/sse"
	"colloquy/internal/llm/upstream"
)

// maxBadRow is how many unreadable lines in a row mean that the rest will not
// be readable either (security 3.3).
const maxBadRow = 20

type yielder func(llm.Delta, error) bool

// stream reads one answer.
type stream struct {
	call     *upstream.Call
	provider string
	log      *slog.Logger
	event    event
	text     upstream.Joiner
	thought  upstream.Joiner
	said     bool
	finish   llm.Finish // empty until the model has ended
	bad      int        // unreadable lines
	badRow   int        // of those, without a readable one since
	more     bool       // the next event has arrived already
	owed     bool       // the last Delta said so, and none has followed
}

// run yields the answer until its end, or until the reader has enough.
func (s *stream) run(yield yielder) {
	switch s.call.MediaType() {
	case "text/html":
		s.fail(yield, s.call.Misdirected())
		return
	case "application/json":
		s.whole(yield)
		return
	}
	events := sse.NewReader(s.call)
	defer events.Close()
	for on := true; on; {
		ev, err := events.Next()
		if err != nil {
			s.stopped(yield, err)
			break
		}
		s.more = events.More()
		on = s.take(yield, ev) && s.keepWord(yield)
	}
	if s.bad > 0 {
		s.log.Warn("model server sent lines that are not JSON", "provider", s.provider, "lines", s.bad)
	}
}

// keepWord yields an empty Delta after one that said More, if the event that had
// arrived held nothing to yield.
func (s *stream) keepWord(yield yielder) bool {
	if !s.owed || s.more {
		return true
	}
	s.owed = false
	return yield(llm.Delta{Provider: s.provider}, nil)
}

// take takes one event and reports whether to read on.
func (s *stream) take(yield yielder, ev sse.Event) bool {
	data := bytes.TrimSpace(ev.Data)
	if len(data) == 0 {
		return true
	}
	err := s.event.parse(data)
	if string(ev.Name) == "error" || err == nil && s.event.kind == failed {
		s.fail(yield, s.call.Problem(data))
		return false
	}
	if err != nil {
		return s.unreadable(yield)
	}
	s.badRow = 0
	switch s.event.kind {
	case text:
		return s.say(yield)
	case delta:
		if s.event.finish != "" {
			s.finish = s.event.finish
			s.call.Finishing()
		}
	case stop:
		s.call.Drain()
		s.done(yield)
		return false
	}
	return true
}

func (s *stream) unreadable(yield yielder) bool {
	s.bad++
	s.badRow++
	if s.badRow < maxBadRow {
		return true
	}
	s.fail(yield, s.call.Truncated("too many lines that are not JSON"))
	return false
}

// say yields the text of the current event.
func (s *stream) say(yield yielder) bool {
	d := llm.Delta{Provider: s.provider, More: s.more}
	if len(s.event.text) > 0 {
		s.call.Piece(true)
		d.Text = s.text.Push(s.event.text)
	}
	if len(s.event.reasoning) > 0 {
		s.call.Piece(false)
		d.Reasoning = s.thought.Push(s.event.reasoning)
	}
	if d.Text == "" && d.Reasoning == "" {
		return true
	}
	s.said = s.said || d.Text != ""
	s.owed = d.More
	return yield(d, nil)
}

// stopped ends a stream that has no further event; it is complete when the
// model had given a reason to stop.
func (s *stream) stopped(yield yielder, err error) {
	if s.finish != "" && s.call.Ended() {
		s.done(yield)
		return
	}
	s.fail(yield, s.call.Failure(err))
}

// done yields what is left, the usage and the end.
func (s *stream) done(yield yielder) {
	rest := s.text.Flush()
	if s.finish == llm.FinishFiltered && !s.said && rest == "" {
		s.fail(yield, s.call.Filtered())
		return
	}
	if s.finish == "" {
		s.finish = llm.FinishStop
	}
	yield(llm.Delta{
		Provider: s.provider, Text: rest, Reasoning: s.thought.Flush(),
		Usage: s.event.usage.total(), Finish: s.finish,
	}, nil)
}

func (s *stream) fail(yield yielder, err *llm.Error) {
	yield(llm.Delta{Provider: s.provider}, err)
}

// whole reads an answer that came in one document though a stream was asked
// for.
func (s *stream) whole(yield yielder) {
	body, err := io.ReadAll(io.LimitReader(s.call, sse.MaxEvent))
	body = bytes.TrimSpace(body)
	switch {
	case err != nil:
		s.fail(yield, s.call.Failure(err))
	case s.event.parse(body) != nil:
		s.fail(yield, s.call.Truncated("the answer is not JSON"))
	case s.event.kind == failed:
		s.fail(yield, s.call.Problem(body))
	case s.say(yield):
		s.finish = s.event.finish
		s.stopped(yield, io.EOF)
	}
}
