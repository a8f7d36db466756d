package razorpaytest

import (
	"crypto/subtle"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const maxBodyBytes = 64 << 10

// StartServer starts a server that ends with the test. It returns the server and the address
// of its API.
func StartServer(t testing.TB) (*Server, string) {
	t.Helper()
	s := NewServer()
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
		s.WaitForDeliveries()
	})
	return s, h.URL + "/v1"
}

// operation carries out a call of the API. Its caller holds the lock.
type operation func(r *http.Request, body []byte) answer

// Handler returns all routes of the server:
//   - /v1: the API, with the script of Checkout at /v1/checkout.js
//   - /checkout: the calls of that script
//   - /control: the calls of a developer
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for name, op := range map[string]operation{
		"POST /orders": func(_ *http.Request, body []byte) answer { return s.createOrder(body) },
		"GET /orders": func(r *http.Request, _ []byte) answer {
			return s.listOrders(r.FormValue("receipt"), r.FormValue("count"))
		},
		"GET /orders/{id}":            func(r *http.Request, _ []byte) answer { return s.fetchOrder(r.PathValue("id")) },
		"GET /orders/{id}/payments":   func(r *http.Request, _ []byte) answer { return s.fetchOrderPayments(r.PathValue("id")) },
		"GET /payments/{id}":          func(r *http.Request, _ []byte) answer { return s.fetchPayment(r.PathValue("id")) },
		"POST /payments/{id}/capture": func(r *http.Request, body []byte) answer { return s.answerCapture(r.PathValue("id"), body) },
		"GET /payments/{id}/refunds": func(r *http.Request, _ []byte) answer {
			return s.fetchRefunds(r.PathValue("id"), r.URL.Query())
		},
		"POST /payments/{id}/refund": s.answerRefund,
	} {
		method, path, _ := strings.Cut(name, " ")
		mux.Handle(method+" /v1"+path, s.serveCall(name, op))
	}
	mux.Handle("/", s.serveCall("", func(*http.Request, []byte) answer { return unknownPathRefusal }))
	s.addCheckoutRoutes(mux)
	s.addControlRoutes(mux)
	return mux
}

func (s *Server) answerRefund(r *http.Request, body []byte) answer {
	return s.createRefund(r.PathValue("id"), r.Header.Get("X-Refund-Idempotency"), body)
}

// serveCall checks the key and carries a call out, unless a fault prevents it.
func (s *Server) serveCall(name string, op operation) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, maxBodyBytes))
		if err != nil {
			return
		}
		s.mu.Lock()
		s.countByCall[name]++
		fault, isBroken := s.takeFault(name)
		a := wrongKeyRefusal
		switch {
		case !s.hasRightKey(r):
		case isBroken && !fault.carriesOutCall():
		default:
			a = op(r, body)
		}
		s.mu.Unlock()
		if isBroken {
			fault.answerWithFault(w, r, a)
			return
		}
		a.writeJSON(w)
	})
}

func (s *Server) hasRightKey(r *http.Request) bool {
	id, secret, _ := r.BasicAuth()
	return subtle.ConstantTimeCompare([]byte(id), []byte(s.KeyID))&subtle.ConstantTimeCompare([]byte(secret), []byte(s.KeySecret)) == 1
}
