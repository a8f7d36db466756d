package httpx_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// rules api-statuses, api-no-internals
func TestEveryErrorKindHasItsStatus(t *testing.T) {
	for kind, want := range map[core.ErrorKind]int{
		core.Internal: 500, core.Malformed: 400, core.Unauthenticated: 401, core.Exhausted: 402, core.Forbidden: 403, core.NotFound: 404,
		core.NotAllowed: 405, core.NotAcceptable: 406, core.Conflict: 409, core.TooLarge: 413, core.WrongType: 415, core.Invalid: 422,
		core.Limited: 429, core.Unavailable: 503,
	} {
		err := fmt.Errorf("outer: %w", core.E(kind, "a_code", "A text.").AtField("name").Because(errors.New("canary")).WithRetryAfter(1500*time.Millisecond))
		p := httpx.ProblemOf(t.Context(), err)
		if p.GetStatus() != want {
			t.Errorf("kind %d answers %d, want %d", kind, p.GetStatus(), want)
		}
		if kind == core.Internal {
			if p.Message != "Something went wrong on our side. Please try again." || p.Code != "internal" || p.Errors != nil || p.GetHeaders() != nil {
				t.Errorf("an internal failure shows %+v", p)
			}
			continue
		}
		if p.Message != "A text." || p.Code != "a_code" || p.Errors["name"] != "A text." || p.GetHeaders().Get("Retry-After") != "2" {
			t.Errorf("kind %d shows %+v %v", kind, p, p.GetHeaders())
		}
	}
	if p := httpx.ProblemOf(t.Context(), errors.New("canary")); p.GetStatus() != 500 || p.Code != "internal" {
		t.Errorf("an unknown error shows %+v", p)
	}
}

// TestChallengeIsPartOfTheProblem: the body has the field challenge only if the error has a
// challenge.
func TestChallengeIsPartOfTheProblem(t *testing.T) {
	err := core.E(core.Unauthenticated, "a_code", "A text.")
	for challenge, want := range map[string]string{
		"":     `{"message":"A text.","code":"a_code","request_id":""}`,
		"c-43": `{"message":"A text.","code":"a_code","request_id":"","challenge":"c-43"}`,
	} {
		body, err := json.Marshal(httpx.ProblemOf(t.Context(), fmt.Errorf("outer: %w", err.WithChallenge(challenge))))
		if err != nil || string(body) != want {
			t.Errorf("got %s, %v, want %s", body, err, want)
		}
	}
}

// Scripts can read only the signed-in cookie, which contains no secret and expires with the
// session.
func TestSignedInCookieHasNoSecret(t *testing.T) {
	expiresAt := time.Now().Add(time.Hour)
	for secure, name := range map[bool]string{true: "__Host-sid", false: "sid"} {
		c := httpx.SessionCookies(secure, "secret", expiresAt)
		if c[0].Name != name || c[0].Value != "secret" || !c[0].HttpOnly || c[1].Name != "signed_in" || c[1].Value != "1" || c[1].HttpOnly {
			t.Errorf("the cookies are %+v", c)
		}
		for _, one := range c {
			if one.Secure != secure || one.SameSite != http.SameSiteLaxMode || one.Path != "/" || !one.Expires.Equal(expiresAt) || one.Domain != "" {
				t.Errorf("the cookie is %+v", one)
			}
		}
		for _, one := range httpx.SessionCookies(secure, "", time.Unix(0, 0)) {
			if one.MaxAge >= 0 || one.Value != "" {
				t.Errorf("the cookie of no session is %+v", one)
			}
		}
	}
}

// WriteOpenAPI writes the same bytes each time, because the file is in the repository.
func TestOpenAPIIsStable(t *testing.T) {
	var one, two bytes.Buffer
	for _, b := range []*bytes.Buffer{&one, &two} {
		a, _ := startAPI(t)
		if err := a.WriteOpenAPI(b); err != nil {
			t.Fatal(err)
		}
	}
	if one.Len() == 0 || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two runs describe the API differently")
	}
}
