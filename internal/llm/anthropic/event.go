package anthropic

import (
	"colloquy/internal/llm"
	"colloquy/internal/llm/jsonscan"
	"colloquy/internal/llm/upstream"
)

// eventKind is the type of an event, if this client uses it.
type eventKind uint8

const (
	kindOther  eventKind = iota // ping, and types that this client does not know
	kindStart                   // message_start
	kindText                    // content_block_start, content_block_delta
	kindDelta                   // message_delta
	kindStop                    // message_stop
	kindFailed                  // error
	kindWhole                   // message: the answer in one document
)

// event is the parsed document of one event. It is reused for every event: its slices are
// valid until the next Parse.
type event struct {
	scanner   jsonscan.Scanner
	kind      eventKind
	text      []byte
	reasoning []byte
	finish    llm.Finish
	usage     usage // token counts that the events so far have reported
	hasUsage  bool  // the current event has usage
}

// usage counts the tokens of an answer. The first event has the input, the last events
// have the output.
type usage struct{ input, cacheRead, cacheWrite, output int }

// Parse reads the data of one event, or a whole answer (upstream.Parser).
func (e *event) Parse(data []byte) (upstream.Event, error) {
	if err := e.parse(data); err != nil {
		return upstream.Event{}, err
	}
	var ev upstream.Event
	switch e.kind {
	case kindText, kindWhole:
		ev.Text, ev.Reasoning = e.text, e.reasoning
	case kindFailed:
		ev.Problem = data
	case kindStop:
		ev.IsEnd = true
	}
	if e.kind == kindDelta || e.kind == kindWhole {
		ev.Finish = e.finish
	}
	if e.hasUsage {
		ev.Usage = e.usage.toLLM()
	}
	return ev, nil
}

// parse reads a document. An error means that it is not a JSON object.
func (e *event) parse(data []byte) error {
	e.scanner.Reset(data)
	e.kind, e.finish, e.hasUsage = kindOther, "", false
	e.text, e.reasoning = e.text[:0], e.reasoning[:0]
	if e.scanner.Kind() != '{' {
		return jsonscan.ErrSyntax
	}
	e.readObject()
	return e.scanner.End()
}

// readObject reads the fields of an object. It reads nested objects with the same switch, because
// each field name has the same meaning at every level.
func (e *event) readObject() {
	if !e.scanner.EnterObject() {
		return
	}
	for n := 0; e.scanner.HasMoreMembers(n, '}'); n++ {
		switch string(e.scanner.Key()) {
		case "type":
			e.setKind(e.scanner.TextBytes())
		case "message", "delta", "content_block":
			if e.scanner.Kind() == '{' {
				e.readObject()
			} else {
				e.scanner.Skip()
			}
		case "content":
			e.readContent()
		case "text":
			e.text = append(e.text, e.scanner.TextBytes()...)
		case "thinking":
			e.reasoning = append(e.reasoning, e.scanner.TextBytes()...)
		case "stop_reason":
			e.finish = finishOf(e.scanner.TextBytes())
		case "usage":
			e.readUsage()
		case "error":
			if string(e.scanner.RawValue()) != "null" {
				e.kind = kindFailed
			}
		default:
			e.scanner.Skip()
		}
	}
}

// setKind sets the kind of the event from a "type" field. It ignores the types of blocks and
// deltas, because none of them equals a type of an event.
func (e *event) setKind(word []byte) {
	switch string(word) {
	case "message_start":
		e.kind = kindStart
	case "content_block_start", "content_block_delta":
		e.kind = kindText
	case "message_delta":
		e.kind = kindDelta
	case "message_stop":
		e.kind = kindStop
	case "error":
		e.kind = kindFailed
	case "message":
		if e.kind == kindOther {
			e.kind = kindWhole
		}
	}
}

// readContent reads the blocks of a whole message.
func (e *event) readContent() {
	if !e.scanner.EnterArray() {
		return
	}
	for n := 0; e.scanner.HasMoreMembers(n, ']'); n++ {
		e.readObject()
	}
}

func (e *event) readUsage() {
	if !e.scanner.EnterObject() {
		return
	}
	e.hasUsage = true
	for n := 0; e.scanner.HasMoreMembers(n, '}'); n++ {
		switch string(e.scanner.Key()) {
		case "input_tokens":
			e.usage.input = max(e.usage.input, e.scanner.Int())
		case "cache_read_input_tokens":
			e.usage.cacheRead = max(e.usage.cacheRead, e.scanner.Int())
		case "cache_creation_input_tokens":
			e.usage.cacheWrite = max(e.usage.cacheWrite, e.scanner.Int())
		case "output_tokens":
			e.usage.output = max(e.usage.output, e.scanner.Int())
		default:
			e.scanner.Skip()
		}
	}
}

// toLLM converts the usage; it returns nil for the zero value. Cached input, which the
// protocol counts separately, is included in Prompt.
func (u usage) toLLM() *llm.Usage {
	if u == (usage{}) {
		return nil
	}
	return &llm.Usage{Prompt: u.input + u.cacheRead + u.cacheWrite, Cached: u.cacheRead, Output: u.output}
}

func finishOf(word []byte) llm.Finish {
	switch string(word) {
	case "":
		return ""
	case "max_tokens", "model_context_window_exceeded":
		return llm.FinishLength
	case "refusal":
		return llm.FinishFiltered
	}
	return llm.FinishStop
}
