package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm/fake"
	"colloquy/internal/storage"
)

// killsVariable is the environment variable with the number of kills in each test that kills the
// server, on each database engine.
const killsVariable = "COLLOQUY_TEST_KILLS"

const defaultKills = 10

// messagesPerUser is how many messages one user sends before the test registers another user. The
// test needs several users, because a restart does not reset the limits of sending.
const messagesPerUser = 15

// SIGKILL ends the process at a random moment of a reply. The process starts again with the same
// data. Every acknowledged message must be stored once. No reply may have the status "generating".
// The stored part of the reply must be a prefix of the model's text.
func TestKilledServerLosesNothing(t *testing.T) {
	programPath, kills := buildWithoutRace(t), killCount(t, defaultKills)
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel() // most of the time the test waits for the server to start
		model := &fake.Server{}
		pieces := strings.SplitAfter(strings.Repeat("word by word it comes ", 40), " ")
		model.SetScript(fake.Script{Pieces: pieces, PieceDelay: fake.Pause(2 * time.Millisecond)})
		upstream := httptest.NewServer(model)
		defer upstream.Close()

		c := &crashTest{t: t, options: o, programPath: programPath, flags: []string{"--llm-url", upstream.URL}}
		c.startServer()
		for i := range kills {
			if i%messagesPerUser == 0 {
				c.replaceUser(i)
			}
			c.killInReply(i)
			if i == kills-1 {
				c.programPath = os.Args[0]
			}
			c.startServer()
			c.checkStoredMessages(strings.Join(pieces, ""))
		}
		c.shutDown()
	})
}

// killCount returns the number in killsVariable, or fallback if the variable is not set.
func killCount(t *testing.T, fallback int) int {
	t.Helper()
	text := os.Getenv(killsVariable)
	if text == "" {
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q", killsVariable, text)
	}
	return n
}

// replaceUser registers the user who sends the messages from number i on, and opens a conversation.
// It forgets the acknowledged messages of the previous user.
func (c *crashTest) replaceUser(i int) {
	c.t.Helper()
	c.user = &apptest.Client{T: c.t, URL: c.url, Email: fmt.Sprintf("crash%d@post.example", i)}
	c.user.Do("POST", "/auth/register", map[string]any{"name": "Crash", "email": c.user.Email, "password": apptest.Password}).Want(201)
	c.user.Login()
	c.user.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200)
	c.acknowledgedTexts = nil
}

// buildWithoutRace builds colloquy and returns the path of the program. The race detector makes
// starts three times as slow. The flags are those of make build, to share the build cache.
func buildWithoutRace(t *testing.T) string {
	t.Helper()
	programPath := filepath.Join(t.TempDir(), "colloquy")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", programPath, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	return programPath
}

// crashTest is a server in a child process that tests kill and start again.
type crashTest struct {
	t                 *testing.T
	options           storage.Options
	programPath       string   // path of the built binary
	flags             []string // of serve
	cmd               *exec.Cmd
	url               string
	user              *apptest.Client
	acknowledgedTexts []string // texts of the user's acknowledged messages
}

// startServer runs serve in a child process and waits until it is ready.
func (c *crashTest) startServer() {
	c.t.Helper()
	c.cmd = exec.Command(c.programPath, append([]string{"serve", "--addr", "127.0.0.1:0", "--data-dir", c.options.DataDir}, c.flags...)...)
	c.cmd.Env = append(os.Environ(), childProcessVariable+"=1", "COLLOQUY_DATABASE_URL="+c.options.URL)
	c.cmd.Stderr = os.Stderr
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { c.cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "is ready: "); found {
			c.url = address
			if c.user != nil {
				c.user.URL = address
			}
			return
		}
	}
	c.t.Fatalf("the server did not start: %v", lines.Err())
}

// killInReply sends message i, reads a random part of the reply and kills the server.
func (c *crashTest) killInReply(i int) {
	c.t.Helper()
	text := fmt.Sprintf("Line %d", i)
	resp := c.user.Open("POST", "/messages/ada-lovelace/stream", map[string]any{"content": text, "client_id": fmt.Sprintf("user-%d", i)})
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		c.t.Fatalf("line %d: status %d", i, resp.StatusCode)
	}
	c.acknowledgedTexts = append(c.acknowledgedTexts, text)
	in := bufio.NewReader(resp.Body)
	for range rand.IntN(60) {
		if _, err := in.ReadString('\n'); err != nil {
			break
		}
	}
	c.cmd.Process.Kill()
	c.cmd.Wait()
}

// checkStoredMessages compares the newest stored messages with the acknowledged ones, and
// interrupted replies with the text of the model.
func (c *crashTest) checkStoredMessages(modelText string) {
	c.t.Helper()
	var page struct {
		Messages []struct {
			Content       string
			Status        string
			IsUserMessage bool `json:"is_user_message"`
		}
	}
	c.user.Do("GET", "/messages/ada-lovelace", nil).Want(200).Into(&page)
	var storedTexts []string
	for _, m := range page.Messages[max(0, len(page.Messages)-20):] {
		switch {
		case m.Status == "generating":
			c.t.Errorf("a reply is still generating after the restart")
		case m.IsUserMessage:
			storedTexts = append(storedTexts, m.Content)
		case m.Status == "interrupted" && !strings.HasPrefix(modelText, m.Content):
			c.t.Errorf("an interrupted reply holds %q", m.Content)
		}
	}
	if want := c.acknowledgedTexts[len(c.acknowledgedTexts)-len(storedTexts):]; len(storedTexts) == 0 || !equalLists(storedTexts, want) {
		c.t.Errorf("stored %q, acknowledged %q", storedTexts, want)
	}
}

func equalLists(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }

// shutDown generates the last reply again if it was interrupted, and stops the server.
func (c *crashTest) shutDown() {
	c.t.Helper()
	var page struct{ Messages []struct{ Status string } }
	c.user.Do("GET", "/messages/ada-lovelace", nil).Want(200).Into(&page)
	if s := page.Messages[len(page.Messages)-1].Status; s == "interrupted" {
		if s := c.user.OpenStream("POST", "/messages/ada-lovelace/regenerate", nil).ReadAll(); s.Status != "complete" {
			c.t.Errorf("the retry ended %s", s.Status)
		}
	}
	c.cmd.Process.Signal(os.Interrupt)
	if err := c.cmd.Wait(); err != nil {
		c.t.Errorf("the process ended with %v", err)
	}
}
