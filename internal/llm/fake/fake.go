// Package fake is a model server that answers from a script. The script sets the dialect, the
// speed, the boundaries of the writes, and faults of real servers. Tests, browser journeys and the
// benchmark use it. The server records its calls and how each call ended.
package fake

import (
	"cmp"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Outcome is how a call ended.
type Outcome string

// The outcomes.
const (
	Running   Outcome = "running"
	Finished  Outcome = "finished"  // the whole script was sent, including its fault
	Cancelled Outcome = "cancelled" // the client disconnected before the end
)

// Call is one request for an answer. It records how much of the answer was sent.
type Call struct {
	N                  int           `json:"n"` // counted from 1
	Path               string        `json:"path"`
	Header             http.Header   `json:"header"`
	Body               string        `json:"body"`
	AsksForSuggestions bool          `json:"suggest"` // a request for suggestions
	StartedAt          time.Time     `json:"begun"`
	Took               time.Duration `json:"took"`  // 0 while the call runs
	SentPieceCount     int           `json:"sent"`  // pieces of text
	SentByteCount      int           `json:"bytes"` // bytes of the stream that were sent
	Outcome            Outcome       `json:"outcome"`
}

// Server is the model server: an http.Handler for /v1/chat/completions,
// /v1/messages, /v1/models, /health, /api/version, /api/ps, /api/v0/models, and
// /fake/ for control from another process. The zero Server is ready.
type Server struct {
	mu            sync.Mutex
	script        Script
	suggestScript *Script
	scriptQueue   []Script
	calls         []*Call
	models        []string
	cancellations chan Call
	// modelLoadStartedAt is when the model began to load, zero before that.
	modelLoadStartedAt time.Time
	modelLoadDone      chan struct{} // closed by FinishLoad; nil if no request waits for it
}

// SetScript sets the script of all later answers. If the script has a LoadTime, the model is
// unloaded. The dialect LlamaCpp then loads the model at once and refuses requests during the load.
// Other dialects start the load with the first request, which waits.
func (s *Server) SetScript(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script, s.modelLoadStartedAt = script, time.Time{}
	if script.Dialect == LlamaCpp {
		s.modelLoadStartedAt = time.Now()
	}
}

// SetSuggestScript sets the script of requests for suggestions. Without this script, such
// requests are answered at once with three lines, in the dialect of the script of SetScript.
func (s *Server) SetSuggestScript(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.suggestScript = &script
}

// Queue adds scripts for the next answers, one for each answer. After them the script of
// SetScript is used again. Requests for suggestions do not use the queue.
func (s *Server) Queue(scripts ...Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scriptQueue = append(s.scriptQueue, scripts...)
}

// SetModels sets the model list. Without it there is one model, "fake-1".
func (s *Server) SetModels(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = ids
}

// Calls returns all calls so far in the order of their arrival.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Call, len(s.calls))
	for i, c := range s.calls {
		out[i] = *c
	}
	return out
}

// RunningCount returns the number of running answers.
func (s *Server) RunningCount() int {
	return len(slices.DeleteFunc(s.Calls(), func(c Call) bool { return c.Outcome != Running }))
}

// ForgetEndedCalls drops all ended calls.
func (s *Server) ForgetEndedCalls() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = slices.DeleteFunc(s.calls, func(c *Call) bool { return c.Outcome != Running })
}

// CancelledCalls returns a channel of the calls whose client disconnected before the end. Tests use it
// to check that a stop reached the model. The channel keeps at most 1024 calls.
func (s *Server) CancelledCalls() <-chan Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cancellationChannel()
}

func (s *Server) cancellationChannel() chan Call {
	if s.cancellations == nil {
		s.cancellations = make(chan Call, 1024)
	}
	return s.cancellations
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/v1/chat/completions", "/chat/completions":
		s.answer(w, r, OpenAI)
	case "/v1/messages":
		s.answer(w, r, Anthropic)
	case "/v1/models", "/models":
		s.serveModels(w)
	case "/health":
		s.serveHealth(w)
	case "/api/ps":
		s.serveLoadedModels(w)
	case "/api/v0/models":
		s.serveModelStates(w)
	case "/api/version":
		writeJSON(w, http.StatusOK, map[string]string{"version": "0.0.0-fake"})
	default:
		s.serveControl(w, r)
	}
}

// answer reads the whole request before it plays the script, because net/http may
// truncate an answer that begins earlier.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, dialect Dialect) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	a, err := parseRequest(body)
	call, script := s.beginCall(r, body, a)
	if dialect == Anthropic || script.Dialect == Anthropic {
		script.Dialect = dialect
	}
	script.Dialect = cmp.Or(script.Dialect, dialect)
	p := &scriptPlayer{w: w, r: r, flush: http.NewResponseController(w).Flush, script: script, request: a, call: call, server: s}
	if err != nil {
		p.answerWithError(Fault{Status: http.StatusBadRequest, Body: `{"error":{"message":"body is not JSON","type":"invalid_request_error"}}`})
		s.endCall(call, Finished)
		return
	}
	if !s.awaitLoad(r, p) {
		s.endCall(call, Finished)
		return
	}
	defer func() {
		outcome := Finished
		if p.hasClientLeft {
			outcome = Cancelled
		}
		s.endCall(call, outcome)
	}()
	p.play()
}

// beginCall records a call and returns its script.
func (s *Server) beginCall(r *http.Request, body []byte, a request) (*Call, Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call := &Call{
		N: len(s.calls) + 1, Path: r.URL.Path, Header: r.Header.Clone(), Body: string(body),
		AsksForSuggestions: a.asksForSuggestions, StartedAt: time.Now(), Outcome: Running,
	}
	s.calls = append(s.calls, call)
	switch {
	case a.asksForSuggestions && s.suggestScript != nil:
		return call, *s.suggestScript
	case a.asksForSuggestions:
		return call, Script{Dialect: s.script.Dialect}
	case len(s.scriptQueue) > 0:
		script := s.scriptQueue[0]
		s.scriptQueue = s.scriptQueue[1:]
		return call, script
	}
	return call, s.script
}

// endCall records the outcome of a call. If the channel of Cancelled is full, it drops the
// oldest calls.
func (s *Server) endCall(call *Call, outcome Outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call.Outcome, call.Took = outcome, time.Since(call.StartedAt)
	if outcome != Cancelled {
		return
	}
	cancelledCallQueue := s.cancellationChannel()
	for {
		select {
		case cancelledCallQueue <- *call:
			return
		default:
		}
		select {
		case <-cancelledCallQueue:
		default:
		}
	}
}

func (s *Server) recordSent(call *Call, pieces, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call.SentPieceCount += pieces
	call.SentByteCount = bytes
}
