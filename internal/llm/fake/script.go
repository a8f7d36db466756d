package fake

import (
	"fmt"
	"time"

	"colloquy/internal/llm"
)

// Dialect names a server or provider whose wire format is played.
type Dialect string

// The dialects.
const (
	OpenAI     Dialect = "openai"
	Azure      Dialect = "azure"
	VLLM       Dialect = "vllm"
	LlamaCpp   Dialect = "llamacpp"
	Ollama     Dialect = "ollama"
	LMStudio   Dialect = "lmstudio"
	OpenRouter Dialect = "openrouter"
	Groq       Dialect = "groq"
	Together   Dialect = "together"
	DeepSeek   Dialect = "deepseek"
	Gemini     Dialect = "gemini"
	Mistral    Dialect = "mistral"
	Anthropic  Dialect = "anthropic"
)

// OpenAIDialects returns the dialects of chat completions, in a fixed order.
func OpenAIDialects() []Dialect {
	return []Dialect{OpenAI, Azure, VLLM, LlamaCpp, Ollama, LMStudio, OpenRouter, Groq, Together, DeepSeek, Gemini, Mistral}
}

// Pause is a duration. In JSON it is a string such as "50ms".
type Pause time.Duration

// MarshalText implements encoding.TextMarshaler.
func (p Pause) MarshalText() ([]byte, error) { return []byte(time.Duration(p).String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler for time.ParseDuration's form.
func (p *Pause) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("fake: %w", err)
	}
	*p = Pause(d)
	return nil
}

// Script is one answer. The zero Script answers at once, in the dialect of the request's path. Its
// text is a few words and the last line of the user's message.
type Script struct {
	Dialect            Dialect    `json:"dialect,omitempty"`
	Pieces             []string   `json:"pieces,omitempty"`    // nil: the default answer
	GeneratedWordCount int        `json:"count,omitempty"`     // instead of Pieces: the number of generated words
	Reasoning          []string   `json:"reasoning,omitempty"` // sent before the text
	Finish             string     `json:"finish,omitempty"`    // empty: the dialect's usual finish reason
	Usage              *llm.Usage `json:"usage,omitempty"`     // nil: estimated from the texts
	FirstDelay         Pause      `json:"first,omitempty"`     // wait before the first piece, after the headers
	PieceDelay         Pause      `json:"every,omitempty"`     // wait before every later piece
	CRLF               bool       `json:"crlf,omitempty"`      // lines end in CR LF
	CR                 bool       `json:"cr,omitempty"`        // lines end in CR
	HasStreamComments  bool       `json:"comments,omitempty"`  // a comment before every frame
	BOM                bool       `json:"bom,omitempty"`       // a byte order mark first
	NoDone             bool       `json:"no_done,omitempty"`   // leave out [DONE]
	NoFinish           bool       `json:"no_finish,omitempty"` // leave out the finish reason
	KeepOpen           bool       `json:"keep_open,omitempty"` // keep the connection open after the end
	IsSingleDocument   bool       `json:"whole,omitempty"`     // one JSON document instead of a stream
	SplitAt            int        `json:"split_at,omitempty"`  // one more write boundary, at this byte
	ByteWise           bool       `json:"byte_wise,omitempty"` // write every byte separately
	LoadTime           Pause      `json:"load,omitempty"`      // time to load the model; see Server.SetScript
	Fault              Fault      `json:"fault,omitzero"`
}

// FaultKind is a kind of failure.
type FaultKind string

// The faults. Faults within a stream come after Fault.AfterPieces pieces.
const (
	NoFault         FaultKind = ""
	ErrorStatus     FaultKind = "status"    // answer with Fault.Status and an error document
	Silent          FaultKind = "silent"    // no headers
	Hang            FaultKind = "hang"      // stop sending, stay connected
	CutConnection   FaultKind = "cut"       // break the connection
	EarlyEOF        FaultKind = "eof"       // end the body without an error, before the answer is complete
	StreamError     FaultKind = "error"     // the dialect's error in the stream
	StreamRateLimit FaultKind = "rate"      // a "too many requests" error in the stream
	Nonsense        FaultKind = "nonsense"  // a body that is not an event stream
	BadLines        FaultKind = "bad_lines" // send Fault.Lines data lines that are not JSON, then continue the answer
	WebPage         FaultKind = "web_page"  // status 200 and HTML
	EmptyList       FaultKind = "no_models" // the model list is empty; answers are unchanged
)

// Fault is the failure of an answer.
type Fault struct {
	Kind        FaultKind `json:"kind,omitempty"`
	AfterPieces int       `json:"after,omitempty"`       // number of pieces sent before the fault
	Status      int       `json:"status,omitempty"`      // for ErrorStatus
	RetryAfter  string    `json:"retry_after,omitempty"` // the header's value
	Param       string    `json:"param,omitempty"`       // the field that the error document names
	Body        string    `json:"body,omitempty"`        // replaces the dialect's error document
	HTML        bool      `json:"html,omitempty"`        // whether the error document is an HTML page
	Lines       int       `json:"lines,omitempty"`       // number of lines that BadLines sends
}
