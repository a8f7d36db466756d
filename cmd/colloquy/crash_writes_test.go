package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm/fake"
	"colloquy/internal/storage"
)

const (
	// writesTestKillCount is how often TestKilledServerKeepsEachWriteOnce kills the server on each
	// engine.
	writesTestKillCount = 15
	// writerCount is the number of writers who write at the same time.
	writerCount = 8
	// accountsPerKill is the number of accounts of a writer, divided by the number of kills. A
	// writer makes writesPerAccount writes of each kind with an account and then uses the next
	// account. The reason is that the server limits the orders of an account in an hour.
	accountsPerKill  = 0.3
	writesPerAccount = 8
	// maxWritePause is the longest time between two rounds of a writer.
	maxWritePause = 300 * time.Millisecond
)

// SIGKILL ends the process while writers send messages, comment, like, take likes back and buy
// characters in the sandbox. The process starts again with the same data. After the last start each
// acknowledged write is stored once, and no write is stored twice.
// rules chat-client-id, payment-order-once, payment-settle
func TestKilledServerKeepsEachWriteOnce(t *testing.T) {
	programPath, kills := buildWithoutRace(t), killCount(t, writesTestKillCount)
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel() // most of the time the test waits for the server to start
		s := newWritesTest(t, o, programPath, 1+int(accountsPerKill*float64(kills)))
		s.startBehindProxy()
		var group sync.WaitGroup
		for _, v := range s.writers {
			group.Go(func() { s.makeWrites(v) })
		}
		for range kills {
			s.awaitWrite()
			time.Sleep(rand.N(maxUptime))
			s.killServer()
			s.startBehindProxy()
		}
		s.writersMustStop.Store(true)
		group.Wait()
		s.cmd.Process.Signal(os.Interrupt)
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("the process ended with %v", err)
		}
		s.checkWrites()
	})
}

// writesTest is a server that is killed again and again while writers make calls.
type writesTest struct {
	restartedServer
	writers            []*writer
	lockedCharacterIDs []int
	finishedWrites     atomic.Int64 // writes that were made or given up
	writersMustStop    atomic.Bool  // writers begin no further write
}

// writer is a person who writes with one account after the other.
type writer struct{ accounts []*account }

// account is a user with the writes that the server has acknowledged.
type account struct {
	*apptest.Client
	lines, comments []string // texts
	orders          []string // the provider's ids of the orders
	paidOrders      []string // the orders whose payment is verified
	likes           map[int]likeState
}

// likeState says whether an account likes a character, as far as the account knows.
type likeState struct {
	isLiked          bool
	isUnacknowledged bool // the last call was not acknowledged
}

func newWritesTest(t *testing.T, o storage.Options, programPath string, accounts int) *writesTest {
	t.Helper()
	model := &fake.Server{}
	model.SetScript(fake.Script{Pieces: strings.SplitAfter("word by word it comes", " "), PieceDelay: fake.Pause(5 * time.Millisecond)})
	upstream := httptest.NewServer(model)
	t.Cleanup(upstream.Close)
	s := &writesTest{}
	s.crashTest = crashTest{t: t, options: o, programPath: programPath, flags: []string{"--payments", "sandbox", "--llm-url", upstream.URL}}
	s.startProxy()
	s.addWriters(accounts)
	return s
}

// addWriters registers accounts with confirmed addresses for each writer. The accounts are older
// than a day, so they may comment often. The server that registers them therefore has a clock in
// the past. It also hashes passwords quickly.
func (s *writesTest) addWriters(accounts int) {
	s.t.Helper()
	env := apptest.Start(s.t, s.options)
	defer env.Stop()
	const between = 4 * time.Minute // so that no limit of registrations is reached
	env.Clock.StepWallClock(-25*time.Hour - writerCount*time.Duration(accounts)*between)
	for range writerCount {
		v := &writer{}
		for range accounts {
			env.Clock.Advance(between)
			c := env.NewUser("Visitor")
			c.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(http.StatusOK)
			c.URL = s.proxyURL
			v.accounts = append(v.accounts, &account{Client: c, likes: map[int]likeState{}})
		}
		s.writers = append(s.writers, v)
	}
	err := env.App.DB().Write(s.t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(s.t.Context(), `UPDATE users SET email_verified_at = created_at`)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.lockedCharacterIDs = lockedCharacterIDs(env)
}

// awaitWrite waits until a writer has finished a write, so that each kill is under load.
func (s *writesTest) awaitWrite() {
	s.t.Helper()
	writeCountBefore := s.finishedWrites.Load()
	for end := time.Now().Add(30 * time.Second); s.finishedWrites.Load() == writeCountBefore; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatal("the server answers no visitor")
		}
	}
}

