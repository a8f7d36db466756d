package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// certificateNotice is how long before the end of a certificate the check begins to warn.
const certificateNotice = 14 * 24 * time.Hour

// PublicAddressCheck returns a check of the address that people use, without a trailing
// slash: the service answers there, its certificate is valid, and http redirects to https.
func PublicAddressCheck(address string, client *http.Client) Check {
	return Check{"public address", func(ctx context.Context) []Finding {
		answer, err := getHead(ctx, client, address+"/healthz")
		switch {
		case isCertificateError(err):
			return badFinding(address+" has a certificate that browsers refuse", "renew it, or let the service get one itself with COLLOQUY_ACME_DOMAIN")
		case err != nil:
			return warningFinding(address+" does not answer", "start the service, open the port, and let the name lead to this machine")
		case answer.status != http.StatusOK:
			return badFinding(fmt.Sprintf("%s/healthz answers %d", address, answer.status), "let the proxy pass every path and the host name on to the service")
		}
		out := goodFinding(address + " answers")
		if answer.tls == nil {
			return out
		}
		if end := answer.tls.PeerCertificates[0].NotAfter; time.Until(end) < certificateNotice {
			out = append(out, warningFinding("the certificate ends on "+end.Format(time.DateOnly), "see why it was not renewed")...)
		}
		return append(out, checkTLSRedirect(ctx, client, address)...)
	}}
}

// answerHead is an HTTP answer without its body.
type answerHead struct {
	status int
	fields http.Header
	tls    *tls.ConnectionState // nil without TLS
}

// getHead makes a GET request and returns the head of the answer.
func getHead(ctx context.Context, client *http.Client, address string) (answerHead, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answerHead{}, err
	}
	answer, err := client.Do(r)
	if err != nil {
		return answerHead{}, err
	}
	defer answer.Body.Close()
	return answerHead{answer.StatusCode, answer.Header, answer.TLS}, nil
}

// isCertificateError reports whether a request failed because of the server's certificate.
func isCertificateError(err error) bool {
	_, is := errors.AsType[*tls.CertificateVerificationError](err)
	return is
}

// checkTLSRedirect checks that http on the usual port redirects to https. It checks nothing
// if the address has a port.
func checkTLSRedirect(ctx context.Context, client *http.Client, address string) []Finding {
	u, err := url.Parse(address)
	if err != nil || u.Port() != "" {
		return nil
	}
	stop := *client
	stop.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := getHead(ctx, &stop, "http://"+u.Host+"/")
	if err == nil && !strings.HasPrefix(answer.fields.Get("Location"), "https://") {
		return warningFinding("http://"+u.Host+" does not lead to https", "redirect it, so that nobody types a password there")
	}
	return nil
}

// DateOf returns a function that reads a server's time from the Date header of an answer.
func DateOf(client *http.Client, address string) func(ctx context.Context) (time.Time, error) {
	return func(ctx context.Context) (time.Time, error) {
		answer, err := getHead(ctx, client, address)
		if err != nil {
			return time.Time{}, err
		}
		return http.ParseTime(answer.fields.Get("Date"))
	}
}
