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
	callTimeout    = 10 * time.Second
	maxAnswerBytes = 1 << 20 // bytes
	// maxParallelCalls bounds the memory for answers. Further calls wait.
	maxParallelCalls = 32

	// The client repeats a repeatable call once, after retryPause. If Razorpay asks for a longer
	// pause, the client waits that long. If that pause exceeds maxRetryPause, the client does not
	// repeat the call. Rule payment-provider-once.
	retryPause    = 200 * time.Millisecond
	maxRetryPause = 2 * time.Second
)

// callSender makes the HTTP calls. It has no cookies and follows no redirects.
type callSender struct {
	baseURL, keyID, keySecret string
	client                    *http.Client
	timeout                   time.Duration
	slots                     chan struct{} // one for each running call
}

func newCallSender(c Config) callSender {
	return callSender{
		baseURL: strings.TrimSuffix(c.URL, "/"), keyID: c.KeyID, keySecret: c.KeySecret, timeout: cmp.Or(c.Timeout, callTimeout), slots: make(chan struct{}, maxParallelCalls),
		client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// request is a call. An idempotencyKey makes the call idempotent.
type request struct {
	method, path   string
	query          url.Values
	body           any
	idempotencyKey string
}

func (r request) isRepeatable() bool { return r.method == "GET" || r.idempotencyKey != "" }

// call makes a call and decodes its answer. If the call is repeatable and its error is
// provider.ErrUnavailable, it tries once more. Both tries together end within the timeout.
func (c callSender) call(ctx context.Context, r request, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return noAnswerError(ctx.Err())
	}
	wait, err := c.callOnce(ctx, r, answer)
	if !r.isRepeatable() || !errors.Is(err, provider.ErrUnavailable) || wait > maxRetryPause || ctx.Err() != nil {
		return err
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return err
	case <-timer.C:
	}
	_, err = c.callOnce(ctx, r, answer)
	return err
}

// callOnce makes a call without repeating it. wait is the pause after which the caller may
// repeat it.
func (c callSender) callOnce(ctx context.Context, r request, answer any) (wait time.Duration, err error) {
	req, err := c.newRequest(ctx, r)
	if err != nil {
		return retryPause, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return retryPause, noAnswerError(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswerBytes+1))
	switch {
	case err != nil:
		return retryPause, noAnswerError(err)
	case len(body) > maxAnswerBytes:
		return retryPause, unreadableAnswerError("too many bytes")
	case resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated:
		return retryPauseFrom(resp.Header), statusError(resp.StatusCode, body)
	}
	if err := json.Unmarshal(body, answer); err != nil {
		return retryPause, unreadableAnswerError("another form than documented")
	}
	return 0, nil
}

func (c callSender) newRequest(ctx context.Context, r request) (*http.Request, error) {
	address := c.baseURL + r.path
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
	if r.idempotencyKey != "" {
		req.Header.Set("X-Refund-Idempotency", r.idempotencyKey)
	}
	return req, nil
}

// noAnswerError returns the error of a call without an answer. It does not contain the
// address.
func noAnswerError(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return fmt.Errorf("%w: %w", provider.ErrUnavailable, err)
}

// retryPauseFrom returns the pause that the header Retry-After gives in seconds, but at least
// retryPause. Without a valid header it returns retryPause.
func retryPauseFrom(h http.Header) time.Duration {
	seconds, err := strconv.ParseUint(h.Get("Retry-After"), 10, 16)
	if err != nil {
		return retryPause
	}
	return max(retryPause, time.Duration(seconds)*time.Second)
}

// statusError returns the error of an answer whose status is neither 200 nor 201:
//   - provider.ErrNoPayment: the id is unknown.
//   - provider.ErrUnavailable: a later call may succeed, or the answer gives no reason.
//   - Refusal: all other answers.
//
// Rule payment-verify.
func statusError(status int, body []byte) error {
	switch {
	case status >= 500, status < 400, status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status == http.StatusConflict:
		return fmt.Errorf("%w: Razorpay answered %d", provider.ErrUnavailable, status)
	}
	var answer errorJSON
	if json.Unmarshal(body, &answer) != nil || answer.Error.Code == "" {
		return fmt.Errorf("%w: Razorpay answered %d without a reason", provider.ErrUnavailable, status)
	}
	if text := answer.Error.Description; strings.Contains(text, unknownIDText) || strings.Contains(text, malformedIDText) {
		return provider.ErrNoPayment
	}
	return &Refusal{Status: status, Code: safeErrorCode(answer.Error.Code), Reason: safeErrorCode(answer.Error.Reason), Field: safeErrorCode(answer.Error.Field)}
}
