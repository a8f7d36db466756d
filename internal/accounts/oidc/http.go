package oidc

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	provider "github.com/coreos/go-oidc/v3/oidc"
)

// Limits of a call to the provider. Rule accounts-google-provider.
const (
	callTimeout   = 10 * time.Second
	maxAnswerSize = 256 << 10 // of the provider, in bytes
)

// httpClient calls the provider only. It stores no cookies.
type httpClient = http.Client

var errTooLarge = errors.New("the provider's answer is too large")

// newHTTPClient returns a client that refuses redirects and large answers. Its timeout
// also bounds the fetching of keys, which does not end with the context of a call.
func newHTTPClient() *httpClient {
	return &http.Client{
		Timeout:   callTimeout,
		Transport: boundedTransport{http.DefaultTransport},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}

// contextWithClient returns a context that makes the OpenID Connect and OAuth libraries use c.
func contextWithClient(ctx context.Context, c *httpClient) context.Context {
	return provider.ClientContext(ctx, c)
}

// boundedTransport returns answers whose Read fails after maxAnswerSize bytes.
type boundedTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = &boundedBody{resp.Body, maxAnswerSize}
	return resp, nil
}

type boundedBody struct {
	io.ReadCloser
	bytesLeft int
}

// Read reads from the body, and fails after maxAnswerSize bytes.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.bytesLeft -= n; b.bytesLeft < 0 {
		return 0, errTooLarge
	}
	return n, err
}
