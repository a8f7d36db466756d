// Package upstream makes HTTP calls to services that speak or transcribe, with limits of time
// and size.
package upstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"colloquy/internal/voice/speech"
)

// The timeouts of a connection and of a whole call. Rule voice-providers.
const (
	connectTimeout = 5 * time.Second
	callTimeout    = 60 * time.Second
)

// Client makes calls. It follows no redirects, because a redirect would send the key and the
// text to another address.
type Client struct{ http *http.Client }

// New returns a Client that uses a copy of baseClient, or a new http.Client if baseClient is nil. If
// baseClient has no timeout, the Client has callTimeout.
func New(baseClient *http.Client) *Client {
	if baseClient == nil {
		dialer := &net.Dialer{Timeout: connectTimeout, KeepAlive: 30 * time.Second}
		baseClient = &http.Client{Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: connectTimeout,
			ForceAttemptHTTP2: true, IdleConnTimeout: 90 * time.Second, DisableCompression: true,
		}}
	}
	ownClient := *baseClient
	if ownClient.Timeout == 0 {
		ownClient.Timeout = callTimeout
	}
	ownClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{http: &ownClient}
}

// Post sends body to address and returns the body of the answer, at most limit bytes. It returns
// speech.ErrBusy for status 429 and speech.ErrProviderFailed for every other failure. An answer may quote
// the request, so errors contain no text of the answer, and no address. Rule voice-providers.
func (c *Client) Post(ctx context.Context, address string, header map[string]string, body []byte, limit int) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, speech.ProviderErrorf("the address is not valid")
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, callError(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if err := statusError(answer.StatusCode); err != nil {
		return nil, err
	}
	if answer.ContentLength > int64(limit) {
		return nil, speech.ProviderErrorf("an answer of %d bytes", answer.ContentLength)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, int64(limit)+1))
	if err != nil {
		return nil, callError(ctx, err)
	}
	if len(data) > limit {
		return nil, speech.ProviderErrorf("an answer of more than %d bytes", limit)
	}
	return data, nil
}

// statusError returns nil for a status of success, and the error of Post for any other.
func statusError(status int) error {
	switch {
	case status/100 == 2:
		return nil
	case status == http.StatusTooManyRequests:
		return fmt.Errorf("%w: status 429", speech.ErrBusy)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return speech.ProviderErrorf("status %d: the service refuses the key", status)
	case status == http.StatusPaymentRequired:
		return speech.ProviderErrorf("status 402: the account of the service is empty")
	}
	return speech.ProviderErrorf("status %d", status)
}

// callError wraps the error of an HTTP call in speech.ErrProviderFailed, without the address.
func callError(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil {
		return fmt.Errorf("%w: %w", speech.ErrProviderFailed, cause)
	}
	if inner := (*url.Error)(nil); errors.As(err, &inner) {
		err = inner.Err
	}
	return fmt.Errorf("%w: %w", speech.ErrProviderFailed, err)
}
