package razorpay

import (
	"net/url"
	"strings"
)

// WindowOrigins has the origins that the content security policy must allow for the payment
// window, which is Razorpay's Checkout. Rule payment-window-hosts.
type WindowOrigins struct{ Scripts, Connections, Frames []string }

const (
	scriptPath   = "/checkout.js"
	scriptOrigin = "https://checkout.razorpay.com"
	apiOrigin    = "https://api.razorpay.com"
	logOrigin    = "https://lumberjack.razorpay.com"
)

// WindowOriginsOf returns the origins of Checkout. If address is not Razorpay's own API, the
// origin of address is included.
func WindowOriginsOf(address string) WindowOrigins {
	w := WindowOrigins{
		Scripts: []string{scriptOrigin}, Connections: []string{apiOrigin, logOrigin}, Frames: []string{apiOrigin, scriptOrigin},
	}
	if IsOfficialURL(address) {
		return w
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return w
	}
	origin := u.Scheme + "://" + u.Host
	return WindowOrigins{append(w.Scripts, origin), append(w.Connections, origin), append(w.Frames, origin)}
}

// WindowScriptURL returns the address of Checkout's script. An API that is not Razorpay's own
// serves its own script.
func (c *Client) WindowScriptURL() string {
	if IsOfficialURL(c.config.URL) {
		return scriptOrigin + "/v1" + scriptPath
	}
	return strings.TrimSuffix(c.config.URL, "/") + scriptPath
}
