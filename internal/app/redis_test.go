package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/llm"
	"colloquy/internal/redisdb/redistest"
)

func withRedis(url string) func(*app.Options) {
	return func(o *app.Options) { o.Config.RedisURL = config.Secret(url) }
}

func (p *processPair) health(process int) string {
	p.t.Helper()
	_, body := p.envs[process].Get("/readyz")
	return body
}

// openChat opens a conversation with Ada Lovelace and returns its id.
func openChat(c *apptest.Client) string {
	c.T.Helper()
	var session struct{ ID string }
	c.Do("POST", "/session", map[string]any{"characterId": "20"}).Want(http.StatusOK).Into(&session)
	return session.ID
}

// TestReplyIsReadAtAnyProcess: one process generates a reply. With Redis, a reader at another
// process gets each piece, and a stop at that process stops the reply. rules replies-resume,
// replies-stop
func TestReplyIsReadAtAnyProcess(t *testing.T) {
	url, _ := redistest.SharedServer(t)
	p := newProcessPair(t, seedInParallel(t), 1, withRedis(url))
	if h := p.health(0); !strings.Contains(h, `"redis","status":"ok"`) {
		t.Errorf("health: %s", h)
	}
	writer, otherClient := p.client(0, 0), p.client(1, 0)
	id := openChat(writer)
	gate := p.envs[0].Model.NewGate()
	defer close(gate)
	p.envs[0].Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
		return []apptest.AnswerStep{{Text: "One two three "}, {Gate: gate}, {Text: "four."}}
	})
	writer.Send(id, "Count", "").ReadUntil("three")
	s := otherClient.OpenStream("GET", "/messages/"+id+"/stream", nil).ReadUntil("three")
	if s.LastEventID == "" {
		t.Error("the reader elsewhere got the row, not the events")
	}
	otherClient.Do("POST", "/messages/"+id+"/stop", map[string]any{"seen": len("One two")}).Want(http.StatusOK)
	if s.ReadAll(); s.Status != "stopped" || s.Text != "One two" {
		t.Errorf("the reader elsewhere has %q, %s", s.Text, s.Status)
	}
}

// TestChatWorksWithoutRedis: Redis hangs or is gone. Users can still sign in and chat. Another process
// shows the reply. The health check reports Redis.
func TestChatWorksWithoutRedis(t *testing.T) {
	server := redistest.Start(t)
	p := newProcessPair(t, seedInParallel(t), 1, withRedis(server.URL()))
	for _, outage := range []struct {
		name      string
		end, back func()
	}{
		{"hangs", server.Pause, server.Resume},
		{"is killed", server.Kill, func() { server.Restart(t) }},
	} {
		outage.end()
		if h := p.health(1); !strings.Contains(h, `"redis","status":"degraded"`) || !strings.Contains(h, `"status":"degraded"`) {
			t.Errorf("%s: health is %s", outage.name, h)
		}
		startTime := time.Now()
		c := p.envs[0].NewUser("Visitor" + strings.ReplaceAll(outage.name, " ", ""))
		id := openChat(c)
		p.envs[0].Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("One two three.") })
		if s := c.Send(id, "Count", "").ReadAll(); s.Text != "One two three." || s.Status != "complete" {
			t.Errorf("%s: the reader has %q, %s", outage.name, s.Text, s.Status)
		}
		otherClient := *c
		otherClient.URL = p.envs[1].URL
		if m := otherClient.Do("GET", "/messages/"+id, nil).Want(http.StatusOK); !strings.Contains(m.Body, "One two three.") {
			t.Errorf("%s: the other process shows %s", outage.name, m.Body)
		}
		if took := time.Since(startTime); took > 10*time.Second {
			t.Errorf("%s: that took %v", outage.name, took)
		}
		outage.back()
	}
}

// TestLimitOfCallsIsShared: calls to one process fill a limit. Soon afterwards the other process
// refuses calls, too.
func TestLimitOfCallsIsShared(t *testing.T) {
	url, _ := redistest.SharedServer(t)
	p := newProcessPair(t, seedInParallel(t), 1, withRedis(url))
	sendContact := func(process int) int { return p.client(process, 0).Do("POST", "/contact", map[string]any{}).Status }
	for i := range 20 {
		if status := sendContact(0); status != http.StatusUnprocessableEntity {
			t.Fatalf("call %d: %d", i, status)
		}
	}
	for range 10 {
		if sendContact(1) == http.StatusTooManyRequests {
			return
		}
		time.Sleep(250 * time.Millisecond)
	}
	t.Error("the other process allows 10 further calls")
}
