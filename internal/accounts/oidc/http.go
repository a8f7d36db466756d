package oidc

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	provider "github.com/coreos/go-oidc/v3/oidc"
)

const (
	callTimeout = 10 * time.Second
	maxAnswer   = 256 << 10 // bytes
)

// httpClient calls the provider and nothing else. It has no cookies.
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

// withClient returns a context with which the libraries use the client.
func withClient(ctx context.Context, c *httpClient) context.Context {
	return provider.ClientContext(ctx, c)
}

// boundedTransport fails the reading of answers that are larger than maxAnswer.
type boundedTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = &boundedBody{resp.Body, maxAnswer}
	return resp, nil
}

type boundedBody struct {
	io.ReadCloser
	left int
}

// Read reads from the body, and fails after maxAnswer bytes.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
