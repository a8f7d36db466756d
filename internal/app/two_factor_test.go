package app_test

import (
	"fmt"
	"testing"

	"colloquy/internal/app/apptest"
)

// TestOwnerEntersACodeDuringAnAttack: while somebody who knows the password fills the
// limit of wrong codes, the owner signs in from a known device. Rules
// accounts-two-factor-tries, limits-owner-signs-in.
func TestOwnerEntersACodeDuringAnAttack(t *testing.T) {
	runBehindProxyOnEachEngine(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		deviceCookie := deviceCookieOf(t, signIn(ada, ada.Email, apptest.Password, "192.0.2.1").Want(200))
		var setup struct{ Secret string }
		ada.Do("POST", "/user/two-factor", map[string]any{"password": apptest.Password}).Want(200).Into(&setup)
		var codes struct {
			List []string `json:"recovery_codes"`
		}
		ada.Do("POST", "/user/two-factor/confirm", map[string]any{"code": apptest.AuthenticatorCode(t, setup.Secret, e.Clock.Now())}).Want(200).Into(&codes)
		challenge := func(network string, headers ...string) map[string]any {
			a := signIn(e.NewVisitor(), ada.Email, apptest.Password, network, headers...).Want(401)
			if len(a.Header.Values("Set-Cookie")) > 0 || a.ErrorCode() != "two_factor_required" {
				t.Errorf("%s answers %s with %v", a.MethodAndPath, a.Body, a.Header)
			}
			var asked struct{ Challenge string }
			a.Into(&asked)
			return map[string]any{"challenge": asked.Challenge}
		}
		enterCode := func(body map[string]any, code, network string, headers ...string) apptest.Answer {
			body["code"] = code
			return e.NewVisitor().Do("POST", "/auth/login/two-factor", body, append(headers, "X-Forwarded-For", network)...)
		}
		for i := range 4 {
			network := fmt.Sprintf("10.0.0.%d", i)
			body := challenge(network)
			for range 5 {
				enterCode(body, "not a code", network).Want(400)
			}
		}
		awayNetwork := "198.51.100.7"
		enterCode(challenge(awayNetwork), codes.List[0], awayNetwork).Want(429)
		signInAnswer := enterCode(challenge(awayNetwork, "Cookie", deviceCookie), codes.List[0], awayNetwork, "Cookie", deviceCookie).Want(200)
		deviceCookieOf(t, signInAnswer)
		enterCode(challenge("192.0.2.1"), codes.List[1], "192.0.2.1").Want(200)
	})
}