// makeWrites makes rounds of writes with each account of a writer. It ends after the last account, or
// when the test is over.
func (s *writesTest) makeWrites(v *writer) {
	for _, a := range v.accounts {
		for n := range writesPerAccount {
			for _, act := range rand.Perm(4) {
				if s.writersMustStop.Load() {
					return
				}
				switch act {
				case 0:
					a.sendLine(n)
				case 1:
					a.postComment(s.lockedCharacterIDs[0], n)
				case 2:
					a.toggleLike(s.lockedCharacterIDs[n%2])
				case 3:
					a.buy(s.lockedCharacterIDs[n])
				}
				s.finishedWrites.Add(1)
			}
			time.Sleep(rand.N(maxWritePause))
		}
	}
}

// call makes a call and decodes a 2xx answer into answer, unless answer is nil. The status is 0 if
// the answer was cut off.
func (a *account) call(path string, body any, answer any) (status int) {
	resp := a.Open("POST", path, body)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0
	}
	if answer != nil && resp.StatusCode/100 == 2 {
		if err := json.Unmarshal(text, answer); err != nil {
			a.T.Errorf("%s answered %s: %v", path, text, err)
		}
	}
	return resp.StatusCode
}

// repeatUntilAnswered makes a call until the server itself answers the call. With a status of 0 or
// 502 the server has not answered.
func repeatUntilAnswered(call func() (status int)) (status int) {
	for {
		status = call()
		if status != 0 && status != http.StatusBadGateway {
			return status
		}
		time.Sleep(maxWritePause / 10)
	}
}

// sendLine sends line n and reads the reply until the stream ends. It repeats the send with the
// same client id until the server acknowledges it.
func (a *account) sendLine(n int) {
	text := fmt.Sprintf("Line %d", n)
	status := repeatUntilAnswered(func() int {
		resp := a.Open("POST", "/messages/ada-lovelace/stream", map[string]any{"content": text, "client_id": fmt.Sprint("user-", n)})
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			a.lines = append(a.lines, text)
		}
		io.Copy(io.Discard, resp.Body)
		return resp.StatusCode
	})
	if status != http.StatusOK {
		a.T.Errorf("%s answered %d", text, status)
	}
}

// postComment posts comment n, and repeats the call until the server answers it. The answer 409
// means that an earlier try has stored the comment.
func (a *account) postComment(character, n int) {
	text := fmt.Sprintf("Comment %d of %s", n, a.Email)
	switch status := repeatUntilAnswered(func() int {
		return a.call(fmt.Sprintf("/profile/%d/comments", character), map[string]any{"comment": text}, nil)
	}); status {
	case http.StatusCreated, http.StatusConflict:
		a.comments = append(a.comments, text)
	case http.StatusTooManyRequests: // a user may write five comments a minute
	default:
		a.T.Errorf("%s answered %d", text, status)
	}
}

// toggleLike likes a character, or takes the like back, once.
func (a *account) toggleLike(character int) {
	state := likeState{isLiked: !a.likes[character].isLiked}
	var out struct{ Liked bool }
	status := a.call(fmt.Sprintf("/profile/%d/like", character), map[string]any{"liked": state.isLiked}, &out)
	state.isUnacknowledged = status != http.StatusOK
	a.likes[character] = state
	if status != http.StatusOK && status != 0 && status != http.StatusBadGateway {
		a.T.Errorf("a like answered %d", status)
	}
}

// buy places an order for a character, pays it and verifies the payment. If the server was killed
// while it made the order, buy gives up. The server then refuses to make the order again for 30
// seconds.
func (a *account) buy(character int) {
	var order struct{ OrderID string }
	if a.call("/purchase", map[string]any{"planId": 1, "characterId": character}, &order) != http.StatusCreated {
		return
	}
	a.orders = append(a.orders, order.OrderID)
	var payment map[string]any
	repeatUntilAnswered(func() int {
		return a.call("/purchase/sandbox", map[string]any{"orderId": order.OrderID, "outcome": "success"}, &payment)
	})
	if payment["razorpay_payment_id"] == nil {
		return
	}
	if status := repeatUntilAnswered(func() int { return a.call("/purchase/verify", payment, nil) }); status == http.StatusOK {
		a.paidOrders = append(a.paidOrders, order.OrderID)
	}
}

// hasEachOnce reports whether list has each of wanted once, and nothing twice.
func hasEachOnce(list, wanted []string) bool {
	sortedList := slices.Sorted(slices.Values(list))
	if len(slices.Compact(slices.Clone(sortedList))) != len(list) {
		return false
	}
	for _, one := range wanted {
		if _, found := slices.BinarySearch(sortedList, one); !found {
			return false
		}
	}
	return true
}
