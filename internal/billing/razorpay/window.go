package razorpay

import (
	"net/url"
	"strings"
)

// Window has the origins from which pages load the payment window, Razorpay's Checkout.
type Window struct{ Scripts, Connections, Frames []string }

const (
	script       = "/checkout.js"
	scriptOrigin = "https://checkout.razorpay.com"
	apiOrigin    = "https://api.razorpay.com"
	logOrigin    = "https://lumberjack.razorpay.com"
)

// WindowOf returns the origins of Checkout. With another API than Razorpay's own, such as
// a fake one, they are the origin of that API too.
func WindowOf(address string) Window {
	w := Window{
		Scripts: []string{scriptOrigin}, Connections: []string{apiOrigin, logOrigin}, Frames: []string{apiOrigin, scriptOrigin},
	}
	if IsOfficial(address) {
		return w
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return w
	}
	origin := u.Scheme + "://" + u.Host
	return Window{append(w.Scripts, origin), append(w.Connections, origin), append(w.Frames, origin)}
}

// WindowScript returns the address of Checkout's script. Another API than Razorpay's own
// serves its own script.
func (c *Client) WindowScript() string {
	if IsOfficial(c.config.URL) {
		return scriptOrigin + "/v1" + script
	}
	return strings.TrimSuffix(c.config.URL, "/") + script
}
