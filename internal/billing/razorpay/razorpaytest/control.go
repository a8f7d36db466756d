package razorpaytest

import (
	"net/http"
	"time"
)

// addControlRoutes adds the calls below /control. A developer uses them to simulate the bank and to
// make calls fail. They need no key, because the server runs only on the developer's machine.
func (s *Server) addControlRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /control/state", func(w http.ResponseWriter, _ *http.Request) { answer{200, s.storedObjects()}.writeJSON(w) })
	mux.HandleFunc("POST /control/webhooks", controlHandler(func(in webhooksJSON) (any, error) {
		s.changeWebhooks(in)
		return nil, nil
	}))
	mux.HandleFunc("POST /control/release", controlHandler(func(struct{}) (any, error) {
		s.ReleaseHeldDeliveries()
		return nil, nil
	}))
	mux.HandleFunc("POST /control/repair", controlHandler(func(struct{}) (any, error) {
		s.RemoveFaults()
		return nil, nil
	}))
	mux.HandleFunc("POST /control/fault", controlHandler(func(in faultJSON) (any, error) {
		s.AddFault(Fault{Call: in.Call, Kind: in.Kind, FailingCallCount: in.FailingCallCount, Delay: time.Duration(in.DelayMS) * time.Millisecond, FailsAfterCall: in.FailsAfterCall})
		return nil, nil
	}))
	mux.HandleFunc("POST /control/dispute", controlHandler(func(in struct {
		PaymentID string `json:"payment_id"`
		Event     string `json:"event"`
	}) (any, error) {
		id, err := s.AdvanceDispute(in.PaymentID, in.Event)
		return map[string]string{"id": id}, err
	}))
	mux.HandleFunc("POST /control/capture", controlHandler(func(in struct {
		PaymentID string `json:"payment_id"`
	}) (any, error) {
		return nil, s.CaptureLate(in.PaymentID)
	}))
	mux.HandleFunc("POST /control/refund-all", controlHandler(func(in struct {
		PaymentID string `json:"payment_id"`
	}) (any, error) {
		return nil, s.RefundAll(in.PaymentID)
	}))
	mux.HandleFunc("POST /control/refund", controlHandler(func(in struct {
		RefundID string `json:"refund_id"`
		IsPaid   bool   `json:"is_paid"`
	}) (any, error) {
		return nil, s.FinishRefund(in.RefundID, in.IsPaid)
	}))
}

type faultJSON struct {
	Call             string    `json:"call"`
	Kind             FaultKind `json:"kind"`
	FailingCallCount int       `json:"times"`
	DelayMS          int       `json:"delay_ms"`
	FailsAfterCall   bool      `json:"is_after"`
}

// webhooksJSON has the settings of WebhookSettings that a developer can change. An empty URL or
// Secret leaves the setting unchanged.
type webhooksJSON struct {
	URL             string `json:"url"`
	Secret          string `json:"secret"`
	DeliveryCount   int    `json:"copies"`
	DelayMS         int    `json:"delay_ms"`
	IsReversed      bool   `json:"is_reversed"`
	HoldsDeliveries bool   `json:"is_held"`
}

func (s *Server) changeWebhooks(in webhooksJSON) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &s.Webhooks
	w.DeliveryCount, w.Delay, w.IsReversed, w.HoldsDeliveries = in.DeliveryCount, time.Duration(in.DelayMS)*time.Millisecond, in.IsReversed, in.HoldsDeliveries
	if in.URL != "" {
		w.URL = in.URL
	}
	if in.Secret != "" {
		w.Secret = in.Secret
	}
}

// storedObjects returns everything that the server stores, for developers.
func (s *Server) storedObjects() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	eventKinds := []string{}
	for _, d := range s.allDeliveries {
		eventKinds = append(eventKinds, d.Kind)
	}
	return map[string]any{
		"orders": copyValues(s.orders), "payments": copyValues(s.payments), "refunds": copyValues(s.refunds), "disputes": copyValues(s.disputes), "events": eventKinds,
	}
}

// controlHandler returns a handler for a developer's call. The handler decodes the body of the
// call, passes the body to the function "do", and answers with the result.
func controlHandler[In any](do func(in In) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in In
		if !readJSON(w, r, &in) {
			return
		}
		out, err := do(in)
		if err != nil {
			refusal(400, err.Error(), "").writeJSON(w)
			return
		}
		answer{200, out}.writeJSON(w)
	}
}
