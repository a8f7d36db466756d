package config

import (
	"strings"
	"testing"
)

// rule operations-tls
func TestTLSSettingsAreCheckedAndCompleted(t *testing.T) {
	validTLSConfig := func() Config {
		return Config{Addr: defaultAddr, DataDir: "./data", SupportEmail: "help@example.org", HTTPAddr: ":80", LogFormat: "text", LogLevel: "info", ACMEDomains: []string{" Chat.Example.ORG ", "www.example.org"}, ACMEDirectory: "https://ca.example/directory"}
	}
	c := validTLSConfig()
	for range 2 {
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		if c.Addr != ":443" || c.PublicURL != "https://chat.example.org" || !c.HasDomain("CHAT.example.org.") || c.HasDomain("example.org") {
			t.Errorf("addr %s, public %s, names %q", c.Addr, c.PublicURL, c.ACMEDomains)
		}
	}
	for want, change := range map[string]func(c *Config){
		`has "*.example.org"`:                func(c *Config) { c.ACMEDomains = []string{"*.example.org"} },
		`has "10.0.0.1"`:                     func(c *Config) { c.ACMEDomains = []string{"10.0.0.1"} },
		`has "localhost"`:                    func(c *Config) { c.ACMEDomains = []string{"localhost"} },
		"COLLOQUY_PUBLIC_URL is http://":     func(c *Config) { c.PublicURL = "http://chat.example.org" },
		"COLLOQUY_PUBLIC_URL is https://e":   func(c *Config) { c.PublicURL = "https://else.example.org" },
		"COLLOQUY_HTTP_ADDR is the address":  func(c *Config) { c.HTTPAddr = ":443" },
		"COLLOQUY_ACME_DIRECTORY is no web ": func(c *Config) { c.ACMEDirectory = "letsencrypt" },
	} {
		c := validTLSConfig()
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	withoutDomains := validTLSConfig()
	withoutDomains.ACMEDomains = nil
	if err := withoutDomains.Validate(); err != nil || withoutDomains.Addr != defaultAddr || withoutDomains.ServesTLS() {
		t.Errorf("without names: %s, %v", withoutDomains.Addr, err)
	}
}
