package httpx_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

type fieldsIn struct {
	Limit int `query:"limit" minimum:"1"`
	Body  struct {
		_     struct{} `additionalProperties:"true"`
		Seen  int      `json:"seen,omitempty"`
		Small uint8    `json:"small,omitempty"`
		Name  string   `json:"name,omitempty"`
		On    bool     `json:"on,omitempty"`
		List  []string `json:"list,omitempty"`
		Deep  struct {
			Part float64 `json:"part,omitempty"`
		} `json:"deep,omitempty"`
		Need *int   `json:"need" required:"true" nullable:"true"`
		Pick string `json:"pick,omitempty" enum:"a,b"`
	}
}

// The error of each kind of wrong value names the field and contains no Go types.
func TestErrorsNameTheFieldAndNotOurTypes(t *testing.T) {
	a := httpx.New(httpx.Options{
		Table: httpx.RouteTable{{Method: "POST", Path: "/fields", Caller: httpx.Anyone, Rate: httpx.Rate{N: 1000, Period: time.Minute}, MaxBody: 4096}},
		Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{},
	})
	httpx.Handle(a, httpx.Op{Method: "POST", Path: "/fields", ID: "fields"}, func(context.Context, *fieldsIn) (*echoOut, error) { return &echoOut{}, nil })
	srv := httptest.NewServer(a.Handler(http.NotFoundHandler()))
	defer srv.Close()
	const whole, need = " must be a whole number", `"need":1}`
	for _, c := range []struct {
		query, body  string
		field, wants string
	}{
		{"", `{"seen":9223372036854775808,` + need, "seen", "seen" + whole},
		{"", `{"seen":1e308,` + need, "seen", "seen" + whole},
		{"", `{"seen":1.5,` + need, "seen", "seen" + whole},
		{"", `{"seen":"1",` + need, "seen", "seen" + whole},
		{"", `{"small":300,` + need, "small", "small" + whole},
		{"", `{"need":9223372036854775808}`, "need", "need" + whole},
		{"", `{"name":5,` + need, "name", "name must be text"},
		{"", `{"on":"yes",` + need, "on", "on must be true or false"},
		{"", `{"list":{},` + need, "list", "list must be a list"},
		{"", `{"deep":5,` + need, "deep", "deep must be an object"},
		{"", `{"deep":{"part":"x"},` + need, "deep.part", "deep.part must be a number"},
		{"", `{}`, "need", "need is missing"},
		{"", `{"pick":"c",` + need, "pick", `pick must be one of "a, b"`},
		{"?limit=x", `{` + need, "limit", "limit" + whole},
		{"?limit=9223372036854775808", `{` + need, "limit", "limit" + whole},
		{"?limit=-1", `{` + need, "limit", "limit must be at least 1"},
	} {
		resp, body := send(t, srv, callCase{path: "/api/fields" + c.query, body: c.body})
		var p struct{ Errors map[string]string }
		json.Unmarshal([]byte(body), &p)
		if resp.StatusCode != 422 || p.Errors[c.field] != c.wants {
			t.Errorf("%s %s answers %d %s, want %s: %s", c.query, c.body, resp.StatusCode, body, c.field, c.wants)
		}
		for _, ours := range []string{"json:", "Go ", "struct", "int64", "float64", "uint", "unmarshal", "\\u0000"} {
			if strings.Contains(body, ours) {
				t.Errorf("%s names %q: %s", c.body, ours, body)
			}
		}
	}
	resp, body := send(t, srv, callCase{path: "/api/fields", body: `{"seen":1e999,"need":1}`})
	if resp.StatusCode != 400 || strings.Contains(body, "float64") || strings.Contains(body, "validation failed") {
		t.Errorf("a number beyond all types answers %d %s", resp.StatusCode, body)
	}
}

// encoding/json decodes keys that differ only by case into the same field.
func TestKeysThatDifferByCaseAreDuplicates(t *testing.T) {
	_, srv := startAPI(t)
	for body, want := range map[string]int{
		`{"text":"x","Text":"y"}`: 400, `{"TEXT":"x","text":"y"}`: 400, `{"a":{"k":1,"K":2}}`: 400, `{"k":1,"` + "\u212a" + `":2}`: 400, `{"s":1,"ſ":2}`: 400,
		`{"text":"x","texts":"y"}`: 200, `[{"a":1},{"A":2}]`: 422, `{"text":"x","tëxt":"y"}`: 200,
	} {
		if resp, answer := send(t, srv, callCase{path: "/api/echo", body: body}); resp.StatusCode != want {
			t.Errorf("%s answers %d %s, want %d", body, resp.StatusCode, answer, want)
		}
	}
}
