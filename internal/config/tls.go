package config

import (
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

const (
	// defaultAddr is the default of Addr.
	defaultAddr = "127.0.0.1:8080"
	// defaultTLSAddr replaces defaultAddr in a service with TLS (rule operations-tls).
	defaultTLSAddr = ":443"
	// NoHTTPAddr is the HTTPAddr of a service that does not listen for plain HTTP.
	NoHTTPAddr = "none"
)

// domainNamePattern matches a name that an authority issues certificates for.
var domainNamePattern = regexp.MustCompile(`^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`)

// ServesTLS reports whether the program serves https itself.
func (c Config) ServesTLS() bool { return len(c.ACMEDomains) > 0 }

// applyTLSDefaults normalises ACMEDomains, replaces the default Addr and an empty
// PublicURL, and checks the result. Without TLS it does nothing.
func (c *Config) applyTLSDefaults() error {
	if !c.ServesTLS() {
		return nil
	}
	for i, name := range c.ACMEDomains {
		c.ACMEDomains[i] = strings.ToLower(strings.TrimSpace(name))
	}
	if c.Addr == defaultAddr {
		c.Addr = defaultTLSAddr
	}
	if c.PublicURL == "" {
		c.PublicURL = "https://" + c.ACMEDomains[0]
	}
	return c.checkTLS()
}

func (c *Config) checkTLS() error {
	var errs []error
	for _, name := range c.ACMEDomains {
		if _, err := netip.ParseAddr(name); err == nil || !domainNamePattern.MatchString(name) {
			errs = append(errs, fmt.Errorf("COLLOQUY_ACME_DOMAIN has %q; give names such as chat.example.org, without https:// and without *", name))
		}
	}
	if !slices.Contains(c.ACMEDomains, c.PublicHost()) || !c.HasHTTPSURL() {
		errs = append(errs, fmt.Errorf("COLLOQUY_PUBLIC_URL is %s; with COLLOQUY_ACME_DOMAIN it is https:// and one of these names", c.PublicURL))
	}
	if c.HTTPAddr != NoHTTPAddr {
		errs = append(errs, checkAddr("COLLOQUY_HTTP_ADDR", c.HTTPAddr))
		if addrsConflict(c.Addr, c.HTTPAddr) {
			errs = append(errs, errors.New("COLLOQUY_HTTP_ADDR is the address of https; give it another port, usually :80"))
		}
	}
	return errors.Join(append(errs, checkServerURL("COLLOQUY_ACME_DIRECTORY", c.ACMEDirectory))...)
}

// HasDomain reports whether a name, in any case, is one of ACMEDomains. Rule operations-tls.
func (c Config) HasDomain(name string) bool {
	return slices.Contains(c.ACMEDomains, strings.ToLower(strings.TrimSuffix(name, ".")))
}
