package razorpay

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/billing/provider"
)

const (
	callTimeout = 10 * time.Second
	maxAnswer   = 1 << 20 // bytes
	// callsAtOnce bounds the answers that are in memory at once. Further calls wait.
	callsAtOnce = 32

	// A call that can be repeated is repeated once, after this time or the one that
	// Razorpay names, if that is not longer than maxPause.
	pause    = 200 * time.Millisecond
	maxPause = 2 * time.Second
)

// caller makes the calls. It has no cookies and follows no redirects.
type caller struct {
	base, keyID, keySecret string
	client                 *http.Client
	timeout                time.Duration
	slots                  chan struct{} // one for each running call
}

func newCaller(c Config) caller {
	return caller{
		base: strings.TrimSuffix(c.URL, "/"), keyID: c.KeyID, keySecret: c.KeySecret, timeout: cmp.Or(c.Timeout, callTimeout), slots: make(chan struct{}, callsAtOnce),
		client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// request is a call. key makes a call idempotent.
type request struct {
	method, path string
	query        url.Values
	body         any
	key          string
}

func (r request) isRepeatable() bool { return r.method == "GET" || r.key != "" }

// call makes a call and decodes its answer. Both tries together end within the timeout.
func (c caller) call(ctx context.Context, r request, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return away(ctx.Err())
	}
	wait, err := c.try(ctx, r, answer)
	if !r.isRepeatable() || !errors.Is(err, provider.ErrUnavailable) || wait > maxPause || ctx.Err() != nil {
		return err
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return err
	case <-timer.C:
	}
	_, err = c.try(ctx, r, answer)
	return err
}

// try makes a call once. wait is the time after which it may be repeated.
func (c caller) try(ctx context.Context, r request, answer any) (wait time.Duration, err error) {
	req, err := c.newRequest(ctx, r)
	if err != nil {
		return pause, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return pause, away(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return pause, away(err)
	case len(body) > maxAnswer:
		return pause, unreadable("too many bytes")
	case resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated:
		return retryAfter(resp.Header), refusal(resp.StatusCode, body)
	}
	if err := json.Unmarshal(body, answer); err != nil {
		return pause, unreadable("another form than documented")
	}
	return 0, nil
}

func (c caller) newRequest(ctx context.Context, r request) (*http.Request, error) {
	address := c.base + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	var body io.Reader
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, address, body)
	if err != nil {
		return nil, errors.New("razorpay: the address of the API cannot be used")
	}
	req.SetBasicAuth(c.keyID, c.keySecret)
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.key != "" {
		req.Header.Set("X-Refund-Idempotency", r.key)
	}
	return req, nil
}

// away returns the error of a call without an answer. It has no address.
func away(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return fmt.Errorf("%w: %w", provider.ErrUnavailable, err)
}

// retryAfter reads the header of the same name, which has seconds.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseUint(h.Get("Retry-After"), 10, 16)
	if err != nil {
		return pause
	}
	return max(pause, time.Duration(seconds)*time.Second)
}

// refusal returns the error of a status other than 2xx.
func refusal(status int, body []byte) error {
	switch {
	case status >= 500, status < 400, status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status == http.StatusConflict:
		return fmt.Errorf("%w: Razorpay answered %d", provider.ErrUnavailable, status)
	}
	var answer errorJSON
	if json.Unmarshal(body, &answer) != nil || answer.Error.Code == "" {
		return fmt.Errorf("%w: Razorpay answered %d without a reason", provider.ErrUnavailable, status)
	}
	if text := answer.Error.Description; strings.Contains(text, unknownID) || strings.Contains(text, malformedID) {
		return provider.ErrNoPayment
	}
	return &Refusal{Status: status, Code: word(answer.Error.Code), Reason: word(answer.Error.Reason), Field: word(answer.Error.Field)}
}
