package razorpaytest

import (
	_ "embed" // of the script
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

//go:embed checkout.js
var script string

// addCheckout adds the script of Checkout and the call that it makes. Pages of any origin
// may make it.
func (s *Server) addCheckout(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/checkout.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		io.WriteString(w, strings.ReplaceAll(script, "{{address}}", "http://"+r.Host))
	})
	mux.HandleFunc("/checkout/pay", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		s.answerPayer(w, r)
	})
}

func (s *Server) answerPayer(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Key     string  `json:"key"`
		OrderID string  `json:"order_id"`
		Outcome Outcome `json:"outcome"`
	}
	if !readJSON(w, r, &in) {
		return
	}
	if in.Key != "" && in.Key != s.KeyID {
		wrongKey.write(w)
		return
	}
	paid, err := s.Pay(in.OrderID, in.Outcome)
	if err != nil {
		refuse(400, err.Error(), "").write(w)
		return
	}
	answer{200, paid}.write(w)
}

// readJSON reads the body of a call, and answers if it cannot.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(into); err != nil {
		noJSON.write(w)
		return false
	}
	return true
}
