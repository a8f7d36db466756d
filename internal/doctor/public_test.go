package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// frontServer is a TLS server that plays the service or a proxy. A test sets its answer.
type frontServer struct {
	*httptest.Server
	status int
	body   string
	date   time.Time
}

func startFrontServer(t *testing.T) *frontServer {
	t.Helper()
	s := &frontServer{status: http.StatusOK, body: `{"status":"ok"}`, date: time.Now()}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", s.date.UTC().Format(http.TimeFormat))
		w.WriteHeader(s.status)
		fmt.Fprint(w, s.body)
	}))
	t.Cleanup(s.Close)
	return s
}

// clientWithTLS returns a client of the server with another TLS configuration.
func (s *frontServer) clientWithTLS(change func(*tls.Config)) *http.Client {
	c := s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	change(c)
	return &http.Client{Transport: &http.Transport{TLSClientConfig: c}}
}

// wantFinding examines an address and checks the first finding. Level and text, joined by a space,
// must begin with the value of begins. The Advice must begin with the value of advice.
func wantFinding(t *testing.T, p publicAddress, begins, advice string) {
	t.Helper()
	f := p.examine(t.Context())[0]
	if got := string(f.Level) + " " + f.Text; !strings.HasPrefix(got, begins) || !strings.HasPrefix(f.Advice, advice) || (f.Advice == "") != (f.Level == Good) {
		t.Errorf("found %q, to do %q; want %q, %q", got, f.Advice, begins, advice)
	}
}

// TestPublicAddressCheckTellsServiceFromProxy: the check distinguishes the service from proxies that do not pass
// the request on.
// rule operations-doctor
func TestPublicAddressCheckTellsServiceFromProxy(t *testing.T) {
	s := startFrontServer(t)
	p := publicAddress{s.URL, s.Client(), lookUpHost, ownAddresses}
	wantFinding(t, p, "good "+s.URL+" answers", "")
	s.body = "<h1>Welcome to nginx!</h1>"
	wantFinding(t, p, "bad "+s.URL+" is answered by something else", "let the proxy pass every path on")
	s.status = http.StatusBadGateway
	wantFinding(t, p, "bad "+s.URL+"/healthz answers 502: the proxy does not reach the service", "1. start the service; 2. ")
	s.status = http.StatusMisdirectedRequest
	wantFinding(t, p, "bad "+s.URL+"/healthz answers 421: the service does not know this host name", "1. restart")
	s.status = http.StatusNotFound
	wantFinding(t, p, "bad "+s.URL+"/healthz answers 404", "1. let the proxy pass every path and the host name on")
}

// TestBadCertificatesAreRefused: the check refuses a certificate of an unknown authority, one for
// another name, and an expired one.
// rule operations-doctor
func TestBadCertificatesAreRefused(t *testing.T) {
	s := startFrontServer(t)
	for want, change := range map[string]func(*tls.Config){
		"no authority that browsers trust":     func(c *tls.Config) { c.RootCAs = x509.NewCertPool() },
		"it is for example.com, *.example.com": func(c *tls.Config) { c.ServerName = "another.example" },
		"it ended on 2084-01-29":               func(c *tls.Config) { c.Time = func() time.Time { return time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC) } },
	} {
		wantFinding(t, publicAddress{s.URL, s.clientWithTLS(change), lookUpHost, ownAddresses}, "bad "+s.URL+" has a certificate that browsers refuse: "+want, "1. renew it")
	}
}

// TestMissingAnswerIsExplained: the finding says why there is no answer. The name is unknown or
// leads to another machine, or the port is closed, silent or without TLS.
// rule operations-doctor
func TestMissingAnswerIsExplained(t *testing.T) {
	unresolvedClient := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.DNSError{Name: "chat.example", IsNotFound: true}
	}}}
	p := publicAddress{"https://chat.example", unresolvedClient, lookUpHost, ownAddresses}
	wantFinding(t, p, "bad the name chat.example does not exist in DNS", "make an A or AAAA record")

	plainServer := httptest.NewServer(http.NotFoundHandler())
	_, port, _ := net.SplitHostPort(plainServer.Listener.Addr().String())
	p = publicAddress{"https://127.0.0.1:" + port, http.DefaultClient, lookUpHost, ownAddresses}
	wantFinding(t, p, "bad port "+port+" of 127.0.0.1 does not speak TLS", "let the proxy serve https")
	plainServer.Close()
	wantFinding(t, p, "warning nothing listens on port "+port+" of 127.0.0.1", "1. start the service and its proxy")

	p.resolve = func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("192.0.2.7")}, nil
	}
	wantFinding(t, p, "warning nothing listens on port "+port+" of 127.0.0.1; 127.0.0.1 leads to 192.0.2.7, which is none of this machine's", "1. let the name lead to this machine, unless")
	p.machineAddrs = func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.0.2.7")} }
	wantFinding(t, p, "warning nothing listens on port "+port, "1. start the service")

	silentListener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silentListener.Close()
	p = publicAddress{"https://" + silentListener.Addr().String(), &http.Client{Timeout: 50 * time.Millisecond}, lookUpHost, ownAddresses}
	_, port, _ = net.SplitHostPort(silentListener.Addr().String())
	wantFinding(t, p, "warning port "+port+" of 127.0.0.1 does not answer in time", "1. open the port in the firewall")
}

// A service that waits for its first certificate refuses the handshake.
// rule operations-doctor
func TestMissingCertificateIsReported(t *testing.T) {
	s := startFrontServer(t)
	s.TLS.Certificates = nil
	s.TLS.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, errors.New("none yet") }
	p := publicAddress{s.URL, s.Client(), lookUpHost, ownAddresses}
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	wantFinding(t, p, "bad port "+port+" of 127.0.0.1 answers, but has no certificate", "1. look in the log of the service for 'no certificate'")
}

// rule operations-doctor
func TestClockDifferenceIsReported(t *testing.T) {
	s := startFrontServer(t)
	clocks := map[string]func(context.Context) (time.Time, error){"the proxy": ServerTimeReader(s.Client(), s.URL)}
	if f := ClockCheck(clocks).Run(t.Context())[0]; f.Level == Bad {
		t.Error(f.Text)
	}
	s.date = time.Now().Add(-time.Minute)
	if f := ClockCheck(clocks).Run(t.Context())[0]; f.Level != Bad || !strings.Contains(f.Text, "this machine and the proxy differ by 1m") {
		t.Error(f.Text)
	}
}
