package app

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"time"

	"colloquy/internal/config"
)

// AskReadiness asks the service on this machine whether it is ready. The argument c is the
// configuration of the service. The caller closes the body of the answer, which is an
// obs.HealthReport.
func AskReadiness(ctx context.Context, c config.Config, timeout time.Duration) (*http.Response, error) {
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, err
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	scheme, client := "http", &http.Client{Timeout: timeout}
	if c.ServesTLS() {
		scheme = "https"
		// The certificate is for the public name, so it cannot be verified for this local address.
		// The connection does not leave this machine.
		client.Transport = &http.Transport{TLSClientConfig: &tls.Config{ServerName: c.ACMEDomains[0], InsecureSkipVerify: true}}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return nil, err
	}
	r.Host = "localhost" // the service accepts requests for localhost, whatever its public name is
	return client.Do(r)
}
