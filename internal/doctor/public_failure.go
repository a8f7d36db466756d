package doctor

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"
)

// explainFailure returns a finding about a request without an answer. Its Advice lists what to
// check, the likeliest cause first. If the service may simply not be started yet, the level is
// Warning. Rule operations-doctor.
func (p publicAddress) explainFailure(ctx context.Context, err error) Finding {
	host, port := p.hostAndPort()
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return badFinding("the name "+host+" does not exist in DNS", "make an A or AAAA record of it with the address of this machine or its proxy, and correct it in COLLOQUY_PUBLIC_URL or COLLOQUY_ACME_DOMAIN if it is misspelt")[0]
		}
		return warningFinding("the name "+host+" cannot be looked up: the DNS server does not answer", "see whether this machine has a working DNS server (/etc/resolv.conf)")[0]
	}
	if text := certificateFault(err, host); text != "" {
		return p.finding(ctx, Bad, p.url+" has a certificate that browsers refuse: "+text, "renew it; without a proxy, the service gets one itself with COLLOQUY_ACME_DOMAIN", "take COLLOQUY_ACME_DIRECTORY out if it names a test authority, and restart")
	}
	if isTLSAlert(err) {
		return p.finding(ctx, Bad, fmt.Sprintf("port %s of %s answers, but has no certificate", port, host), "look in the log of the service for 'no certificate', which says why", "let the name lead to this machine", "open port 80 too, where the authority asks")
	}
	if speaksNoTLS(err) {
		return p.finding(ctx, Bad, fmt.Sprintf("port %s of %s does not speak TLS", port, host), "let the proxy serve https on this port, or set COLLOQUY_ACME_DOMAIN")
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return p.finding(ctx, Warning, fmt.Sprintf("nothing listens on port %s of %s", port, host), "start the service and its proxy", "let the proxy, or COLLOQUY_ADDR, listen on this port")
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return p.finding(ctx, Warning, fmt.Sprintf("port %s of %s does not answer in time", port, host), "open the port in the firewall of this machine and of its provider", "try from another network: some do not let a machine reach its own public address")
	}
	return p.finding(ctx, Warning, p.url+" does not answer: "+withoutAddress(err).Error(), "start the service and its proxy", fmt.Sprintf("open port %s in the firewall", port))
}

// explainAnswer returns a finding about an answer at /healthz that does not come from the
// service.
func (p publicAddress) explainAnswer(ctx context.Context, a answer) Finding {
	text := fmt.Sprintf("%s/healthz answers %d", p.url, a.status)
	switch a.status {
	case http.StatusOK:
		return p.finding(ctx, Bad, p.url+" is answered by something else than this service", "let the proxy pass every path on to the service")
	case http.StatusMisdirectedRequest:
		return p.finding(ctx, Bad, text+": the service does not know this host name", "restart the service, which may still have former settings", "let the proxy keep the Host header")
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return p.finding(ctx, Bad, text+": the proxy does not reach the service", "start the service", "give the proxy the address in COLLOQUY_ADDR")
	}
	return p.finding(ctx, Bad, text, "let the proxy pass every path and the host name on to the service", "without a proxy, another program has the port: free it, or set COLLOQUY_ADDR")
}

// finding returns a finding whose Advice lists steps. If the host name leads to another machine,
// the text says so, and the first step is to correct the host name. The step also tells that the name
// is right if the other machine is a proxy, a CDN or NAT in front of this machine.
func (p publicAddress) finding(ctx context.Context, level Level, text string, steps ...string) Finding {
	if elsewhere := p.leadsToOtherMachineText(ctx); elsewhere != "" {
		text += "; " + elsewhere
		steps = append([]string{"let the name lead to this machine, unless a proxy, a CDN or NAT with that address is in front of it"}, steps...)
	}
	return Finding{Level: level, Text: text, Advice: joinSteps(steps)}
}

// joinSteps joins steps in one line. It numbers them if there are several.
func joinSteps(steps []string) string {
	if len(steps) == 1 {
		return steps[0]
	}
	out := make([]string, len(steps))
	for i, s := range steps {
		out[i] = fmt.Sprintf("%d. %s", i+1, s)
	}
	return strings.Join(out, "; ")
}

// certificateFault returns what is wrong with a certificate, or "" if err is not about a
// certificate.
func certificateFault(err error, host string) string {
	if _, is := errors.AsType[*tls.CertificateVerificationError](err); !is {
		return ""
	}
	if wrong, is := errors.AsType[x509.HostnameError](err); is {
		return fmt.Sprintf("it is for %s, not for %s", cmp.Or(strings.Join(wrong.Certificate.DNSNames, ", "), "no name"), host)
	}
	if invalid, is := errors.AsType[x509.CertificateInvalidError](err); is && invalid.Reason == x509.Expired {
		if now := time.Now(); now.Before(invalid.Cert.NotBefore) {
			return "it is valid from " + invalid.Cert.NotBefore.Format(time.DateOnly) + " on"
		}
		return "it ended on " + invalid.Cert.NotAfter.Format(time.DateOnly)
	}
	if _, is := errors.AsType[x509.UnknownAuthorityError](err); is {
		return "no authority that browsers trust has issued it, or the proxy does not send the whole chain"
	}
	return "it cannot be verified"
}

// isTLSAlert reports whether the server has refused the TLS handshake with an alert. A server that
// has no certificate sends such an alert. crypto/tls does not export the type of the alert.
func isTLSAlert(err error) bool {
	failure, is := errors.AsType[*net.OpError](err)
	return is && failure.Op == "remote error"
}

// speaksNoTLS reports whether a server has answered the beginning of TLS with something else.
func speaksNoTLS(err error) bool {
	_, is := errors.AsType[tls.RecordHeaderError](err)
	return is || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client")
}

// withoutAddress removes the method and address of the request from an error, because the
// text of the finding has the address already.
func withoutAddress(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}
