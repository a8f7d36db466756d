package app

import (
	"testing"

	"colloquy/internal/httpx"
)

// All addresses of an IPv6 /56 share a cap. Calls without an address, such as the calls of
// jobs, share another cap.
func TestCapsCountAnIPv4AddressOrAn56(t *testing.T) {
	for address, want := range map[string]string{
		httpx.ClientNetworkKey(t.Context()): "unknown",
		"192.0.2.7":                         "192.0.2.7",
		"2001:db8:1:2345::1":                "2001:db8:1:2300::/56",
		"2001:db8:1:23ff::":                 "2001:db8:1:2300::/56",
	} {
		if got := networkForCap(address); got != want {
			t.Errorf("%q is counted as %q, want %q", address, got, want)
		}
	}
}
