package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

const (
	// minConnections is the minimum of MaxConnections. A browser opens up to six connections to a
	// server.
	minConnections   = 16
	maxDrainTime     = 10 * time.Minute
	defaultDrainTime = 5 * time.Second
	autoDrainTime    = "auto"
	maxClockAhead    = 10 * 365 * 24 * time.Hour
)

func (c *Config) checkConnectionsAndDrain() error {
	var errs []error
	if n := c.MaxConnections; n < 0 || n > 0 && n < minConnections {
		errs = append(errs, fmt.Errorf("COLLOQUY_MAX_CONNECTIONS_PER_NETWORK is %d; give at least %d, or 0 for no bound", n, minConnections))
	}
	if d, err := time.ParseDuration(c.DrainTime); c.DrainTime != "" && c.DrainTime != autoDrainTime && (err != nil || d < 0 || d > maxDrainTime) {
		errs = append(errs, fmt.Errorf("COLLOQUY_DRAIN_TIME is %q; give auto, or a time such as 5s, at most %s", c.DrainTime, maxDrainTime))
	}
	if c.TraceShare < 0 || c.TraceShare > 1 {
		errs = append(errs, fmt.Errorf("COLLOQUY_TRACE_SHARE is %v; give a share from 0 to 1, such as 0.1", c.TraceShare))
	}
	return errors.Join(append(errs, checkServerURL("COLLOQUY_TRACE_URL", c.TraceURL))...)
}

// checkClock refuses a clock that is ahead if other machines can connect or a live key is set.
// Purchases would expire early with such a clock. Rule clock-ahead.
func (c *Config) checkClock() error {
	switch d := c.ClockAhead; {
	case d == 0:
		return nil
	case d < 0 || d > maxClockAhead:
		return fmt.Errorf("COLLOQUY_CLOCK_AHEAD is %s; give a time such as 744h, at most %s", d, maxClockAhead)
	case !c.isLocalOnly():
		return errors.New("COLLOQUY_CLOCK_AHEAD is set but others can reach the service: what they have bought would expire. Use it on 127.0.0.1 only, with data that you can throw away")
	case strings.HasPrefix(c.RazorpayKeyID, razorpayLiveKeyPrefix):
		return errors.New("COLLOQUY_CLOCK_AHEAD is set with a live key of Razorpay; use a test key, with data that you can throw away")
	}
	return nil
}

// DrainDuration returns how long the server answers after SIGTERM before it shuts down. If
// DrainTime is auto or invalid, it returns 0 on a loopback address and defaultDrainTime
// elsewhere. Rule operations-stop.
func (c Config) DrainDuration() time.Duration {
	if d, err := time.ParseDuration(c.DrainTime); err == nil {
		return d
	}
	if IsLoopbackAddr(c.Addr) {
		return 0
	}
	return defaultDrainTime
}

// IsLoopbackAddr reports whether only this machine can connect to a listening address.
func IsLoopbackAddr(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	return isLoopback(host)
}

func isLoopback(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().IsLoopback()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// ShowsMail reports whether the server may show the mails of the outbox in the browser. This
// requires that there is no mail server, and that only this machine can connect, without a proxy.
// Rule mail-viewer.
func (c Config) ShowsMail() bool {
	return c.SMTPURL == "" && c.isLocalOnly()
}

// isLocalOnly reports whether only this machine can connect, without a proxy. Rules
// payment-sandbox, clock-ahead, mail-viewer.
func (c Config) isLocalOnly() bool {
	return IsLoopbackAddr(c.Addr) && c.PublicHost() == "" && len(c.TrustedProxies) == 0
}

// PublicHost returns the host of the public URL in lower case, without its port. Without a public
// URL, or with one at a loopback address, it returns "". The server then answers only local host
// names.
func (c Config) PublicHost() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil || isLoopback(u.Hostname()) {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// HasPlaceholderSupportEmail reports whether SupportEmail is empty or, like its default, ends in
// .example, a domain that nobody can own (RFC 2606).
func (c Config) HasPlaceholderSupportEmail() bool {
	return c.SupportEmail == "" || strings.HasSuffix(strings.ToLower(c.SupportEmail), ".example")
}
