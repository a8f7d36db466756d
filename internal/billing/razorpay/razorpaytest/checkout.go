package razorpaytest

import (
	_ "embed" // of the script
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

//go:embed checkout.js
var checkoutScript string

// addCheckoutRoutes adds the script of Checkout and the call that the script makes. Pages of
// any origin may make this call.
func (s *Server) addCheckoutRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/checkout.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		io.WriteString(w, strings.ReplaceAll(checkoutScript, "{{address}}", "http://"+r.Host))
	})
	mux.HandleFunc("/checkout/pay", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		s.answerPayCall(w, r)
	})
}

func (s *Server) answerPayCall(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Key     string  `json:"key"`
		OrderID string  `json:"order_id"`
		Outcome Outcome `json:"outcome"`
	}
	if !readJSON(w, r, &in) {
		return
	}
	if in.Key != "" && in.Key != s.KeyID {
		wrongKeyRefusal.writeJSON(w)
		return
	}
	result, err := s.Pay(in.OrderID, in.Outcome)
	if err != nil {
		refusal(400, err.Error(), "").writeJSON(w)
		return
	}
	answer{200, result}.writeJSON(w)
}

// readJSON decodes the body of a call. If it cannot, it answers with an error and returns
// false.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if err := json.NewDecoder(io.LimitReader(r.Body, maxBodyBytes)).Decode(into); err != nil {
		noJSONRefusal.writeJSON(w)
		return false
	}
	return true
}
