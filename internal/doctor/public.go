package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

const (
	// certificateWarnTime is how long before the end of a certificate the check begins to warn.
	certificateWarnTime = 14 * 24 * time.Hour
	// maxHealthBytes is how much of an answer is read. The answer of /healthz is far
	// shorter.
	maxHealthBytes = 4 << 10
)

// publicAddress has the address that people use, without a trailing slash. Its other fields serve
// to examine the address, and tests replace them.
type publicAddress struct {
	url          string
	client       *http.Client
	resolve      func(ctx context.Context, host string) ([]netip.Addr, error)
	machineAddrs func() []netip.Addr // addresses of this machine
}

// PublicAddressCheck returns a check of the address that people use. The service must answer there,
// the certificate must be valid, and http must redirect to https. address has no trailing slash.
// Rule operations-doctor.
func PublicAddressCheck(address string, client *http.Client) Check {
	p := publicAddress{address, client, lookUpHost, ownAddresses}
	return Check{"public address", p.examine}
}

func lookUpHost(ctx context.Context, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

// ownAddresses returns the addresses of the network interfaces of this machine.
func ownAddresses() (out []netip.Addr) {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range list {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			out = append(out, p.Addr())
		}
	}
	return out
}

func (p publicAddress) examine(ctx context.Context) []Finding {
	answer, err := getAnswer(ctx, p.client, p.url+"/healthz")
	if err != nil {
		return []Finding{p.explainFailure(ctx, err)}
	}
	if !answer.isFromOurService() {
		return []Finding{p.explainAnswer(ctx, answer)}
	}
	out := goodFinding(p.url + " answers")
	if answer.tls == nil {
		return out
	}
	if end := answer.tls.PeerCertificates[0].NotAfter; time.Until(end) < certificateWarnTime {
		out = append(out, warningFinding("the certificate ends on "+end.Format(time.DateOnly), "see why it was not renewed")...)
	}
	return append(out, checkTLSRedirect(ctx, p.client, p.url)...)
}

// answer is an HTTP answer with the beginning of its body.
type answer struct {
	status int
	header http.Header
	body   []byte
	tls    *tls.ConnectionState // nil without TLS
}

// isFromOurService reports whether the answer is the one that the service gives at /healthz.
func (a answer) isFromOurService() bool {
	var report struct{ Status string }
	return a.status == http.StatusOK && json.Unmarshal(a.body, &report) == nil && report.Status == "ok"
}

// getAnswer makes a GET request and returns the answer.
func getAnswer(ctx context.Context, client *http.Client, address string) (answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, err
	}
	got, err := client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(io.LimitReader(got.Body, maxHealthBytes))
	return answer{got.StatusCode, got.Header, body, got.TLS}, err
}

// checkTLSRedirect checks that http on the usual port redirects to https. It checks nothing
// if the address has a port.
func checkTLSRedirect(ctx context.Context, client *http.Client, address string) []Finding {
	u, err := url.Parse(address)
	if err != nil || u.Port() != "" {
		return nil
	}
	noRedirectClient := *client
	noRedirectClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	got, err := getAnswer(ctx, &noRedirectClient, "http://"+u.Host+"/")
	if err == nil && !strings.HasPrefix(got.header.Get("Location"), "https://") {
		return warningFinding("http://"+u.Host+" does not lead to https", "redirect it, so that nobody types a password there")
	}
	return nil
}

// ServerTimeReader returns a function that reads a server's time from the Date header of an answer.
func ServerTimeReader(client *http.Client, address string) func(ctx context.Context) (time.Time, error) {
	return func(ctx context.Context) (time.Time, error) {
		got, err := getAnswer(ctx, client, address)
		if err != nil {
			return time.Time{}, err
		}
		return http.ParseTime(got.header.Get("Date"))
	}
}

// hostAndPort returns the host and the port of the address. Without a port in the address it
// returns the usual port of the scheme.
func (p publicAddress) hostAndPort() (host, port string) {
	u, err := url.Parse(p.url)
	if err != nil {
		return p.url, ""
	}
	if port = u.Port(); port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Hostname(), port
}

// leadsToOtherMachineText returns a phrase such as "chat.example leads to 192.0.2.1, which is none of this
// machine's addresses". If the name leads to this machine or cannot be resolved, it returns "".
func (p publicAddress) leadsToOtherMachineText(ctx context.Context) string {
	host, _ := p.hostAndPort()
	resolvedAddrs, err := p.resolve(ctx, host)
	if err != nil || len(resolvedAddrs) == 0 {
		return ""
	}
	machineAddrs := p.machineAddrs()
	var texts []string
	for _, a := range resolvedAddrs {
		if a = a.Unmap(); a.IsLoopback() {
			return ""
		}
		for _, mine := range machineAddrs {
			if mine.Unmap().WithZone("") == a.WithZone("") {
				return ""
			}
		}
		texts = append(texts, a.String())
	}
	return fmt.Sprintf("%s leads to %s, which is none of this machine's addresses", host, strings.Join(texts, " and "))
}
