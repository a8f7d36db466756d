package core

import "net/netip"

// Network is the origin of a call, for limits: an IPv4 address or an IPv6 prefix. The zero value is
// the network of all callers with an unknown address. Tiers has the prefixes of an IPv6 caller,
// because a subscriber often has a /56 or /48.
type Network struct{ addr netip.Addr }

// NetworkOf returns the network of an address in text form, with or without a
// zone. An IPv4 address mapped into IPv6 counts as IPv4.
func NetworkOf(addr string) Network {
	ip, err := netip.ParseAddr(addr)
	if err != nil {
		return Network{}
	}
	return Network{ip.Unmap().WithZone("")}
}

// String returns the narrowest prefix: an IPv4 address or an IPv6 /64.
func (n Network) String() string { return n.Tiers()[0] }

// Tiers returns the prefixes for which limits count the caller, the narrowest first:
// the address for IPv4; the /64, /56 and /48 for IPv6. Rule limits-guesses-place.
func (n Network) Tiers() []string {
	switch {
	case !n.addr.IsValid():
		return []string{"unknown"}
	case n.addr.Is4():
		return []string{n.addr.String()}
	}
	out := make([]string, 0, 3)
	for _, bits := range []int{64, 56, 48} {
		prefix, _ := n.addr.Prefix(bits) // the number of bits is always valid for IPv6
		out = append(out, prefix.String())
	}
	return out
}
