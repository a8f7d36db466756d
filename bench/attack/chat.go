package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// freeCharacterSlugs are the slugs of characters that are free of charge. sendInParallel uses a
// conversation with each.
var freeCharacterSlugs = []string{
	"ada-lovelace", "al-khwarizmi", "albert-einstein", "alexander-fleming", "amelia-earhart", "anna-may-wong", "antoni-gaudi",
	"antonio-vivaldi", "archimedes", "aristotle", "benito-juarez", "benjamin-franklin", "bessie-coleman", "charles-darwin",
	"frida-kahlo", "ibn-battuta", "jane-austen", "marcus-aurelius", "nikola-tesla", "rumi",
}

// resumeAfterMissingEvent resumes a running reply after an event that does not exist, such as event 999999.
// Meanwhile a reply of another user runs. The server must not crash, and the other user must get a
// complete reply.
func resumeAfterMissingEvent(ctx context.Context, s *testServer) (string, bool, error) {
	token, _, err := s.registerAndLogin(ctx, honestNetwork, victimEmail)
	if err != nil {
		return "", false, err
	}
	bystanderToken, _, err := s.registerAndLogin(ctx, otherNetwork, "bystander@post.example")
	if err != nil {
		return "", false, err
	}
	ownID, err := s.openConversation(ctx, token, freeCharacterSlugs[0])
	if err != nil {
		return "", false, err
	}
	otherID, err := s.openConversation(ctx, bystanderToken, freeCharacterSlugs[0])
	if err != nil {
		return "", false, err
	}
	newSendCall := func(token, id, after string) call {
		return call{method: "POST", path: "/api/messages/" + id + "/stream", token: token,
			body: map[string]string{"content": "Tell me of the engine."}, header: map[string]string{"Last-Event-ID": after}}
	}
	var wg sync.WaitGroup
	var reply answer
	wg.Go(func() { reply, err = s.doCall(ctx, newSendCall(bystanderToken, otherID, "")) })
	wg.Go(func() { _, _ = s.doCall(ctx, newSendCall(token, ownID, "999999")) }) // only the other user's reply is checked
	time.Sleep(300 * time.Millisecond)
	for _, after := range []string{"50", "999999", "9223372036854775807", "-1"} {
		wg.Go(func() {
			_, _ = s.doCall(ctx, call{method: "GET", path: "/api/messages/" + ownID + "/stream?after=" + after, token: token,
				header: map[string]string{"Accept": "text/event-stream"}})
		})
	}
	wg.Wait()
	if !s.isUp(ctx) {
		return "the process ended", false, nil
	}
	if err != nil {
		return "", false, err
	}
	pieceCount := strings.Count(string(reply.body), `"content":"`)
	return fmt.Sprintf("the process lives, a bystander got %d of %d pieces", pieceCount, piecesPerReply),
		pieceCount >= piecesPerReply && strings.Contains(string(reply.body), `"status":"complete"`), nil
}

// isUp reports whether the server still answers requests.
func (s *testServer) isUp(ctx context.Context) bool {
	a, err := s.doCall(ctx, call{method: "GET", path: "/healthz"})
	return err == nil && a.status == http.StatusOK
}

// sendInParallel sends messages to twenty conversations of one user at the same time. The server
// must accept one or two messages.
func sendInParallel(ctx context.Context, s *testServer) (string, bool, error) {
	token, _, err := s.registerAndLogin(ctx, honestNetwork, victimEmail)
	if err != nil {
		return "", false, err
	}
	conversationIDs := make([]string, len(freeCharacterSlugs))
	for i, c := range freeCharacterSlugs {
		if conversationIDs[i], err = s.openConversation(ctx, token, c); err != nil {
			return "", false, err
		}
	}
	var got statusCounts
	err = inParallel(len(conversationIDs), len(conversationIDs), func(i int) error {
		a, err := s.doCall(ctx, call{method: "POST", path: "/api/messages/" + conversationIDs[i] + "/stream", token: token,
			body: map[string]string{"content": "Tell me of the engine."}})
		got.addStatus(a.status)
		return err
	})
	return fmt.Sprintf("statuses %v", got.n), got.n[http.StatusOK] <= 2 && got.n[http.StatusOK] > 0, err
}

// floodMessages sends 200 long messages of one user, 50 at the same time. The server must store at
// most 20.
func floodMessages(ctx context.Context, s *testServer) (string, bool, error) {
	token, _, err := s.registerAndLogin(ctx, honestNetwork, victimEmail)
	if err != nil {
		return "", false, err
	}
	id, err := s.openConversation(ctx, token, freeCharacterSlugs[0])
	if err != nil {
		return "", false, err
	}
	var got statusCounts
	err = inParallel(200, 50, func(int) error {
		a, err := s.doCall(ctx, call{method: "POST", path: "/api/messages/" + id, token: token,
			body: map[string]string{"content": strings.Repeat("🜁", 4000)}})
		got.addStatus(a.status)
		return err
	})
	return fmt.Sprintf("200 at once: %v", got.n), got.n[http.StatusCreated] <= 20, err
}

// openSlowReaders opens 400 connections. Each connection requests a long answer 20 times and reads
// 64 bytes every two seconds. After 65 s the server must have closed the connections. The server
// may then have at most 20 goroutines more than before.
func openSlowReaders(ctx context.Context, s *testServer) (string, bool, error) {
	countBefore, err := s.goroutineCount(ctx)
	if err != nil {
		return "", false, err
	}
	readCtx, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	for range 400 {
		wg.Go(func() { readSlowly(readCtx, s.addr) })
	}
	var countDuring, countAfter int
	countGoroutinesAfter := func(d time.Duration) (n int, err error) {
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
		return s.goroutineCount(ctx)
	}
	if countDuring, err = countGoroutinesAfter(10 * time.Second); err != nil {
		return "", false, err
	}
	if countAfter, err = countGoroutinesAfter(55 * time.Second); err != nil {
		return "", false, err
	}
	stop()
	wg.Wait()
	return fmt.Sprintf("goroutines: %d before, %d after 10 s, %d after 65 s", countBefore, countDuring, countAfter), countAfter <= countBefore+20, nil
}

// goroutineCount returns the server's number of goroutines.
func (s *testServer) goroutineCount(ctx context.Context) (n int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.metricsAddr+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	_, rest, found := strings.Cut(string(text), "\ngo_goroutines ")
	if !found {
		return 0, fmt.Errorf("the metrics hold no count of goroutines")
	}
	_, err = fmt.Sscan(rest, &n)
	return n, err
}
