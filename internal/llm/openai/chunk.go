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
	scanner   jsonscan.Scanner
	text      []byte
	reasoning []byte
	finish    llm.Finish // empty while the choice continues
	usage     llm.Usage
	hasUsage  bool
	problem   []byte // the error document, if the chunk is or contains one
}

// Parse implements upstream.Parser. The argument data is the data of one event, or a whole answer.
func (c *chunk) Parse(data []byte) (upstream.Event, error) {
	if string(data) == "[DONE]" {
		return upstream.Event{IsEnd: true}, nil
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
	c.scanner.Reset(data)
	c.text, c.reasoning = c.text[:0], c.reasoning[:0]
	c.finish, c.hasUsage, c.problem = "", false, nil
	if c.scanner.Kind() != '{' {
		return c.readErrorList(data)
	}
	c.scanner.EnterObject()
	for n := 0; c.scanner.HasMoreMembers(n, '}'); n++ {
		switch string(c.scanner.Key()) {
		case "choices":
			c.readChoices()
		case "usage":
			c.readUsage()
		case "x_groq":
			c.readGroqExtension()
		case "error":
			if raw := c.scanner.RawValue(); string(raw) != "null" {
				c.problem = raw
			}
		case "object":
			if string(c.scanner.TextBytes()) == "error" {
				c.problem = data
			}
		default:
			c.scanner.Skip()
		}
	}
	return c.scanner.End()
}

// readErrorList reads a document that is not an object. Gemini puts error documents into a
// list; other documents are a syntax error.
func (c *chunk) readErrorList(data []byte) error {
	if c.scanner.Kind() != '[' || !bytes.Contains(data, []byte(`"error"`)) {
		return jsonscan.ErrSyntax
	}
	c.scanner.Skip()
	c.problem = data
	return c.scanner.End()
}

func (c *chunk) readChoices() {
	if !c.scanner.EnterArray() {
		return
	}
	for n := 0; c.scanner.HasMoreMembers(n, ']'); n++ {
		c.readChoice()
	}
}

// readChoice reads one choice. It ignores a choice whose index is not 0.
func (c *chunk) readChoice() {
	textLen, reasoningLen, finish := len(c.text), len(c.reasoning), c.finish
	index := 0
	if !c.scanner.EnterObject() {
		return
	}
	for n := 0; c.scanner.HasMoreMembers(n, '}'); n++ {
		switch string(c.scanner.Key()) {
		case "index":
			index = c.scanner.Int()
		case "delta", "message":
			c.readDelta()
		case "finish_reason":
			if f := finishOf(c.scanner.TextBytes()); f != "" {
				c.finish = f
			}
		default:
			c.scanner.Skip()
		}
	}
	if index != 0 {
		c.text, c.reasoning, c.finish = c.text[:textLen], c.reasoning[:reasoningLen], finish
	}
}

// readDelta reads the delta of a choice. Some servers send the same reasoning under two
// names, so only the first field with reasoning is used.
func (c *chunk) readDelta() {
	if !c.scanner.EnterObject() {
		return
	}
	reasoningLen := len(c.reasoning)
	for n := 0; c.scanner.HasMoreMembers(n, '}'); n++ {
		switch string(c.scanner.Key()) {
		case "content":
			c.readContent()
		case "refusal":
			c.text = append(c.text, c.scanner.TextBytes()...)
		case "reasoning_content", "reasoning", "thinking":
			if b := c.scanner.TextBytes(); len(c.reasoning) == reasoningLen {
				c.reasoning = append(c.reasoning, b...)
			}
		default:
			c.scanner.Skip()
		}
	}
}

// readContent reads content, which is a string or Mistral's list of parts.
func (c *chunk) readContent() {
	if c.scanner.Kind() != '[' {
		c.text = append(c.text, c.scanner.TextBytes()...)
		return
	}
	c.scanner.EnterArray()
	for n := 0; c.scanner.HasMoreMembers(n, ']'); n++ {
		c.readContentPart()
	}
}

func (c *chunk) readContentPart() {
	if c.scanner.Kind() == '"' {
		c.text = append(c.text, c.scanner.TextBytes()...)
		return
	}
	if !c.scanner.EnterObject() {
		return
	}
	for n := 0; c.scanner.HasMoreMembers(n, '}'); n++ {
		switch string(c.scanner.Key()) {
		case "text":
			c.text = append(c.text, c.scanner.TextBytes()...)
		case "thinking":
			c.readThinking()
		default:
			c.scanner.Skip()
		}
	}
}

// readThinking reads a part's reasoning: a string or a list of text parts.
func (c *chunk) readThinking() {
	if c.scanner.Kind() != '[' {
		c.reasoning = append(c.reasoning, c.scanner.TextBytes()...)
		return
	}
	textLen := len(c.text)
	c.readContent()
	c.reasoning = append(c.reasoning, c.text[textLen:]...)
	c.text = c.text[:textLen]
}

// readGroqExtension reads the field x_groq, in which Groq sends the usage.
func (c *chunk) readGroqExtension() {
	if !c.scanner.EnterObject() {
		return
	}
	for n := 0; c.scanner.HasMoreMembers(n, '}'); n++ {
		if string(c.scanner.Key()) == "usage" {
			c.readUsage()
			continue
		}
		c.scanner.Skip()
	}
}

func (c *chunk) readUsage() {
	if !c.scanner.EnterObject() {
		return
	}
	c.usage, c.hasUsage = llm.Usage{}, true
	for n := 0; c.scanner.HasMoreMembers(n, '}'); n++ {
		switch string(c.scanner.Key()) {
		case "prompt_tokens":
			c.usage.Prompt = c.scanner.Int()
		case "completion_tokens":
			c.usage.Output = c.scanner.Int()
		case "prompt_cache_hit_tokens", "cache_read_input_tokens":
			c.usage.Cached = max(c.usage.Cached, c.scanner.Int())
		case "prompt_tokens_details":
			c.readUsageDetails()
		default:
			c.scanner.Skip()
		}
	}
}

func (c *chunk) readUsageDetails() {
	if !c.scanner.EnterObject() {
		return
	}
	for n := 0; c.scanner.HasMoreMembers(n, '}'); n++ {
		if string(c.scanner.Key()) == "cached_tokens" {
			c.usage.Cached = max(c.usage.Cached, c.scanner.Int())
			continue
		}
		c.scanner.Skip()
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
