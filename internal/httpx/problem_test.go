package httpx_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// TestStatusOfEveryKind holds the kinds to the statuses of decisions §1.
func TestStatusOfEveryKind(t *testing.T) {
	for kind, want := range map[core.Kind]int{
		core.Internal: 500, core.Malformed: 400, core.Unauthenticated: 401, core.Exhausted: 402, core.Forbidden: 403, core.NotFound: 404,
		core.NotAllowed: 405, core.NotAcceptable: 406, core.Conflict: 409, core.TooLarge: 413, core.WrongType: 415, core.Invalid: 422,
		core.Limited: 429, core.Unavailable: 503,
	} {
		err := fmt.Errorf("outer: %w", core.E(kind, "a_code", "A text.").Field("name").Because(errors.New("canary")).After(1500*time.Millisecond))
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

func TestSessionCookie(t *testing.T) {
	expires := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	c := httpx.SessionCookie(true, "secret", expires)
	if c.Name != "__Host-sid" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || !c.Expires.Equal(expires) || c.MaxAge != 0 {
		t.Errorf("over https: %+v", c)
	}
	if c := httpx.SessionCookie(false, "secret", expires); c.Name != "sid" || c.Secure || !c.HttpOnly {
		t.Errorf("over http: %+v", c)
	}
	if c := httpx.SessionCookie(true, "", time.Unix(0, 0)); c.MaxAge >= 0 || c.Value != "" {
		t.Errorf("the cookie that ends a session: %+v", c)
	}
}

// TestOpenAPIIsStable: two runs write the same bytes, or the kept copy would
// change by itself.
func TestOpenAPIIsStable(t *testing.T) {
	var one, two bytes.Buffer
	for _, b := range []*bytes.Buffer{&one, &two} {
		a, _ := start(t)
		if err := a.WriteOpenAPI(b); err != nil {
			t.Fatal(err)
		}
	}
	if one.Len() == 0 || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two runs describe the API differently")
	}
}
