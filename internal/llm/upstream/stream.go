package upstream

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"

	"colloquy/internal/llm"
	"colloquy/internal/llm/sse"
)

// maxConsecutiveUnreadableEvents is how many unreadable events in a row end an answer, because the rest
// would most likely be unreadable too.
const maxConsecutiveUnreadableEvents = 20

// Event is the content of one document of an answer. Its slices are valid until the
// next Parse.
type Event struct {
	Text      []byte
	Reasoning []byte
	Finish    llm.Finish // empty while the model continues
	Usage     *llm.Usage // nil if the document has no usage
	Problem   []byte     // the error document, if the document is or contains one
	IsEnd     bool       // no events follow, although the body may stay open
}

// Parser reads the documents of one dialect. It serves one answer.
type Parser interface {
	// Parse reads the data of one event, or the whole body of an answer that is not a
	// stream. An error means that data is not in the dialect.
	Parse(data []byte) (Event, error)
}

// Yield passes one Delta or error to the loop over an answer. It returns false if the
// loop was left.
type Yield func(llm.Delta, error) bool

// Stream reads the answer of one Call in any dialect.
type Stream struct {
	// OnFirstPiece is called once, before the first text or reasoning is
	// yielded. It may be nil.
	OnFirstPiece func()

	call          *Call
	parser        Parser
	log           *slog.Logger
	text          RuneJoiner
	reasoning     RuneJoiner
	hasText       bool       // text was yielded
	finish        llm.Finish // the latest finish of the model
	ignoresFinish bool       // text came after a finish, so a finish of this server proves nothing
	usage         *llm.Usage

	unreadableCount                 int // events that the parser refused
	consecutiveUnreadableEventCount int // unreadable events since the last readable one

	hasMore        bool // the next event has arrived already
	mustYieldDelta bool // IsNextDeltaReady of the last Delta was true, so another Delta must follow
}

// NewStream returns a Stream that reads the answer of call with parser.
func NewStream(call *Call, parser Parser, log *slog.Logger) *Stream {
	return &Stream{call: call, parser: parser, log: log}
}

// Run yields the answer until its end or a failure, or until the loop is left.
func (s *Stream) Run(yield Yield) {
	var body io.Reader = s.call
	switch s.call.MediaType() {
	case "text/html":
		s.yieldError(yield, s.call.WrongAddressError())
		return
	case "application/json":
		// Some servers send an event stream as application/json. It begins with "data:", "event:" or ":".
		bufferedBody := bufio.NewReader(s.call)
		if first, _ := bufferedBody.Peek(1); len(first) == 0 || !bytes.Contains([]byte("de:"), first) {
			s.readDocument(yield, bufferedBody)
			return
		}
		body = bufferedBody
	}
	s.readEvents(yield, body)
	if s.unreadableCount > 0 {
		s.log.Warn("model server sent lines that are not JSON", "provider", s.call.provider(), "lines", s.unreadableCount)
	}
}

// readEvents yields an answer that comes as a stream of events.
func (s *Stream) readEvents(yield Yield, body io.Reader) {
	events := sse.NewReader(body)
	defer events.Close()
	for {
		ev, err := events.Next()
		if err != nil {
			s.handleBodyEnd(yield, err)
			return
		}
		s.hasMore = events.HasBufferedEvent()
		if !s.readEvent(yield, ev) || !s.yieldOwedDelta(yield) {
			return
		}
	}
}

// yieldOwedDelta yields an empty Delta if the last Delta announced an event that had nothing to
// yield. So another Delta follows every Delta whose IsNextDeltaReady is true.
func (s *Stream) yieldOwedDelta(yield Yield) bool {
	if !s.mustYieldDelta || s.hasMore {
		return true
	}
	s.mustYieldDelta = false
	return yield(llm.Delta{Provider: s.call.provider()}, nil)
}

// readEvent handles one event and returns false at the end of the answer.
func (s *Stream) readEvent(yield Yield, ev sse.Event) bool {
	data := bytes.TrimSpace(ev.Data)
	if len(data) == 0 {
		return true
	}
	if string(ev.Name) == "error" {
		s.yieldError(yield, s.call.ProblemError(data))
		return false
	}
	parsed, err := s.parser.Parse(data)
	if err != nil {
		return s.skipUnreadableEvent(yield)
	}
	s.consecutiveUnreadableEventCount = 0
	if parsed.IsEnd {
		s.call.ReadRest()
		s.yieldEnd(yield)
		return false
	}
	return s.yieldContent(yield, parsed)
}

