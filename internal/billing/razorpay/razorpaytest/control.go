package razorpaytest

import (
	"net/http"
	"time"
)

// addControl adds the calls with which a developer plays the bank and the network. They
// have no key: the server is for one machine.
func (s *Server) addControl(mux *http.ServeMux) {
	mux.HandleFunc("GET /control/state", func(w http.ResponseWriter, _ *http.Request) { answer{200, s.state()}.write(w) })
	mux.HandleFunc("POST /control/webhooks", control(func(in webhooksJSON) (any, error) {
		s.changeWebhooks(in)
		return nil, nil
	}))
	mux.HandleFunc("POST /control/release", control(func(struct{}) (any, error) {
		s.Release()
		return nil, nil
	}))
	mux.HandleFunc("POST /control/repair", control(func(struct{}) (any, error) {
		s.Repair()
		return nil, nil
	}))
	mux.HandleFunc("POST /control/fault", control(func(in faultJSON) (any, error) {
		s.Break(Fault{Call: in.Call, Kind: in.Kind, Times: in.Times, Delay: time.Duration(in.DelayMS) * time.Millisecond, IsAfter: in.IsAfter})
		return nil, nil
	}))
	mux.HandleFunc("POST /control/dispute", control(func(in struct {
		PaymentID string `json:"payment_id"`
		Event     string `json:"event"`
	}) (any, error) {
		id, err := s.Dispute(in.PaymentID, in.Event)
		return map[string]string{"id": id}, err
	}))
	mux.HandleFunc("POST /control/capture", control(func(in struct {
		PaymentID string `json:"payment_id"`
	}) (any, error) {
		return nil, s.CaptureLate(in.PaymentID)
	}))
	mux.HandleFunc("POST /control/refund-all", control(func(in struct {
		PaymentID string `json:"payment_id"`
	}) (any, error) {
		return nil, s.RefundAll(in.PaymentID)
	}))
	mux.HandleFunc("POST /control/refund", control(func(in struct {
		RefundID string `json:"refund_id"`
		IsPaid   bool   `json:"is_paid"`
	}) (any, error) {
		return nil, s.FinishRefund(in.RefundID, in.IsPaid)
	}))
}

type faultJSON struct {
	Call    string    `json:"call"`
	Kind    FaultKind `json:"kind"`
	Times   int       `json:"times"`
	DelayMS int       `json:"delay_ms"`
	IsAfter bool      `json:"is_after"`
}

// webhooksJSON has the settings of Webhooks that a developer can change. URL and Secret
// stay as they are if they are empty.
type webhooksJSON struct {
	URL        string `json:"url"`
	Secret     string `json:"secret"`
	Copies     int    `json:"copies"`
	DelayMS    int    `json:"delay_ms"`
	IsReversed bool   `json:"is_reversed"`
	IsHeld     bool   `json:"is_held"`
}

func (s *Server) changeWebhooks(in webhooksJSON) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &s.Webhooks
	w.Copies, w.Delay, w.IsReversed, w.IsHeld = in.Copies, time.Duration(in.DelayMS)*time.Millisecond, in.IsReversed, in.IsHeld
	if in.URL != "" {
		w.URL = in.URL
	}
	if in.Secret != "" {
		w.Secret = in.Secret
	}
}

// state has everything that the server knows, for the eyes of a developer.
func (s *Server) state() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	kinds := []string{}
	for _, d := range s.outbox {
		kinds = append(kinds, d.Kind)
	}
	return map[string]any{
		"orders": values(s.orders), "payments": values(s.payments), "refunds": values(s.refunds), "disputes": values(s.disputes), "events": kinds,
	}
}

// control serves a call of a developer.
func control[In any](do func(in In) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in In
		if !readJSON(w, r, &in) {
			return
		}
		out, err := do(in)
		if err != nil {
			refuse(400, err.Error(), "").write(w)
			return
		}
		answer{200, out}.write(w)
	}
}
