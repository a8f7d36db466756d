package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"colloquy/internal/config"
)

// healthTimeout bounds the check. The health check in the Dockerfile has a longer timeout, so this
// command ends first and prints an error.
const healthTimeout = 5 * time.Second

type healthCmd struct{ config.Config }

// Run asks the service on this machine whether it is ready, and fails if it is not.
func (c *healthCmd) Run(ctx context.Context) error {
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return err
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	scheme, client := "http", &http.Client{Timeout: healthTimeout}
	if c.ServesTLS() {
		scheme = "https"
		// The certificate is for the public name, so it cannot be verified for this local address.
		// The connection does not leave this machine.
		client.Transport = &http.Transport{TLSClientConfig: &tls.Config{ServerName: c.ACMEDomains[0], InsecureSkipVerify: true}}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	r.Host = "localhost" // the service accepts requests for localhost, whatever its public name is
	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("the service does not answer: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the service is not ready: %s", answer.Status)
	}
	fmt.Println("ready")
	return nil
}