func (s *Stream) skipUnreadableEvent(yield Yield) bool {
	s.unreadableCount++
	s.consecutiveUnreadableEventCount++
	if s.consecutiveUnreadableEventCount < maxConsecutiveUnreadableEvents {
		return true
	}
	s.yieldError(yield, s.call.TruncatedAnswerError("too many lines that are not JSON"))
	return false
}

// yieldContent yields the content of an event and returns false at the end of the answer.
func (s *Stream) yieldContent(yield Yield, ev Event) bool {
	if d := s.deltaOf(ev); d.Text != "" || d.Reasoning != "" {
		if s.OnFirstPiece != nil {
			s.OnFirstPiece()
			s.OnFirstPiece = nil
		}
		s.hasText = s.hasText || d.Text != ""
		s.mustYieldDelta = d.IsNextDeltaReady
		if !yield(d, nil) {
			return false
		}
	}
	if ev.Usage != nil {
		s.usage = ev.Usage
	}
	if ev.Problem != nil {
		s.yieldError(yield, s.call.ProblemError(ev.Problem))
		return false
	}
	s.noteFinish(ev)
	return true
}

func (s *Stream) deltaOf(ev Event) llm.Delta {
	d := llm.Delta{Provider: s.call.provider(), IsNextDeltaReady: s.hasMore}
	if len(ev.Text) > 0 {
		s.call.RecordPiece(true)
		d.Text = s.text.Push(ev.Text)
	}
	if len(ev.Reasoning) > 0 {
		s.call.RecordPiece(false)
		d.Reasoning = s.reasoning.Push(ev.Reasoning)
	}
	return d
}

// noteFinish records the finish of the model. The usage may follow it, and on some servers
// more text.
func (s *Stream) noteFinish(ev Event) {
	if s.finish != "" && len(ev.Text) > 0 && !s.ignoresFinish {
		s.ignoresFinish = true
		s.call.RecordTextAfterFinish()
	}
	if ev.Finish == "" {
		return
	}
	s.finish = ev.Finish
	if !s.ignoresFinish {
		s.call.RecordFinish()
	}
}

// handleBodyEnd ends an answer whose body has no more events. An answer without a finish of the
// model is truncated, even if the body ended properly. Ollama ends the body properly if the process
// that runs the model crashes.
func (s *Stream) handleBodyEnd(yield Yield, err error) {
	if s.finish != "" && s.call.IsComplete() {
		s.yieldEnd(yield)
		return
	}
	s.yieldError(yield, s.call.Failure(err))
}

// yieldEnd yields the rest of the text, the usage and the finish.
func (s *Stream) yieldEnd(yield Yield) {
	restText := s.text.Flush()
	if s.finish == llm.FinishFiltered && !s.hasText && restText == "" {
		s.yieldError(yield, s.call.FilteredAnswerError())
		return
	}
	if s.finish == "" {
		s.finish = llm.FinishStop
	}
	yield(llm.Delta{
		Provider: s.call.provider(), Text: restText, Reasoning: s.reasoning.Flush(), Usage: s.usage, Finish: s.finish,
	}, nil)
}

func (s *Stream) yieldError(yield Yield, err *llm.Error) {
	yield(llm.Delta{Provider: s.call.provider()}, err)
}

// readDocument yields an answer that is one document, although the request asked for a
// stream.
func (s *Stream) readDocument(yield Yield, body io.Reader) {
	data, err := io.ReadAll(io.LimitReader(body, sse.MaxEventBytes))
	if err != nil {
		s.yieldError(yield, s.call.Failure(err))
		return
	}
	ev, err := s.parser.Parse(bytes.TrimSpace(data))
	if err != nil {
		s.yieldError(yield, s.call.TruncatedAnswerError("the answer is not JSON"))
		return
	}
	if s.yieldContent(yield, ev) {
		s.handleBodyEnd(yield, io.EOF)
	}
}
