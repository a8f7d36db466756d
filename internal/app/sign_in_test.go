package app_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// runBehindProxyOnEachEngine is apptest.Each with an application that trusts X-Forwarded-For.
func runBehindProxyOnEachEngine(t *testing.T, fn func(t *testing.T, e *apptest.Env)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		fn(t, apptest.Start(t, o, func(o *app.Options) { o.Config.TrustedProxies = []string{"127.0.0.0/8"} }))
	})
}

func signIn(c *apptest.Client, email, password, network string, headers ...string) apptest.Answer {
	c.T.Helper()
	return c.Do("POST", "/auth/login", map[string]any{"email": email, "password": password}, append(headers, "X-Forwarded-For", network)...)
}

// deviceCookieOf returns the device cookie that an answer sets, in the form of a Cookie
// header.
func deviceCookieOf(t *testing.T, a apptest.Answer) string {
	t.Helper()
	for _, line := range a.Header.Values("Set-Cookie") {
		value, rest, _ := strings.Cut(line, ";")
		if !strings.HasPrefix(value, "device=") {
			continue
		}
		for _, part := range []string{"Path=/api/auth", "HttpOnly", "SameSite=Strict", "Expires="} {
			if !strings.Contains(rest, part) {
				t.Errorf("the cookie %q lacks %s", line, part)
			}
		}
		return value
	}
	t.Fatal("signing in sets no device cookie")
	return ""
}

// TestOwnerSignsInDuringAnAttack: the owner can sign in from a known device while a
// hundred networks guess passwords of the account.
// rule limits-owner-signs-in
func TestOwnerSignsInDuringAnAttack(t *testing.T) {
	runBehindProxyOnEachEngine(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		deviceCookie := deviceCookieOf(t, signIn(ada, ada.Email, apptest.Password, "192.0.2.1").Want(200))
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				for range 3 {
					a := signIn(e.NewVisitor(), ada.Email, "not-the-one-1", fmt.Sprintf("10.0.0.%d", i))
					if a.Status != 401 && a.Status != 429 {
						t.Errorf("a guess: %d %s", a.Status, a.Body)
					}
				}
			})
		}
		wg.Wait()
		signIn(e.NewVisitor(), ada.Email, apptest.Password, "198.51.100.7").Want(429)
		signIn(e.NewVisitor(), ada.Email, apptest.Password, "198.51.100.7", "Cookie", deviceCookie).Want(200)
		signIn(e.NewVisitor(), ada.Email, apptest.Password, "192.0.2.1").Want(200)
		bob := e.NewUser("Bob")
		signIn(e.NewVisitor(), bob.Email, "not-the-one-1", "198.51.100.7", "Cookie", deviceCookie).Want(401)
	})
}

// TestDeviceCookieIsSecureOverHTTPS: with https, the device cookie is Secure and has the
// prefix __Secure-.
func TestDeviceCookieIsSecureOverHTTPS(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { o.Config.PublicURL = "https://chat.example" })
	ada := e.NewUser("Ada")
	a := signIn(ada, ada.Email, apptest.Password, "192.0.2.1").Want(200)
	allCookies := strings.Join(a.Header.Values("Set-Cookie"), "\n")
	if !strings.Contains(allCookies, "\n__Secure-device=") || strings.Count(allCookies, "; Secure") != 3 {
		t.Errorf("the cookies are\n%s", allCookies)
	}
}

// TestFloodOfOneNetworkDoesNotBlockSignIn: three hundred connections from one /56 try to sign in.
// Meanwhile a user of another network signs in within a second. Four users try, and only the
// quickest counts: the attackers use the same processors, so the others may be slow or refused.
func TestFloodOfOneNetworkDoesNotBlockSignIn(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
		o.Config.TrustedProxies = []string{"127.0.0.0/8"}
		o.HashMemoryKiB, o.LimitRefusalDelay = 4<<10, 0
	})
	people := make([]*apptest.Client, 4)
	for i := range people {
		people[i] = e.NewUser("Ada")
	}
	attackEnd := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-attackEnd:
					return
				default:
					signIn(e.NewVisitor(), fmt.Sprintf("nobody%d-%d@post.example", i, n), "not-the-one-1", fmt.Sprintf("2001:db8:0:%x::1", i%256))
				}
			}
		})
	}
	quickestTime := time.Hour
	for i, p := range people {
		start := time.Now()
		if a := signIn(e.NewVisitor(), p.Email, apptest.Password, fmt.Sprintf("198.51.100.%d", i)); a.Status != 503 {
			a.Want(200)
			quickestTime = min(quickestTime, time.Since(start))
		}
		time.Sleep(100 * time.Millisecond)
	}
	close(attackEnd)
	wg.Wait()
	// The race detector slows the attackers and the server on the same processors.
	if limit := time.Second * min(raceSlowdown, 3); quickestTime > limit {
		t.Errorf("signing in took %v", quickestTime)
	}
}
