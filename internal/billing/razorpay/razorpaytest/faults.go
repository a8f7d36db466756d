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
	Slow      FaultKind = "slow"       // answers after Delay
	Internal  FaultKind = "internal"   // 500
	TooMany   FaultKind = "too-many"   // 429 with Retry-After: Delay
	Reset     FaultKind = "reset"      // the connection ends without an answer
	Cut       FaultKind = "cut"        // the connection ends in the middle of the answer
	Garbage   FaultKind = "garbage"    // 200 with a page of HTML
	Endless   FaultKind = "endless"    // 200 with an answer that does not end
	WrongType FaultKind = "wrong-type" // 200 with texts in place of numbers and the reverse
	Redirect  FaultKind = "redirect"   // 307 to the same place
)

// Fault makes calls go wrong. Call is a part of the names of these calls, such as "POST
// /orders"; empty means every call.
type Fault struct {
	Call  string        `json:"call"`
	Kind  FaultKind     `json:"kind"`
	Times int           `json:"times"` // 0 means once, a negative number always
	Delay time.Duration `json:"delay"`
	// IsAfter means that the call is carried out before its answer goes wrong.
	IsAfter bool `json:"is_after"`
}

// AddFault adds a fault. If several faults match a call, the one that was added first takes
// effect.
func (s *Server) AddFault(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Times == 0 {
		f.Times = 1
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
		if f.Times == 0 || !strings.Contains(call, f.Call) {
			continue
		}
		if f.Times > 0 {
			s.faults[i].Times--
		}
		return f, true
	}
	return Fault{}, false
}

// refundInProgress is a Fault.Call. It stands for the time in which a refund with a key is
// carried out. A fault with a Delay makes calls with the same key overlap.
const refundInProgress = "refund in progress"

// waitInRefund releases the lock for the Delay of a fault of refundInProgress.
func (s *Server) waitInRefund() {
	if f, found := s.takeFault(refundInProgress); found {
		s.mu.Unlock()
		time.Sleep(f.Delay)
		s.mu.Lock()
	}
}

// answerWrongly answers a call with the fault. a is the right answer, which only Slow sends.
func (f Fault) answerWrongly(w http.ResponseWriter, r *http.Request, a answer) {
	switch f.Kind {
	case Slow:
		select {
		case <-time.After(f.Delay):
			a.writeJSON(w)
		case <-r.Context().Done():
		}
	case Internal:
		answer{500, map[string]any{"error": map[string]any{"code": "SERVER_ERROR", "description": "We are facing some trouble completing your request at the moment. Please try again shortly."}}}.writeJSON(w)
	case TooMany:
		w.Header().Set("Retry-After", strconv.Itoa(int(f.Delay/time.Second)))
		answer{429, map[string]any{"error": map[string]any{"code": "BAD_REQUEST_ERROR", "description": "Too many requests"}}}.writeJSON(w)
	case Reset:
		panic(http.ErrAbortHandler)
	case Cut:
		w.Header().Set("Content-Length", "4096")
		w.Write([]byte(`{"id": "order_`))
		panic(http.ErrAbortHandler)
	case Garbage:
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<!doctype html><title>Maintenance</title>"))
	case Endless:
		writeForever(w, r)
	case WrongType:
		answer{200, map[string]any{"id": 7, "amount": "a lot", "items": "none", "status": []string{}}}.writeJSON(w)
	case Redirect:
		w.Header().Set("Location", r.URL.Path)
		w.WriteHeader(http.StatusTemporaryRedirect)
	}
}

// carriesOutCall reports whether the call is carried out although its answer goes wrong.
func (f Fault) carriesOutCall() bool { return f.IsAfter || f.Kind == Slow }

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
