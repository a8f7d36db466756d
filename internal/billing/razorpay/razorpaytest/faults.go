package razorpaytest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// FaultKind is a way in which a call goes wrong.
type FaultKind string

// The kinds of faults.
const (
	FaultSlow      FaultKind = "slow"       // answers after Delay
	FaultInternal  FaultKind = "internal"   // 500
	FaultTooMany   FaultKind = "too-many"   // 429 with Retry-After: Delay
	FaultReset     FaultKind = "reset"      // the connection ends without an answer
	FaultCut       FaultKind = "cut"        // the connection ends in the middle of the answer
	FaultGarbage   FaultKind = "garbage"    // 200 with a page of HTML
	FaultEndless   FaultKind = "endless"    // 200 with an answer that does not end
	FaultWrongType FaultKind = "wrong-type" // 200 with strings in place of numbers, and numbers in place of strings
	FaultRedirect  FaultKind = "redirect"   // 307 to the requested path
)

// Fault makes calls go wrong. Call is a substring of the names of the affected calls, such as
// "POST /orders". An empty Call affects every call.
type Fault struct {
	Call             string        `json:"call"`
	Kind             FaultKind     `json:"kind"`
	FailingCallCount int           `json:"times"` // how many calls fail; 0 means one, a negative number all
	Delay            time.Duration `json:"delay"`
	// FailsAfterCall makes the server carry out the call before it sends the wrong answer.
	FailsAfterCall bool `json:"is_after"`
}

// AddFault adds a fault. If several faults match a call, the one that was added first takes
// effect.
func (s *Server) AddFault(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.FailingCallCount == 0 {
		f.FailingCallCount = 1
	}
	s.faults = append(s.faults, f)
}

// RemoveFaults removes all faults.
func (s *Server) RemoveFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault returns the fault of a call, if there is one, and counts it as used. The caller
// holds the lock.
func (s *Server) takeFault(call string) (Fault, bool) {
	for i, f := range s.faults {
		if f.FailingCallCount == 0 || !strings.Contains(call, f.Call) {
			continue
		}
		if f.FailingCallCount > 0 {
			s.faults[i].FailingCallCount--
		}
		return f, true
	}
	return Fault{}, false
}

// refundInProgress is a value of Fault.Call. A fault with this value delays refund calls that have
// an idempotency key by Fault.Delay. So calls with the same key overlap.
const refundInProgress = "refund in progress"

// delayRefund waits for the Delay of a refundInProgress fault, if there is one. It releases
// the lock meanwhile.
func (s *Server) delayRefund() {
	if f, found := s.takeFault(refundInProgress); found {
		s.mu.Unlock()
		time.Sleep(f.Delay)
		s.mu.Lock()
	}
}

// answerWithFault answers a call with the fault. a is the right answer, which only FaultSlow
// sends.
func (f Fault) answerWithFault(w http.ResponseWriter, r *http.Request, a answer) {
	switch f.Kind {
	case FaultSlow:
		select {
		case <-time.After(f.Delay):
			a.writeJSON(w)
		case <-r.Context().Done():
		}
	case FaultInternal:
		answer{500, map[string]any{"error": map[string]any{"code": "SERVER_ERROR", "description": "We are facing some trouble completing your request at the moment. Please try again shortly."}}}.writeJSON(w)
	case FaultTooMany:
		w.Header().Set("Retry-After", strconv.Itoa(int(f.Delay/time.Second)))
		answer{429, map[string]any{"error": map[string]any{"code": "BAD_REQUEST_ERROR", "description": "Too many requests"}}}.writeJSON(w)
	case FaultReset:
		panic(http.ErrAbortHandler)
	case FaultCut:
		w.Header().Set("Content-Length", "4096")
		w.Write([]byte(`{"id": "order_`))
		panic(http.ErrAbortHandler)
	case FaultGarbage:
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<!doctype html><title>Maintenance</title>"))
	case FaultEndless:
		writeForever(w, r)
	case FaultWrongType:
		answer{200, map[string]any{"id": 7, "amount": "a lot", "items": "none", "status": []string{}}}.writeJSON(w)
	case FaultRedirect:
		w.Header().Set("Location", r.URL.Path)
		w.WriteHeader(http.StatusTemporaryRedirect)
	}
}

// carriesOutCall reports whether the call is carried out although its answer goes wrong.
func (f Fault) carriesOutCall() bool { return f.FailsAfterCall || f.Kind == FaultSlow }

func writeForever(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte(`{"notes": "`))
	for r.Context().Err() == nil {
		if _, err := w.Write([]byte(strings.Repeat("endless ", 4096))); err != nil {
			return
		}
	}
}

func (a answer) writeJSON(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	json.NewEncoder(w).Encode(a.body)
}
