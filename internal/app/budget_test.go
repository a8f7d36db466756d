package app_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
)

// reservedTokens is the estimate that each message reserves, in tokens: the context size of the
// scripted model plus the maximum length of a reply. A message and its reply really cost about 105
// tokens.
const reservedTokens = 4096 + 600

func withCaps(perUser, all int64) func(*app.Options) {
	return func(o *app.Options) { o.Config.LLMTokensPerUserDay, o.Config.LLMTokensPerDay = perUser, all }
}

func wantBudgetError(t *testing.T, c *apptest.Client, content, want string) {
	t.Helper()
	a := c.Do("POST", "/messages/ada-lovelace/stream", map[string]any{"content": content}, "Accept", "text/event-stream").Want(http.StatusTooManyRequests)
	wait, _ := strconv.Atoi(a.Header.Get("Retry-After"))
	if a.ErrorCode() != "budget" || !strings.Contains(a.Body, want) || wait < 1 || wait > 24*3600 {
		t.Errorf("%s, Retry-After %d", a.Body, wait)
	}
}

func countStoredMessages(c *apptest.Client) int {
	var h struct{ Messages []struct{} }
	c.Do("GET", "/messages/ada-lovelace", nil).Want(200).Into(&h)
	return len(h.Messages)
}

// The cap counts the real cost of a reply, not the reservation. A refused message is not
// stored, and the count of the next day starts at zero.
func TestBudgetRefusesBeforeAnythingIsStored(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db, withCaps(reservedTokens+300, 0))
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		opensTalkInDemoMode(ada)
		opensTalkInDemoMode(bo)
		sentCount := 0
		for ; sentCount < 10; sentCount++ {
			a := ada.Open("POST", "/messages/ada-lovelace/stream", map[string]any{"content": "Good day"}, "Accept", "text/event-stream")
			status := a.StatusCode
			drainBody(t, a)
			if status != http.StatusOK {
				break
			}
		}
		if sentCount < 2 || sentCount > 3 {
			t.Errorf("%d sends of about 105 tokens went through with room for 300", sentCount)
		}
		countBefore := countStoredMessages(ada)
		wantBudgetError(t, ada, "And again", "You have used up today's replies. New ones come in ")
		if after := countStoredMessages(ada); after != countBefore {
			t.Errorf("a refused send left %d lines", after-countBefore)
		}
		if s := bo.Send("ada-lovelace", "Good day", "").ReadAll(); s.Status != "complete" {
			t.Errorf("another user: %s", s.Status)
		}
		e.Clock.Advance(24 * time.Hour)
		if s := ada.Send("ada-lovelace", "Good day", "").ReadAll(); s.Status != "complete" {
			t.Errorf("on the next day: %s", s.Status)
		}
	})
}

// Eighteen users send in parallel, on PostgreSQL in two processes. Seven of the messages
// fit into the budget.
func TestParallelSendsDoNotExceedTheTotalBudget(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		envs := []*apptest.Env{apptest.Start(t, db, withCaps(0, 7*reservedTokens))}
		if db.URL != "" {
			otherOptions := storage.Options{URL: db.URL, DataDir: t.TempDir()}
			envs = append(envs, apptest.Start(t, otherOptions, withCaps(0, 7*reservedTokens)))
		}
		gate := envs[0].Model.NewGate()
		defer envs[0].Model.ReleaseGates()
		for _, e := range envs {
			e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return []apptest.AnswerStep{{Text: "Yes"}, {Gate: gate}} })
		}
		var users []*apptest.Client
		for i := range 18 {
			c := envs[i%len(envs)].NewUser("Ada")
			opensTalkInDemoMode(c)
			users = append(users, c)
		}
		var sent, refused atomic.Int64
		var wg sync.WaitGroup
		for _, c := range users {
			wg.Go(func() {
				resp := c.Open("POST", "/messages/ada-lovelace/stream", map[string]any{"content": "Good day"}, "Accept", "text/event-stream")
				defer resp.Body.Close()
				switch resp.StatusCode {
				case http.StatusOK:
					sent.Add(1)
				case http.StatusTooManyRequests:
					refused.Add(1)
				default:
					t.Errorf("answered %d", resp.StatusCode)
				}
			})
		}
		wg.Wait()
		if sent.Load() != 7 || refused.Load() != 11 {
			t.Errorf("%d sent and %d refused, want 7 and 11", sent.Load(), refused.Load())
		}
		wantBudgetError(t, users[0], "And again", "for everybody")
	})
}

// If less than a fifth of the budget is left, suggestions come from the persona.
func TestLowBudgetStopsSuggestionsOfTheModel(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t), withCaps(6*reservedTokens, 0))
	// Each step counts as one token.
	e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
		return append(make([]apptest.AnswerStep, 4000), apptest.AnswerStep{Text: "Yes"})
	})
	ada := e.NewUser("Ada")
	opensTalkInDemoMode(ada)
	areSuggestionsFromModel := []bool{}
	for range 7 {
		s := ada.Send("ada-lovelace", "Good day", "").ReadAll()
		if s.Status != "complete" {
			t.Fatal(s.Status)
		}
		areSuggestionsFromModel = append(areSuggestionsFromModel, len(s.Suggestions) > 0 && s.Suggestions[0] == "Tell me more.")
		if !areSuggestionsFromModel[len(areSuggestionsFromModel)-1] {
			break
		}
	}
	if len(areSuggestionsFromModel) != 6 {
		t.Errorf("suggestions came from the model %v", areSuggestionsFromModel)
	}
}

func drainBody(t *testing.T, resp *http.Response) {
	t.Helper()
	defer resp.Body.Close()
	for buf := make([]byte, 4096); ; {
		if _, err := resp.Body.Read(buf); err != nil {
			return
		}
	}
}
