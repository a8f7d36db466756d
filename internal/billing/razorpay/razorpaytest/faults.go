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

// Fault makes calls go wrong. Call is a part of their names, such as "POST /orders"; empty
// means every call.
type Fault struct {
	Call  string        `json:"call"`
	Kind  FaultKind     `json:"kind"`
	Times int           `json:"times"` // 0 means once, a negative number always
	Delay time.Duration `json:"delay"`
	// IsAfter carries the call out before its answer goes wrong.
	IsAfter bool `json:"is_after"`
}

// Break adds a fault. The earliest that fits a call takes effect.
func (s *Server) Break(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Times == 0 {
		f.Times = 1
	}
	s.faults = append(s.faults, f)
}

// Repair removes all faults.
func (s *Server) Repair() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault returns the fault of a call, if there is one. The caller holds the lock.
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

// refundInProgress is the name of the time in which a refund with a key is carried out. A
// Slow fault of it makes calls with the same key meet.
const refundInProgress = "refund in progress"

// waitInRefund releases the lock for as long as a fault says.
func (s *Server) waitInRefund() {
	if f, found := s.takeFault(refundInProgress); found {
		s.mu.Unlock()
		time.Sleep(f.Delay)
		s.mu.Lock()
	}
}

// play answers a call wrongly. a is the right answer, or empty if the call was not carried
// out.
func (f Fault) play(w http.ResponseWriter, r *http.Request, a answer) {
	switch f.Kind {
	case Slow:
		select {
		case <-time.After(f.Delay):
			a.write(w)
		case <-r.Context().Done():
		}
	case Internal:
		answer{500, map[string]any{"error": map[string]any{"code": "SERVER_ERROR", "description": "We are facing some trouble completing your request at the moment. Please try again shortly."}}}.write(w)
	case TooMany:
		w.Header().Set("Retry-After", strconv.Itoa(int(f.Delay/time.Second)))
		answer{429, map[string]any{"error": map[string]any{"code": "BAD_REQUEST_ERROR", "description": "Too many requests"}}}.write(w)
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
		answer{200, map[string]any{"id": 7, "amount": "a lot", "items": "none", "status": []string{}}}.write(w)
	case Redirect:
		w.Header().Set("Location", r.URL.Path)
		w.WriteHeader(http.StatusTemporaryRedirect)
	}
}

// isComplete reports whether the fault needs the right answer.
func (f Fault) isComplete() bool { return f.IsAfter || f.Kind == Slow }

func writeForever(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte(`{"notes": "`))
	for r.Context().Err() == nil {
		if _, err := w.Write([]byte(strings.Repeat("endless ", 4096))); err != nil {
			return
		}
	}
}

func (a answer) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	json.NewEncoder(w).Encode(a.body)
}
