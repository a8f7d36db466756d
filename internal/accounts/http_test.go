package accounts

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/accounts/password"
)

// TestLimitRefusalsAreDelayed: full limits and a full hash queue delay the answer, other errors do
// not. A caller that has disconnected does not wait. Rule limits-refusals-wait.
func TestLimitRefusalsAreDelayed(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		pause time.Duration // Deps.LimitRefusalDelay
		want  time.Duration
	}{
		"a full limit":     {errTooManyAttempts.WithRetryAfter(time.Hour), 0, defaultLimitRefusalDelay},
		"a full queue":     {password.ErrBusy.WithRetryAfter(time.Second), 0, defaultLimitRefusalDelay},
		"another pause":    {errTooManyAttempts, 3 * time.Second, 3 * time.Second},
		"a wrong password": {errWrongPassword, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := handlers{service: &Service{deps: Deps{LimitRefusalDelay: c.pause}}}
				start := time.Now()
				if err := h.delayLimitRefusal(t.Context(), c.err); err != c.err || time.Since(start) != c.want {
					t.Errorf("%v after %v, want %v after %v", err, time.Since(start), c.err, c.want)
				}
				ctx, leave := context.WithCancel(t.Context())
				leave()
				start = time.Now()
				if h.delayLimitRefusal(ctx, c.err); time.Since(start) != 0 {
					t.Errorf("a caller who left waited %v", time.Since(start))
				}
			})
		})
	}
}

// TestDeviceCookieIsForSignInAlone: scripts and other sites cannot use the cookie.
func TestDeviceCookieIsForSignInAlone(t *testing.T) {
	for secure, want := range map[bool]string{
		false: "device=value; Path=/api/auth; Expires=Sun, 01 Mar 2026 09:00:00 GMT; HttpOnly; SameSite=Strict",
		true:  "__Secure-device=value; Path=/api/auth; Expires=Sun, 01 Mar 2026 09:00:00 GMT; HttpOnly; Secure; SameSite=Strict",
	} {
		cookie := deviceCookie(secure, "value", time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
		if got := cookie.String(); got != want {
			t.Errorf("secure is %v:\n%s, want\n%s", secure, got, want)
		}
		h := handlers{hasSecureCookies: secure}
		if got := h.deviceCookieValue("sid=x; " + strings.SplitN(want, ";", 2)[0]); got != "value" {
			t.Errorf("secure is %v: the cookie is read as %q", secure, got)
		}
		if got := h.deviceCookieValue("sid=x; other_device=y"); got != "" {
			t.Errorf("secure is %v: without the cookie %q is read", secure, got)
		}
	}
}
