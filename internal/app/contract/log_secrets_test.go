package contract

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/obs"
)

// logJournal records the log of the application at level debug. secrets are the texts of a script
// that the log must not contain: passwords, tokens, cookies, addresses, and the texts of users and
// characters.
type logJournal struct {
	mu      sync.Mutex
	log     bytes.Buffer
	secrets []string
}

// Write records lines of the log.
func (j *logJournal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.log.Write(b)
}

func (j *logJournal) captureLog(o *app.Options) { o.Log = obs.NewLogger(j, "json", "debug") }

var cookieValuePattern = regexp.MustCompile(`(?:sid|device)=([^;]+)`)

// addSecrets adds the secrets in the body and headers of a call and in its answer.
func (j *logJournal) addSecrets(body string, a apptest.Answer, headers ...string) {
	var sent, got struct {
		Email, Password, Content, Comment, Reason, Token, CurrentPassword, NewPassword, Challenge, Secret string
		RecoveryCodes                                                                                     []string `json:"recovery_codes"`
	}
	json.Unmarshal([]byte(body), &sent)
	json.Unmarshal([]byte(a.Body), &got)
	j.secrets = append(j.secrets, sent.Email, sent.Password, sent.Content, sent.Comment, sent.Reason, sent.Token, sent.CurrentPassword, sent.NewPassword)
	j.secrets = append(j.secrets, got.Token, got.Challenge, got.Secret)
	j.secrets = append(j.secrets, got.RecoveryCodes...)
	for _, m := range cookieValuePattern.FindAllStringSubmatch(strings.Join(append(a.Header.Values("Set-Cookie"), headers...), ";"), -1) {
		j.secrets = append(j.secrets, m[1])
	}
}

// minSecretLength is the minimum length of a secret to search for. Shorter texts can be in
// a log by chance.
const minSecretLength = 6

// wantNoSecrets checks that neither the log nor the metrics of a stopped application contain a
// secret.
func (j *logJournal) wantNoSecrets(t *testing.T, a *app.App) {
	t.Helper()
	w := httptest.NewRecorder()
	a.MetricsHandler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	j.mu.Lock()
	defer j.mu.Unlock()
	text := j.log.String() + w.Body.String()
	if !strings.Contains(text, `"msg":"request"`) || !strings.Contains(text, "http_requests_total") {
		t.Fatalf("nothing was recorded: %.300s", text)
	}
	for _, secret := range j.secrets {
		secret = strings.TrimSpace(secret)
		if len(secret) < minSecretLength {
			continue
		}
		for _, form := range []string{secret, url.QueryEscape(secret), strings.ToLower(secret)} {
			if at := strings.Index(text, form); at >= 0 {
				t.Errorf("%.40q is in the log: %s", secret, text[max(0, at-200):min(len(text), at+100)])
				break
			}
		}
	}
}

// TestSecretsAreNotLogged puts a secret into every part of calls, even where the API expects
// none.
// rule privacy-no-text-in-logs
func TestSecretsAreNotLogged(t *testing.T) {
	runScript(t, func(t *testing.T, s *script) {
		ada := s.newUser("Ada")
		ada.Do("POST", "/session", `{"characterId":20}`).Want(200)
		const canary = "canary-7Q2"
		s.secrets = append(s.secrets, canary, "You said")
		hostileHeaders := []string{
			"User-Agent", canary, "Referer", "https://colloquy.example/?token=" + canary, "Cookie", "sid=" + canary + "; other=" + canary,
			"X-Forwarded-For", canary, "X-Request-Id", canary, "Last-Event-ID", canary, "Accept", "text/event-stream, " + canary,
		}
		for _, call := range [][3]string{
			{"POST", "/auth/login", `{"email":"` + canary + `","password":"` + canary + `"}`},
			{"POST", "/auth/login", `{"email":"canary-7Q2@post.example","password":"` + canary + `"}`},
			{"POST", "/auth/login", `{"password":"` + canary},
			{"POST", "/auth/login", `{"email":{"` + canary + `":1},"password":5}`},
			{"POST", "/auth/register", `{"name":"` + canary + `","email":"` + canary + `","password":"` + canary + `","password2":"` + canary + `"}`},
			{"POST", "/auth/register?password=" + canary, `{"name":"canary-7Q2 ","email":"canary-7Q2@post.example","password":"canary-7Q2"}`},
			{"POST", "/auth/login/two-factor", `{"challenge":"` + canary + `","code":"` + canary + `"}`},
			{"POST", "/user/two-factor", `{"password":"` + canary + `"}`},
			{"POST", "/user/two-factor/confirm", `{"code":"` + canary + `"}`},
			{"DELETE", "/user/two-factor", `{"password":"` + canary + `"}`},
			{"GET", "/auth/me?token=" + canary, ""},
			{"GET", "/characters?search=" + canary + "&cursor=" + canary + "&limit=" + canary, ""},
			{"GET", "/profile/" + canary, ""},
			{"GET", "/messages/" + canary + "_20", ""},
			{"GET", "/messages/ada-lovelace?before=" + canary, ""},
			{"GET", "/messages/ada-lovelace/stream?message=" + canary + "&client_id=user-" + canary, ""},
			{"POST", "/messages/ada-lovelace/stream", `{"content":"` + canary + `","client_id":"user-canary-7Q2"}`},
			{"POST", "/messages/ada-lovelace/stop", `{"seen":"` + canary + `"}`},
			{"POST", "/profile/ada-lovelace/comments", `{"comment":"` + canary + `","parent_comment_id":"` + canary + `"}`},
			{"POST", "/profile/ada-lovelace/comments", `{"comment":"canary-7Q2"}`},
			{"GET", "/profile/ada-lovelace/comments?lastItemRef=" + canary, ""},
			{"POST", "/comments/" + canary + "/report", `{"reason":"` + canary + `"}`},
			{canary, "/messages/" + canary, ""},
			{"GET", "/" + canary, ""},
		} {
			for _, headers := range [][]string{nil, hostileHeaders, {"Authorization", "Bearer " + canary}, {"Authorization", canary}} {
				if a := ada.Do(call[0], call[1], bodyOrNil(call[2]), headers...); a.Status >= 500 {
					t.Errorf("%s answers %d", a.MethodAndPath, a.Status)
				}
			}
		}
	})
}

func bodyOrNil(body string) any {
	if body == "" {
		return nil
	}
	return body
}
