package openai

import (
	"bufio"
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

// yielder is the loop that reads an answer.
type yielder func(llm.Delta, error) bool

// stream reads one answer.
type stream struct {
	call     *upstream.Call
	spoke    func() // called once, with the first piece
	provider string
	log      *slog.Logger
	chunk    chunk
	text     upstream.Joiner
	thought  upstream.Joiner
	said     bool       // text was yielded
	finish   llm.Finish // the last one seen
	resumed  bool       // text came after a finish: this server's mean nothing
	usage    *llm.Usage
	bad      int  // unreadable lines
	badRow   int  // of those, without a readable one since
	more     bool // the next event has arrived already
	owed     bool // the last Delta said so, and none has followed
}

func newStream(call *upstream.Call, provider string, log *slog.Logger) *stream {
	return &stream{call: call, provider: provider, log: log}
}

// run yields the answer until its end, or until the reader has enough.
func (s *stream) run(yield yielder) {
	var body io.Reader = s.call
	switch s.call.MediaType() {
	case "text/html":
		s.fail(yield, s.call.Misdirected())
		return
	case "application/json":
		buffered := bufio.NewReader(s.call)
		if first, _ := buffered.Peek(1); string(first) != "d" && string(first) != ":" {
			s.whole(yield, buffered)
			return
		}
		body = buffered
	}
	s.events(yield, body)
	if s.bad > 0 {
		s.log.Warn("model server sent lines that are not JSON", "provider", s.provider, "lines", s.bad)
	}
}

// events yields the answer from a stream of events.
func (s *stream) events(yield yielder, body io.Reader) {
	events := sse.NewReader(body)
	defer events.Close()
	for {
		ev, err := events.Next()
		if err != nil {
			s.stopped(yield, err)
			return
		}
		s.more = events.More()
		if !s.event(yield, ev) || !s.keepWord(yield) {
			return
		}
	}
}

// keepWord lets a Delta without text follow one that said More, when the event
// that had arrived held nothing to yield.
func (s *stream) keepWord(yield yielder) bool {
	if !s.owed || s.more {
		return true
	}
	s.owed = false
	return yield(llm.Delta{Provider: s.provider}, nil)
}

// event takes one event and reports whether to read on.
func (s *stream) event(yield yielder, ev sse.Event) bool {
	data := bytes.TrimSpace(ev.Data)
	switch {
	case len(data) == 0:
		return true
	case string(data) == "[DONE]":
		s.call.Drain()
		s.done(yield)
		return false
	case string(ev.Name) == "error":
		s.fail(yield, s.call.Problem(data))
		return false
	}
	if err := s.chunk.parse(data); err != nil {
		return s.unreadable(yield)
	}
	s.badRow = 0
	return s.piece(yield)
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

// piece takes a parsed chunk and reports whether to read on.
func (s *stream) piece(yield yielder) bool {
	c := &s.chunk
	d := llm.Delta{Provider: s.provider, More: s.more}
	if len(c.text) > 0 {
		s.call.Piece(true)
		d.Text = s.text.Push(c.text)
	}
	if len(c.reasoning) > 0 {
		s.call.Piece(false)
		d.Reasoning = s.thought.Push(c.reasoning)
	}
	if d.Text != "" || d.Reasoning != "" {
		if s.spoke != nil {
			s.spoke()
			s.spoke = nil
		}
		s.said = s.said || d.Text != ""
		s.owed = d.More
		if !yield(d, nil) {
			return false
		}
	}
	if c.hasUsage {
		usage := c.usage
		s.usage = &usage
	}
	switch {
	case c.problem != nil:
		s.fail(yield, s.call.Problem(c.problem))
		return false
	case c.finish == finishError:
		s.fail(yield, s.call.Problem([]byte(`{"type":"server_error","message":"the model failed"}`)))
		return false
	}
	s.ending()
	return true
}

// ending keeps track of whether the model has said that it ended. Usage may
// follow, and on some servers text does.
func (s *stream) ending() {
	if s.finish != "" && len(s.chunk.text) > 0 && !s.resumed {
		s.resumed = true
		s.call.Resumed()
	}
	if s.chunk.finish == "" {
		return
	}
	s.finish = s.chunk.finish
	if !s.resumed {
		s.call.Finishing()
	}
}

// stopped ends a stream that has no further event. Without the model's word for
// it, even a clean end is a cut: Ollama ends so when its runner dies.
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
		Provider: s.provider, Text: rest, Reasoning: s.thought.Flush(), Usage: s.usage, Finish: s.finish,
	}, nil)
}

func (s *stream) fail(yield yielder, err *llm.Error) {
	yield(llm.Delta{Provider: s.provider}, err)
}

// whole reads an answer that came in one document though a stream was asked
// for.
func (s *stream) whole(yield yielder, src io.Reader) {
	body, err := io.ReadAll(io.LimitReader(src, sse.MaxEvent))
	if err != nil {
		s.fail(yield, s.call.Failure(err))
		return
	}
	if s.chunk.parse(bytes.TrimSpace(body)) != nil {
		s.fail(yield, s.call.Truncated("the answer is not JSON"))
		return
	}
	if s.piece(yield) {
		s.stopped(yield, io.EOF)
	}
}
