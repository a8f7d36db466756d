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
	// minConnections is the least bound of connections: browsers open six each.
	minConnections = 16
	maxDrainTime   = 10 * time.Minute
	usualDrainTime = 5 * time.Second
	auto           = "auto"
)

func (c *Config) checkServing() error {
	var errs []error
	if n := c.MaxConnections; n < 0 || n > 0 && n < minConnections {
		errs = append(errs, fmt.Errorf("COLLOQUY_MAX_CONNECTIONS_PER_NETWORK is %d; give at least %d, or 0 for no bound", n, minConnections))
	}
	if d, err := time.ParseDuration(c.DrainTime); c.DrainTime != "" && c.DrainTime != auto && (err != nil || d < 0 || d > maxDrainTime) {
		errs = append(errs, fmt.Errorf("COLLOQUY_DRAIN_TIME is %q; give auto, or a time such as 5s, at most %s", c.DrainTime, maxDrainTime))
	}
	return errors.Join(errs...)
}

// LameDuck returns how long the program goes on answering after it was told to
// end. Validate has refused what does not parse.
func (c Config) LameDuck() time.Duration {
	if d, err := time.ParseDuration(c.DrainTime); err == nil {
		return d
	}
	if OnLoopback(c.Addr) {
		return 0
	}
	return usualDrainTime
}

// OnLoopback reports whether a listening address takes connections of this
// machine only.
func OnLoopback(addr string) bool {
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

// PublicHost returns the host of the public URL, without its port, in lower
// case. It is empty if there is no public URL or it names this machine: then
// only names that no stranger can choose reach the program.
func (c Config) PublicHost() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil || isLoopback(u.Hostname()) {
		return ""
	}
	return strings.ToLower(u.Hostname())
}
