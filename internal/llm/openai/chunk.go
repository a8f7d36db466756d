package openai

import (
	"bytes"
	"strings"

	"colloquy/internal/llm"
	"colloquy/internal/llm/jsonscan"
	"colloquy/internal/llm/upstream"
)

// finishError is the finish of a choice that failed. OpenRouter sends it as a finish
// reason.
const finishError llm.Finish = "error"

// modelFailedDocument is the error document of a choice that ended with finishError.
var modelFailedDocument = []byte(`{"type":"server_error","message":"the model failed"}`)

// chunk is one parsed document of a stream. It is reused for every document: its slices
// are valid until the next parse.
type chunk struct {
	scan      jsonscan.Scanner
	text      []byte
	reasoning []byte
	finish    llm.Finish // empty while the choice continues
	usage     llm.Usage
	hasUsage  bool
	problem   []byte // the error document, if the chunk is or contains one
}

// Parse reads the data of one event, or a whole answer (upstream.Parser).
func (c *chunk) Parse(data []byte) (upstream.Event, error) {
	if string(data) == "[DONE]" {
		return upstream.Event{End: true}, nil
	}
	if err := c.parse(data); err != nil {
		return upstream.Event{}, err
	}
	ev := upstream.Event{Text: c.text, Reasoning: c.reasoning, Finish: c.finish, Problem: c.problem}
	if c.hasUsage {
		usage := c.usage
		ev.Usage = &usage
	}
	if ev.Finish == finishError {
		ev.Finish = ""
		if ev.Problem == nil {
			ev.Problem = modelFailedDocument
		}
	}
	return ev, nil
}

// parse reads a document. It skips fields that are absent, null or of an unexpected
// type. An error means that the document is not a JSON object.
func (c *chunk) parse(data []byte) error {
	c.scan.Reset(data)
	c.text, c.reasoning = c.text[:0], c.reasoning[:0]
	c.finish, c.hasUsage, c.problem = "", false, nil
	if c.scan.Kind() != '{' {
		return c.readList(data)
	}
	c.scan.EnterObject()
	for n := 0; c.scan.More(n, '}'); n++ {
		switch string(c.scan.Key()) {
		case "choices":
			c.readChoices()
		case "usage":
			c.readUsage()
		case "x_groq":
			c.readGroqExtension()
		case "error":
			if raw := c.scan.Raw(); string(raw) != "null" {
				c.problem = raw
			}
		case "object":
			if string(c.scan.Bytes()) == "error" {
				c.problem = data
			}
		default:
			c.scan.Skip()
		}
	}
	return c.scan.End()
}

// readList reads a document that is not an object. Gemini puts error documents into a
// list; other documents are a syntax error.
func (c *chunk) readList(data []byte) error {
	if c.scan.Kind() != '[' || !bytes.Contains(data, []byte(`"error"`)) {
		return jsonscan.ErrSyntax
	}
	c.scan.Skip()
	c.problem = data
	return c.scan.End()
}

func (c *chunk) readChoices() {
	if !c.scan.EnterArray() {
		return
	}
	for n := 0; c.scan.More(n, ']'); n++ {
		c.readChoice()
	}
}

// readChoice reads one choice. It ignores a choice whose index is not 0.
func (c *chunk) readChoice() {
	textLen, reasoningLen, finish := len(c.text), len(c.reasoning), c.finish
	index := 0
	if !c.scan.EnterObject() {
		return
	}
	for n := 0; c.scan.More(n, '}'); n++ {
		switch string(c.scan.Key()) {
		case "index":
			index = c.scan.Int()
		case "delta", "message":
			c.readDelta()
		case "finish_reason":
			if f := finishOf(c.scan.Bytes()); f != "" {
				c.finish = f
			}
		default:
			c.scan.Skip()
		}
	}
	if index != 0 {
		c.text, c.reasoning, c.finish = c.text[:textLen], c.reasoning[:reasoningLen], finish
	}
}

