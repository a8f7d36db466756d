// Command fakerazorpay serves a fake Razorpay for the browser journeys and for developers
// without an account. It prints its address and the settings of a server that uses it.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"colloquy/internal/billing/razorpay/razorpaytest"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "address to listen on")
	serviceURL := flag.String("service", "http://127.0.0.1:8080", "address of the Colloquy server, which gets the webhooks")
	flag.Parse()
	if err := serve(*addr, *serviceURL); err != nil {
		fmt.Fprintln(os.Stderr, "fakerazorpay:", err)
		os.Exit(1)
	}
}

// serve listens on addr, prints the address and the settings, and serves until the process
// ends. It sends webhooks to the server at serviceURL.
func serve(addr, serviceURL string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	s := razorpaytest.NewServer()
	s.Webhooks.URL = serviceURL + "/api/webhooks/razorpay"
	fmt.Printf("http://%s\n\n", l.Addr())
	for _, setting := range [][2]string{
		{"PAYMENTS", "razorpay"}, {"RAZORPAY_URL", fmt.Sprintf("http://%s/v1", l.Addr())},
		{"RAZORPAY_KEY_ID", razorpaytest.KeyID}, {"RAZORPAY_KEY_SECRET", razorpaytest.KeySecret}, {"RAZORPAY_WEBHOOK_SECRET", razorpaytest.WebhookSecret},
	} {
		fmt.Printf("export COLLOQUY_%s=%s\n", setting[0], setting[1])
	}
	srv := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second}
	return srv.Serve(l)
}
