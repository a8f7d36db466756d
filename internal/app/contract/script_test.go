// Package contract tests the exact answers of every call. Each test makes calls to the whole
// application, on both engines. It compares the answers with a golden file in testdata.
// Placeholders replace ids, times, secrets and the personas' own texts.
package contract

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/app/apptest"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/seed"
)

var updateGolden = flag.Bool("update", false, "rewrite the golden files")

// Character_ids of the characters that the scripts use.
const (
	freeCharacterID   = 20 // ada-lovelace
	lockedCharacterID = 64 // cleopatra
)

// script makes calls and writes them with their answers into out.
type script struct {
	*apptest.Env
	t         *testing.T
	out       strings.Builder
	namesByID map[string]string // maps each id in an answer to its name in the golden file
	logJournal
}

// playScript runs a script on both engines and compares its output with a golden file.
func playScript(t *testing.T, golden string, fn func(s *script)) {
	t.Helper()
	runScript(t, func(t *testing.T, s *script) {
		fn(s)
		file, got := filepath.Join("testdata", golden+".golden"), s.out.String()
		if *updateGolden {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", file, diff)
		}
	})
}

// runScript runs a script on both engines, and fails if the log contains a secret of the
// script.
func runScript(t *testing.T, fn func(t *testing.T, s *script)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := &script{t: t, namesByID: map[string]string{}}
		s.Env = apptest.Start(t, o, s.captureLog, apptest.WithPayment)
		fn(t, s)
		s.Stop()
		s.wantNoSecrets(t, s.App)
	})
}

// newUser registers a user and signs in, without writing the calls into out.
func (s *script) newUser(name string) *apptest.Client {
	s.t.Helper()
	c := s.NewVisitor()
	c.Name, c.Email = name, strings.ToLower(name)+"@post.example"
	c.Do("POST", "/auth/register", map[string]any{"name": name, "email": c.Email, "password": apptest.Password}).Want(201)
	c.Login()
	s.secrets = append(s.secrets, c.Email, c.Token, apptest.Password)
	return c
}

// call makes a call and writes it with its answer into out. It first advances the clock by 61
// seconds, so that no limit per minute refuses the call.
func (s *script) call(client *apptest.Client, title, method, path, body string, headers ...string) apptest.Answer {
	s.t.Helper()
	s.Clock.Advance(61 * time.Second)
	a := client.Do(method, path, bodyOrNil(body), headers...)
	s.addSecrets(body, a, headers...)
	s.writeCall(title, method, path, body, a)
	return a
}

func (s *script) writeCall(title, method, path, body string, a apptest.Answer) {
	s.t.Helper()
	if a.Status >= 400 {
		s.checkProblem(a)
	}
	fmt.Fprintf(&s.out, "## %s\n%s %s", title, method, s.insertPlaceholders(path))
	if body != "" {
		fmt.Fprintf(&s.out, " %s", s.insertPlaceholders(truncate(body)))
	}
	fmt.Fprintf(&s.out, "\n%d %s\n", a.Status, a.Header.Get("Content-Type"))
	for _, name := range []string{"Set-Cookie", "Retry-After"} {
		for _, value := range a.Header.Values(name) {
			fmt.Fprintf(&s.out, "%s\n", s.insertPlaceholders(name+": "+value))
		}
	}
	fmt.Fprintf(&s.out, "%s\n\n", s.insertPlaceholders(indentJSON(a.Body)))
}

// truncate shortens long bodies for the golden files.
func truncate(body string) string {
	const maxLength = 160
	if len(body) <= maxLength {
		return body
	}
	return fmt.Sprintf("%s… (%d bytes)", body[:maxLength/2], len(body))
}

func indentJSON(body string) string {
	for _, p := range shownPersonas() {
		facts, err := json.Marshal(p.Facts)
		if err != nil {
			panic(err)
		}
		tags, err := json.Marshal(p.Tags)
		if err != nil {
			panic(err)
		}
		body = strings.NewReplacer(string(facts), `"<facts>"`, `"tags":`+string(tags), `"tags":"<tags>"`).Replace(body)
	}
	var out bytes.Buffer
	if json.Indent(&out, []byte(body), "", "  ") != nil {
		return body
	}
	return strings.TrimRight(out.String(), "\n")
}

// checkProblem checks the body of an error (rule api-error-shape).
func (s *script) checkProblem(a apptest.Answer) {
	s.t.Helper()
	var p struct {
		Message, Code string
		Errors        map[string]string
		RequestID     string `json:"request_id"`
		Challenge     string
	}
	d := json.NewDecoder(strings.NewReader(a.Body))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil || p.Message == "" || p.Code == "" || p.RequestID != a.Header.Get("X-Request-Id") || (p.Challenge != "") != (p.Code == "two_factor_required") {
		s.t.Errorf("%s answers %d %s (%v), which is not the error shape", a.MethodAndPath, a.Status, a.Body, err)
	}
	if a.Status == http.StatusTooManyRequests && a.Header.Get("Retry-After") == "" {
		s.t.Errorf("%s answers 429 without Retry-After", a.MethodAndPath)
	}
}

