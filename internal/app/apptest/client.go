package apptest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// Client makes calls as one user, or as a visitor if Token is empty.
type Client struct {
	T      testing.TB
	URL    string
	Token  string
	UserID string
	Name   string
	Email  string
}

// Password is the password of all users that User registers.
const Password = "stamp-album-7"

var userCount atomic.Int64

// NewVisitor returns a client that is not signed in.
func (e *Env) NewVisitor() *Client { return &Client{T: e.T, URL: e.URL} }

// NewUser registers a new user and signs in.
func (e *Env) NewUser(name string) *Client {
	e.T.Helper()
	c := e.NewVisitor()
	c.Name, c.Email = name, fmt.Sprintf("%s%d@post.example", strings.ToLower(name), userCount.Add(1))
	c.Do("POST", "/auth/register", map[string]any{"name": name, "email": c.Email, "password": Password}).Want(http.StatusCreated)
	c.Login()
	return c
}

// Login signs the client in with Password, and replaces Token and UserID.
func (c *Client) Login() {
	c.T.Helper()
	var out struct {
		Token string
		User  struct{ ID string }
	}
	c.Do("POST", "/auth/login", map[string]any{"email": c.Email, "password": Password}).Want(http.StatusOK).Into(&out)
	c.Token, c.UserID = out.Token, out.User.ID
}

// Answer is the response to a call.
type Answer struct {
	T             testing.TB
	MethodAndPath string
	Status        int
	Header        http.Header
	Body          string
}

// endlessStreamPath is the path, below /api, of the stream of unread notices. The server does
// not end it, so reading it to its end would block.
const endlessStreamPath = "/user/notifications/stream"

// Do makes a call and reads the whole response, or only the first event of endlessStreamPath. path
// is below /api. body is encoded as JSON unless it is a string; nil means no body. headers
// alternates names and values.
func (c *Client) Do(method, path string, body any, headers ...string) Answer {
	c.T.Helper()
	resp := c.Open(method, path, body, headers...)
	defer resp.Body.Close()
	text, err := readBody(resp, path)
	if err != nil {
		c.T.Fatalf("%s %s: %v", method, path, err)
	}
	return Answer{c.T, method + " " + path, resp.StatusCode, resp.Header, string(text)}
}

func readBody(resp *http.Response, path string) ([]byte, error) {
	path, _, _ = strings.Cut(path, "?")
	if resp.StatusCode != http.StatusOK || strings.TrimRight(path, "/") != endlessStreamPath {
		return io.ReadAll(resp.Body)
	}
	var text []byte
	for in := bufio.NewReader(resp.Body); !bytes.Contains(text, []byte("data: ")); {
		line, err := in.ReadBytes('\n')
		text = append(text, line...)
		if err != nil {
			return text, err
		}
	}
	return text, nil
}

// Open is like Do, but does not read the body of the response, for streams. The caller
// closes the body.
func (c *Client) Open(method, path string, body any, headers ...string) *http.Response {
	c.T.Helper()
	var payload io.Reader
	if text, ok := body.(string); ok {
		payload = strings.NewReader(text)
	} else if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			c.T.Fatal(err)
		}
		payload = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(c.T.Context(), method, c.URL+"/api"+path, payload)
	if err != nil {
		c.T.Fatal(err)
	}
	if payload != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.T.Fatalf("%s %s: %v", method, path, err)
	}
	return resp
}

// Want ends the test if the call did not answer with the status.
func (a Answer) Want(status int) Answer {
	a.T.Helper()
	if a.Status != status {
		a.T.Fatalf("%s answered %d %s, want %d", a.MethodAndPath, a.Status, a.Body, status)
	}
	return a
}

// Into decodes the JSON body of the answer.
func (a Answer) Into(v any) Answer {
	a.T.Helper()
	if err := json.Unmarshal([]byte(a.Body), v); err != nil {
		a.T.Fatalf("%s answered %s: %v", a.MethodAndPath, a.Body, err)
	}
	return a
}

// ErrorCode returns the code of an error, or "" on success.
func (a Answer) ErrorCode() string {
	var e struct{ Code string }
	json.Unmarshal([]byte(a.Body), &e)
	return e.Code
}
