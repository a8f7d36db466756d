package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"colloquy/bench/proc"
	"colloquy/internal/llm/fake"
)

// testServer is the attacked server: a child process with an empty database and a fake model. Its
// methods make calls to the server.
type testServer struct {
	addr, metricsAddr string // addresses of the server and of its metrics
	dir               string // data directory
	model             *httptest.Server
	process           *proc.Process
	client            *http.Client
}

// Timing of the fake model: slow enough that replies still run when an attack sends its
// calls.
const (
	piecesPerReply = 60
	pieceInterval  = 50 * time.Millisecond
)

func startTestServer(ctx context.Context, serverBinary string, log io.Writer) (s *testServer, err error) {
	s = &testServer{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 512}}}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	model := &fake.Server{}
	model.SetScript(fake.Script{GeneratedWordCount: piecesPerReply, PieceDelay: fake.Pause(pieceInterval)})
	s.model = httptest.NewServer(model)
	if s.dir, err = os.MkdirTemp("", "colloquy-attack-"); err != nil {
		return s, err
	}
	if s.addr, err = proc.FreeAddr(); err != nil {
		return s, err
	}
	if s.metricsAddr, err = proc.FreeAddr(); err != nil {
		return s, err
	}
	env := proc.ServerEnv(os.Environ(),
		"COLLOQUY_ADDR="+s.addr, "COLLOQUY_METRICS_ADDR="+s.metricsAddr, "COLLOQUY_DATA_DIR="+s.dir,
		"COLLOQUY_TRUSTED_PROXIES=127.0.0.1", "COLLOQUY_LLM_URL="+s.model.URL+"/v1", "COLLOQUY_LLM_MODEL=fake-1")
	if s.process, err = proc.Start("server", log, env, serverBinary, "serve"); err != nil {
		return s, err
	}
	_, err = s.process.WaitUntilReady(ctx, "http://"+s.addr+"/api/characters")
	return s, err
}

func (s *testServer) close() {
	if s.process != nil {
		s.process.Stop()
	}
	if s.model != nil {
		s.model.Close()
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir) // a temporary folder
	}
}

// call is one request. network is the address for X-Forwarded-For, or "". The body is encoded as
// JSON unless it is nil.
type call struct {
	method, path  string
	network       string
	token, cookie string
	body          any
	header        map[string]string
}

// answer is a response with the start of its body.
type answer struct {
	status   int
	body     []byte // at most 64 KiB
	cookie   string // all cookies that were set, in the form of a Cookie header
	duration time.Duration
}

func (s *testServer) newRequest(ctx context.Context, c call) (*http.Request, error) {
	var body io.Reader
	if c.body != nil {
		text, err := json.Marshal(c.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, c.method, "http://"+s.addr+c.path, body)
	if err != nil {
		return nil, err
	}
	if c.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.network != "" {
		r.Header.Set("X-Forwarded-For", c.network)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.cookie != "" {
		r.Header.Set("Cookie", c.cookie)
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
	}
	return r, nil
}

// doCall makes a call, reads the whole response and keeps its first 64 KiB.
func (s *testServer) doCall(ctx context.Context, c call) (answer, error) {
	r, err := s.newRequest(ctx, c)
	if err != nil {
		return answer{}, err
	}
	start := time.Now()
	resp, err := s.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	a := answer{status: resp.StatusCode}
	if a.body, err = io.ReadAll(io.LimitReader(resp.Body, 64<<10)); err != nil {
		return a, err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	a.duration = time.Since(start)
	var cookiePairs []string
	for _, one := range resp.Cookies() {
		cookiePairs = append(cookiePairs, one.Name+"="+one.Value)
	}
	a.cookie = strings.Join(cookiePairs, "; ")
	return a, err
}

// password is the password of every account of the attacks.
const password = "stamp-album-7"

// register creates an account. The call counts towards the network's limit of registrations. A
// status other than 201 is not an error.
func (s *testServer) register(ctx context.Context, network, email string) (answer, error) {
	return s.doCall(ctx, call{method: "POST", path: "/api/auth/register", network: network,
		body: map[string]string{"name": "Ada", "email": email, "password": password}})
}

// login signs in. A status other than 200 is not an error.
func (s *testServer) login(ctx context.Context, network, email, secret, cookie string) (answer, error) {
	return s.doCall(ctx, call{method: "POST", path: "/api/auth/login", network: network, cookie: cookie,
		body: map[string]string{"email": email, "password": secret}})
}

// registerAndLogin registers a user and signs in. It returns the bearer token and the cookies,
// which identify the device.
func (s *testServer) registerAndLogin(ctx context.Context, network, email string) (token, cookie string, err error) {
	if a, err := s.register(ctx, network, email); err != nil || a.status != http.StatusCreated {
		return "", "", fmt.Errorf("register: status %d, %w", a.status, err)
	}
	a, err := s.login(ctx, network, email, password, "")
	if err != nil || a.status != http.StatusOK {
		return "", "", fmt.Errorf("login: status %d, %w", a.status, err)
	}
	var in struct {
		Token string `json:"token"`
	}
	err = json.Unmarshal(a.body, &in)
	return in.Token, a.cookie, err
}

// openConversation creates the user's conversation with a character and returns its id.
func (s *testServer) openConversation(ctx context.Context, token, character string) (id string, err error) {
	a, err := s.doCall(ctx, call{method: "POST", path: "/api/session", token: token, body: map[string]string{"characterId": character}})
	if err != nil {
		return "", err
	}
	var in struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(a.body, &in); err != nil || in.ID == "" {
		return "", fmt.Errorf("session: status %d, %s", a.status, a.body)
	}
	return in.ID, nil
}
