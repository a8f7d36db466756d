package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// Client makes calls as one person. The zero Token is a visitor.
type Client struct {
	T      testing.TB
	URL    string
	Token  string
	UserID string
	Name   string
	Email  string
}

// Password is what User registers people with.
const Password = "stamp-album-7"

var people atomic.Int64

// Visitor returns a client that is not signed in.
func (e *Env) Visitor() *Client { return &Client{T: e.T, URL: e.URL} }

// User registers and signs in somebody new.
func (e *Env) User(name string) *Client {
	e.T.Helper()
	c := e.Visitor()
	c.Name, c.Email = name, fmt.Sprintf("%s%d@post.example", strings.ToLower(name), people.Add(1))
	c.Do("POST", "/auth/register", map[string]any{"name": name, "email": c.Email, "password": Password}).Want(http.StatusCreated)
	c.Login()
	return c
}

// Login signs the client in again, with a new token.
func (c *Client) Login() {
	c.T.Helper()
	var out struct {
		Token string
		User  struct{ ID string }
	}
	c.Do("POST", "/auth/login", map[string]any{"email": c.Email, "password": Password}).Want(http.StatusOK).Into(&out)
	c.Token, c.UserID = out.Token, out.User.ID
}

// Answer is what a call brought back.
type Answer struct {
	T      testing.TB
	Call   string
	Status int
	Header http.Header
	Body   string
}

// Do makes a call below /api with a JSON body, or none when body is nil.
// Headers are pairs of name and value.
func (c *Client) Do(method, path string, body any, headers ...string) Answer {
	c.T.Helper()
	resp := c.Open(method, path, body, headers...)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.T.Fatalf("%s %s: %v", method, path, err)
	}
	return Answer{c.T, method + " " + path, resp.StatusCode, resp.Header, string(text)}
}

// Open makes a call and leaves its body open, for streams.
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

// Want fails the test unless the call answered with a status.
func (a Answer) Want(status int) Answer {
	a.T.Helper()
	if a.Status != status {
		a.T.Fatalf("%s answered %d %s, want %d", a.Call, a.Status, a.Body, status)
	}
	return a
}

// Into reads the answer's JSON.
func (a Answer) Into(v any) Answer {
	a.T.Helper()
	if err := json.Unmarshal([]byte(a.Body), v); err != nil {
		a.T.Fatalf("%s answered %s: %v", a.Call, a.Body, err)
	}
	return a
}

// Code is the code of the error shape, empty on success.
func (a Answer) Code() string {
	var e struct{ Code string }
	json.Unmarshal([]byte(a.Body), &e)
	return e.Code
}
