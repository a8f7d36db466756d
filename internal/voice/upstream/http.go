// Package upstream makes one bounded HTTP call to a service that speaks or transcribes.
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

// The timeouts of a call: to connect, and as a whole.
const (
	connectTime = 5 * time.Second
	wholeTime   = 60 * time.Second
)

// Client makes calls. It follows no redirects, because they would send the key and the
// text elsewhere.
type Client struct{ http *http.Client }

// New returns a Client. base may be nil. Without a timeout of its own it has 60 seconds.
func New(base *http.Client) *Client {
	if base == nil {
		dialer := &net.Dialer{Timeout: connectTime, KeepAlive: 30 * time.Second}
		base = &http.Client{Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: connectTime,
			ForceAttemptHTTP2: true, IdleConnTimeout: 90 * time.Second, DisableCompression: true,
		}}
	}
	own := *base
	if own.Timeout == 0 {
		own.Timeout = wholeTime
	}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{http: &own}
}

// Post sends body and returns the whole answer of a call that succeeded, of at most limit
// bytes. Status 429 is ErrBusy, every other failure ErrBroken. Errors contain neither
// texts of the answer, which may quote the request, nor the address.
func (c *Client) Post(ctx context.Context, address string, header map[string]string, body []byte, limit int) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, speech.Broken("the address is not valid")
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, failure(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if err := refusal(answer.StatusCode); err != nil {
		return nil, err
	}
	if answer.ContentLength > int64(limit) {
		return nil, speech.Broken("an answer of %d bytes", answer.ContentLength)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, int64(limit)+1))
	if err != nil {
		return nil, failure(ctx, err)
	}
	if len(data) > limit {
		return nil, speech.Broken("an answer of more than %d bytes", limit)
	}
	return data, nil
}

func refusal(status int) error {
	switch {
	case status/100 == 2:
		return nil
	case status == http.StatusTooManyRequests:
		return fmt.Errorf("%w: status 429", speech.ErrBusy)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return speech.Broken("status %d: the service refuses the key", status)
	case status == http.StatusPaymentRequired:
		return speech.Broken("status 402: the account of the service is empty")
	}
	return speech.Broken("status %d", status)
}

// failure returns ErrBroken for a call without a whole answer.
func failure(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil {
		return fmt.Errorf("%w: %w", speech.ErrBroken, cause)
	}
	if inner := (*url.Error)(nil); errors.As(err, &inner) {
		err = inner.Err
	}
	return fmt.Errorf("%w: %w", speech.ErrBroken, err)
}