// readDelta reads the delta of a choice. Some servers send the same reasoning under two
// names, so only the first field with reasoning is used.
func (c *chunk) readDelta() {
	if !c.scan.EnterObject() {
		return
	}
	reasoningLen := len(c.reasoning)
	for n := 0; c.scan.More(n, '}'); n++ {
		switch string(c.scan.Key()) {
		case "content":
			c.readContent()
		case "refusal":
			c.text = append(c.text, c.scan.Bytes()...)
		case "reasoning_content", "reasoning", "thinking":
			if b := c.scan.Bytes(); len(c.reasoning) == reasoningLen {
				c.reasoning = append(c.reasoning, b...)
			}
		default:
			c.scan.Skip()
		}
	}
}

// readContent reads content, which is a string or Mistral's list of parts.
func (c *chunk) readContent() {
	if c.scan.Kind() != '[' {
		c.text = append(c.text, c.scan.Bytes()...)
		return
	}
	c.scan.EnterArray()
	for n := 0; c.scan.More(n, ']'); n++ {
		c.readPart()
	}
}

func (c *chunk) readPart() {
	if c.scan.Kind() == '"' {
		c.text = append(c.text, c.scan.Bytes()...)
		return
	}
	if !c.scan.EnterObject() {
		return
	}
	for n := 0; c.scan.More(n, '}'); n++ {
		switch string(c.scan.Key()) {
		case "text":
			c.text = append(c.text, c.scan.Bytes()...)
		case "thinking":
			c.readThinking()
		default:
			c.scan.Skip()
		}
	}
}

// readThinking reads a part's reasoning: a string or a list of text parts.
func (c *chunk) readThinking() {
	if c.scan.Kind() != '[' {
		c.reasoning = append(c.reasoning, c.scan.Bytes()...)
		return
	}
	textLen := len(c.text)
	c.readContent()
	c.reasoning = append(c.reasoning, c.text[textLen:]...)
	c.text = c.text[:textLen]
}

// readGroqExtension reads the field x_groq, in which Groq sends the usage.
func (c *chunk) readGroqExtension() {
	if !c.scan.EnterObject() {
		return
	}
	for n := 0; c.scan.More(n, '}'); n++ {
		if string(c.scan.Key()) == "usage" {
			c.readUsage()
			continue
		}
		c.scan.Skip()
	}
}

func (c *chunk) readUsage() {
	if !c.scan.EnterObject() {
		return
	}
	c.usage, c.hasUsage = llm.Usage{}, true
	for n := 0; c.scan.More(n, '}'); n++ {
		switch string(c.scan.Key()) {
		case "prompt_tokens":
			c.usage.Prompt = c.scan.Int()
		case "completion_tokens":
			c.usage.Output = c.scan.Int()
		case "prompt_cache_hit_tokens", "cache_read_input_tokens":
			c.usage.Cached = max(c.usage.Cached, c.scan.Int())
		case "prompt_tokens_details":
			c.readUsageDetails()
		default:
			c.scan.Skip()
		}
	}
}

func (c *chunk) readUsageDetails() {
	if !c.scan.EnterObject() {
		return
	}
	for n := 0; c.scan.More(n, '}'); n++ {
		if string(c.scan.Key()) == "cached_tokens" {
			c.usage.Cached = max(c.usage.Cached, c.scan.Int())
			continue
		}
		c.scan.Skip()
	}
}

// finishOf maps a finish reason of any server. An unknown reason becomes FinishStop.
func finishOf(word []byte) llm.Finish {
	switch string(word) {
	case "":
		return ""
	case "stop":
		return llm.FinishStop
	}
	switch strings.ToLower(string(word)) {
	case "length", "model_length", "max_tokens":
		return llm.FinishLength
	case "content_filter", "safety", "recitation", "prohibited_content", "refusal":
		return llm.FinishFiltered
	case "error", "insufficient_system_resource", "abort":
		return finishError
	}
	return llm.FinishStop
}
