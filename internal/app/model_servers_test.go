package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/llm/fake"
)

// newModelServer returns a fake model server and its address.
func newModelServer(t *testing.T, script fake.Script) (*fake.Server, string) {
	t.Helper()
	model := new(fake.Server)
	model.SetScript(script)
	srv := httptest.NewServer(model)
	t.Cleanup(srv.Close)
	return model, srv.URL
}

// withModelServers connects the application to several model servers.
func withModelServers(entries ...string) func(*app.Options) {
	return func(o *app.Options) {
		o.Model = nil
		o.Config.LLMServers = config.Secret(strings.Join(entries, ";"))
	}
}

// TestModelServersShareCallsByWeight: the shares of 400 calls (200 replies and their suggestions)
// are within 10 % of the weights. An idle server is chosen whatever its weight. To keep both
// servers busy, each call takes long and twenty users call in parallel.
func TestModelServersShareCallsByWeight(t *testing.T) {
	script := fake.Script{Pieces: []string{"Good ", "day."}, FirstDelay: fake.Pause(200 * time.Millisecond)}
	firstServer, addressOne := newModelServer(t, script)
	secondServer, addressTwo := newModelServer(t, script)
	e := apptest.Start(t, apptest.SQLite(t), withModelServers(addressOne+" model=m weight=3", addressTwo+" model=m weight=1"))
	var wg sync.WaitGroup
	for i := range 20 {
		user := e.NewUser(fmt.Sprintf("Mirela%d", i))
		opensTalkInDemoMode(user)
		wg.Go(func() {
			for n := range 10 {
				if s := user.Send("ada-lovelace", fmt.Sprintf("Good day, the %d", n), "").ReadAll(); s.Status != "complete" {
					t.Errorf("%s %q", s.Status, s.ErrorMessage)
				}
			}
		})
	}
	wg.Wait()
	callCounts := [2]int{len(firstServer.Calls()), len(secondServer.Calls())}
	if sum := callCounts[0] + callCounts[1]; sum < 400 || callCounts[0] < sum*3/4*9/10 || callCounts[1] < sum/4*9/10 {
		t.Errorf("calls %v", callCounts)
	}
}

// rule replies-queued
func TestPayingUsersGetTheirOwnServer(t *testing.T) {
	largeServer, addressLarge := newModelServer(t, fake.Script{Pieces: []string{"From the ", "large one."}})
	smallServer, addressSmall := newModelServer(t, fake.Script{Pieces: []string{"From the ", "small one."}})
	e := apptest.Start(t, apptest.SQLite(t), apptest.WithPayment, withModelServers(addressLarge+" model=m for=paid", addressSmall+" model=m for=free,background"))
	reader, buyer := e.NewUser("Mirela"), e.NewUser("Ada")
	var paid map[string]any
	buyer.Do("POST", "/purchase/sandbox", map[string]any{"orderId": orderAllCharacters(t, buyer).OrderID, "outcome": "success"}).Want(200).Into(&paid)
	buyer.Do("POST", "/purchase/verify", paid).Want(200)
	for client, want := range map[*apptest.Client]string{reader: "From the small one.", buyer: "From the large one."} {
		opensTalkInDemoMode(client)
		if s := client.Send("ada-lovelace", "Who was that?", "").ReadAll(); s.Text != want {
			t.Errorf("%q, want %q", s.Text, want)
		}
	}
	if n := len(largeServer.Calls()); n != 1 {
		t.Errorf("the server for paying users has %d calls, want the reply's", n)
	}
	if n := len(smallServer.Calls()); n != 3 {
		t.Errorf("the other server has %d calls, want a reply and two of suggestions", n)
	}
}