var (
	uuidPattern      = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
	placeholderRules = []struct {
		is *regexp.Regexp
		as string
	}{
		{regexp.MustCompile(`"request_id": ?"[0-9a-f]{16}"`), `"request_id": "<request>"`},
		{regexp.MustCompile(`"newest": ?"[A-Za-z0-9_-]+"`), `"newest": "<cursor>"`},
		{regexp.MustCompile(`until=[A-Za-z0-9_-]+`), `until=<cursor>`},
		{regexp.MustCompile(`"token": ?"[A-Za-z0-9_-]{43}"`), `"token": "<secret>"`},
		{regexp.MustCompile(`"challenge": ?"[A-Za-z0-9_-]{43}"`), `"challenge": "<secret>"`},
		{regexp.MustCompile(`"code": ?"\d{6}"`), `"code": "<code>"`},
		{regexp.MustCompile(`"([0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4})"`), `"<recovery code>"`},
		{regexp.MustCompile(`"secret": ?"[A-Z2-7]{32}"`), `"secret": "<secret>"`},
		{regexp.MustCompile(`secret=[A-Z2-7]{32}\b`), `secret=<secret>`},
		{regexp.MustCompile(`"qr": ?"data:image/svg\+xml;base64,[A-Za-z0-9+/=]+"`), `"qr": "<picture>"`},
		{regexp.MustCompile(`/collections/[A-Z2-7]{26}\b`), `/collections/<token>`},
		{regexp.MustCompile(`"otp": ?"\d{4}"`), `"otp":"<code>"`},
		{regexp.MustCompile(`sid=[A-Za-z0-9_-]{43};`), `sid=<secret>;`},
		{regexp.MustCompile(`device=[A-Za-z0-9_-]{16}\.[a-z0-9]+\.[A-Za-z0-9_-]{22};`), `device=<proof>;`},
		{regexp.MustCompile(`"nextCursor": ?"[A-Za-z0-9_-]+"`), `"nextCursor": "<cursor>"`},
		{regexp.MustCompile(`"lastItemRef": ?"[A-Za-z0-9_-]+"`), `"lastItemRef": "<place>"`},
		{regexp.MustCompile(`"(order|pay)_[0-9a-f]{14}"`), `"<$1>"`},
		{regexp.MustCompile(`"razorpay_signature": ?"[0-9a-f]{64}"`), `"razorpay_signature": "<signature>"`},
		{regexp.MustCompile(`"COL-\d{4}-`), `"COL-<year>-`},
		{regexp.MustCompile(`"ticket": ?"[RM]-[A-Z2-7]{8}"`), `"ticket": "<ticket>"`},
		{regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"`), `"<time>"`},
		{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d UTC`), `<time>`},
		{regexp.MustCompile(`Expires=(Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d\d \w{3} 2\d{3} [0-9:]{8} GMT`), `Expires=<date>`},
		{regexp.MustCompile(`Retry-After: \d+`), `Retry-After: <seconds>`},
	}
)

// insertPlaceholders replaces values that differ between runs, and the texts of personas, with
// placeholders.
func (s *script) insertPlaceholders(text string) string {
	text = uuidPattern.ReplaceAllStringFunc(text, func(id string) string {
		if s.namesByID[id] == "" {
			s.namesByID[id] = fmt.Sprintf("<id-%d>", len(s.namesByID)+1)
		}
		return s.namesByID[id]
	})
	for _, v := range placeholderRules {
		text = v.is.ReplaceAllString(text, v.as)
	}
	return personaTextReplacer().Replace(text)
}

// shownPersonas returns the personas that appear in the golden files.
var shownPersonas = sync.OnceValue(func() []core.Persona {
	personas, err := seed.Personas()
	if err != nil {
		panic(err) // the tests of package seed report the cause
	}
	var out []core.Persona
	for _, p := range personas {
		if p.CharacterID == freeCharacterID || p.CharacterID == lockedCharacterID {
			out = append(out, p)
		}
	}
	return out
})

// personaTextReplacer replaces the texts of shownPersonas with placeholders, so that the golden files
// do not depend on these texts.
var personaTextReplacer = sync.OnceValue(func() *strings.Replacer {
	var replacements []string
	for _, p := range shownPersonas() {
		for name, text := range map[string]string{
			"greeting": p.Greeting, "bio": p.Bio, "description": p.Description, "designation": p.Designation,
		} {
			replacements = append(replacements, jsonQuote(text), `"<`+name+`>"`)
		}
		for i, topic := range p.Topics {
			replacements = append(replacements, jsonQuote(topic.Question), fmt.Sprintf(`"<ask %d>"`, i+1))
		}
		replacements = append(replacements, jsonQuote(greetingPreview(p.Greeting)), `"<preview>"`)
	}
	return strings.NewReplacer(replacements...)
})

// greetingPreview returns the first 139 characters of a greeting and "…", as the API shortens it.
func greetingPreview(text string) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), 139)]) + "…"
}

func jsonQuote(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
