package accounts

import (
	"testing"

	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
)

// TestNetworksOfA48ShareAQueue: calls from all /64 networks of an IPv6 /48 wait in
// one queue.
func TestNetworksOfA48ShareAQueue(t *testing.T) {
	keyOf := func(address string) password.QueueKey {
		return attempt{from: Caller{Network: core.NetworkOf(address)}}.queueKey()
	}
	if a, b := keyOf("2001:db8:1:1::1"), keyOf("2001:db8:1:ff00::1"); a != b {
		t.Errorf("two networks of a /48 have the keys %v and %v", a, b)
	}
	if a, b := keyOf("2001:db8:1::1"), keyOf("2001:db8:2::1"); a == b {
		t.Errorf("two /48 have one key %v", a)
	}
}