// If a server dies, the reply that it is writing fails. The other server answers until the
// first one is back, and no further reply fails.
func TestSecondModelServerAnswersWhileFirstIsDead(t *testing.T) {
	m := newLocalModel(t)
	m.fakeServer.SetScript(fake.Script{Pieces: []string{"I begin ", "to speak"}, Fault: fake.Fault{Kind: fake.Hang, AfterPieces: 1}})
	m.start()
	_, other := newModelServer(t, fake.Script{Pieces: []string{"The other ", "one."}})
	e := apptest.Start(t, apptest.SQLite(t), withModelServers("http://"+m.addr+" model=m name=first", other+" model=m name=second"))
	ada := e.NewUser("Ada")
	opensTalkInDemoMode(ada)
	s := ada.Send("ada-lovelace", "Good day", "").ReadUntil("I begin")
	m.stop()
	if s.ReadAll(); s.Status == "complete" || !strings.Contains(s.Text, "I begin") {
		t.Errorf("%s %q", s.Status, s.Text)
	}
	for n := range 4 {
		if s := ada.Send("ada-lovelace", fmt.Sprintf("And now, the %d?", n), "").ReadAll(); s.Status != "complete" || s.Text != "The other one." {
			t.Errorf("while it is away: %s %q %q", s.Status, s.Text, s.ErrorMessage)
		}
	}
	m.fakeServer.SetScript(fake.Script{Pieces: []string{"I am ", "back."}})
	m.start()
	time.Sleep(1100 * time.Millisecond) // for a second after its failure, a server gets calls only if no other can take them
	var texts []string
	for n := range 6 {
		s := ada.Send("ada-lovelace", fmt.Sprintf("Back, the %d?", n), "").ReadAll()
		texts = append(texts, s.Text)
	}
	if !slices.Contains(texts, "I am back.") {
		t.Errorf("after it is back: %q", texts)
	}
}

// TestReplyWaitsForASlot: while the only slot is taken, a reply waits. Each reader of the reply
// gets waiting events, even one that connects later. The process renews the lease of the reply.
// Stop ends the reply.
// rule replies-queued
func TestReplyWaitsForASlot(t *testing.T) {
	model, address := newModelServer(t, fake.Script{Pieces: []string{"I begin ", "to speak"}, Fault: fake.Fault{Kind: fake.Hang, AfterPieces: 1}})
	e := apptest.Start(t, apptest.SQLite(t), withModelServers(address+" model=m slots=1"))
	ada, mirela, cleo := e.NewUser("Ada"), e.NewUser("Mirela"), e.NewUser("Cleo")
	for _, user := range []*apptest.Client{ada, mirela, cleo} {
		opensTalkInDemoMode(user)
	}
	runningStream := ada.Send("ada-lovelace", "Good day", "").ReadUntil("I begin")
	stopReply := func(user *apptest.Client) {
		user.Do("POST", "/messages/ada-lovelace/stop", map[string]any{"seen": 0}).Want(http.StatusOK)
	}

	waitUntilQueued := func(s *apptest.Stream) {
		for ok := true; ok && len(s.WaitReasons) == 0; {
			_, ok = s.Next()
		}
	}
	waitingStream := mirela.Send("ada-lovelace", "May I?", "user-1")
	waitUntilQueued(waitingStream)
	waitingStream.Close() // closes the stream, as a reload of the page does
	time.Sleep(12 * time.Second)
	retriedStream := mirela.Send("ada-lovelace", "May I?", "user-1")
	waitUntilQueued(retriedStream)
	if len(retriedStream.WaitReasons) == 0 || retriedStream.WaitReasons[0] != "queued" || len(model.Calls()) != 1 {
		t.Fatalf("waits %v, %d calls", retriedStream.WaitReasons, len(model.Calls()))
	}
	// The expected wait is about 20 seconds. Without a fallback model up to a minute is allowed
	// (maxQueueWait).
	nextStream := cleo.Send("ada-lovelace", "Am I next?", "")
	if waitUntilQueued(nextStream); len(nextStream.WaitReasons) == 0 {
		t.Errorf("the second in the queue: %s %q", nextStream.Status, nextStream.ErrorMessage)
	}
	stopReply(cleo)
	stopReply(mirela)
	if retriedStream.ReadAll(); retriedStream.Status != "stopped" || retriedStream.Text != "" {
		t.Errorf("stopped in the queue: %s %q", retriedStream.Status, retriedStream.Text)
	}
	servedStream := mirela.Send("ada-lovelace", "And now?", "")
	waitUntilQueued(servedStream)
	model.SetScript(fake.Script{Pieces: []string{"Now ", "you."}})
	stopReply(ada)
	runningStream.ReadAll()
	if servedStream.ReadAll(); servedStream.Status != "complete" || servedStream.Text != "Now you." {
		t.Errorf("after the queue: %s %q", servedStream.Status, servedStream.Text)
	}
}
