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
	scan      jsonscan.Scanner
	kind      eventKind
	text      []byte
	reasoning []byte
	finish    llm.Finish
	usage     usage // counts of all events so far
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
		ev.End = true
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
	e.scan.Reset(data)
	e.kind, e.finish, e.hasUsage = kindOther, "", false
	e.text, e.reasoning = e.text[:0], e.reasoning[:0]
	if e.scan.Kind() != '{' {
		return jsonscan.ErrSyntax
	}
	e.readFields()
	return e.scan.End()
}

// readFields reads the fields of an object. It reads nested objects with the same switch, because
// each field name has the same meaning at every level.
func (e *event) readFields() {
	if !e.scan.EnterObject() {
		return
	}
	for n := 0; e.scan.More(n, '}'); n++ {
		switch string(e.scan.Key()) {
		case "type":
			e.setKind(e.scan.Bytes())
		case "message", "delta", "content_block":
			if e.scan.Kind() == '{' {
				e.readFields()
			} else {
				e.scan.Skip()
			}
		case "content":
			e.readContent()
		case "text":
			e.text = append(e.text, e.scan.Bytes()...)
		case "thinking":
			e.reasoning = append(e.reasoning, e.scan.Bytes()...)
		case "stop_reason":
			e.finish = finishOf(e.scan.Bytes())
		case "usage":
			e.readUsage()
		case "error":
			if string(e.scan.Raw()) != "null" {
				e.kind = kindFailed
			}
		default:
			e.scan.Skip()
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
	if !e.scan.EnterArray() {
		return
	}
	for n := 0; e.scan.More(n, ']'); n++ {
		e.readFields()
	}
}

func (e *event) readUsage() {
	if !e.scan.EnterObject() {
		return
	}
	e.hasUsage = true
	for n := 0; e.scan.More(n, '}'); n++ {
		switch string(e.scan.Key()) {
		case "input_tokens":
			e.usage.input = max(e.usage.input, e.scan.Int())
		case "cache_read_input_tokens":
			e.usage.cacheRead = max(e.usage.cacheRead, e.scan.Int())
		case "cache_creation_input_tokens":
			e.usage.cacheWrite = max(e.usage.cacheWrite, e.scan.Int())
		case "output_tokens":
			e.usage.output = max(e.usage.output, e.scan.Int())
		default:
			e.scan.Skip()
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
