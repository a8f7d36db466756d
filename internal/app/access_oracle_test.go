package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// The characters of the test: each combination of free, active and deleted. The home page
// shows the two that are not hidden.
var accessSubjects = []subject{
	{id: 20, slug: "ada-lovelace", free: true, active: true},
	{id: 64, slug: "cleopatra", active: true},
	{id: 101, free: true}, {id: 102},
	{id: 103, free: true, deleted: true}, {id: 104, deleted: true},
	{id: 105, free: true, active: true, deleted: true}, {id: 106, active: true, deleted: true},
}

type subject struct {
	id                    int
	slug                  string
	free, active, deleted bool
}

// buyer is a user with at most one purchase.
type buyer struct {
	*apptest.Client
	bought *apptest.Purchase
}

func (b buyer) String() string {
	if b.bought == nil {
		return "without a purchase"
	}
	return fmt.Sprintf("%s purchase of plan %d for %d until %s", b.bought.Status, b.bought.PlanID, b.bought.CharacterID, b.bought.ExpiryAt.Format("05.000"))
}

// The oracle says in plain words what the access rule must answer, without the code of
// the rule.

// holds: the user's purchase is active, and it ends later than now.
func (b buyer) holds(now time.Time) bool {
	return b.bought != nil && b.bought.Status == "active" && now.Before(b.bought.ExpiryAt)
}

// opens: the purchase is one of everything, or of this very character.
func (b buyer) opens(characterID int, now time.Time) bool {
	return b.holds(now) && (b.bought.PlanID == 2 || b.bought.CharacterID == characterID)
}

// shownLock: a character is locked unless it is free or bought; the end of the purchase is
// shown for a character that it opens.
func (b buyer) shownLock(characterID int, isFree bool, now time.Time) (locked bool, expiry *time.Time) {
	if isFree {
		return false, nil
	}
	if b.opens(characterID, now) {
		return false, &b.bought.ExpiryAt
	}
	return true, nil
}

// sendRefusal: nobody writes to a character that has left; a locked one refuses.
func (b buyer) sendRefusal(s subject, now time.Time) (status int, code string) {
	switch locked, _ := b.shownLock(s.id, s.free, now); {
	case !s.active || s.deleted:
		return 404, "character_not_found"
	case locked:
		return 403, "character_locked"
	}
	return 0, ""
}

// stoppableClock is a clock whose Now stops when at is set.
type stoppableClock struct {
	*apptest.Clock
	at atomic.Pointer[time.Time]
}

func (c *stoppableClock) Now() time.Time {
	if at := c.at.Load(); at != nil {
		return *at
	}
	return c.Clock.Now()
}

// accessTest is an application whose clock stands still at now.
type accessTest struct {
	*apptest.Env
	t    *testing.T
	now  time.Time
	free map[int]bool // of every character

	shareToken string // of the first buyer's collection, which everybody reads with locks of their own
}

// purchasesToTry returns each combination of status, plan and expiry, of the locked
// characters and of another one. nil means no purchase.
func purchasesToTry(now time.Time) []*apptest.Purchase {
	out := []*apptest.Purchase{nil}
	for _, status := range []string{"active", "expired", "pending", "failed", "cancelled", "refunded", "disputed"} {
		for _, expiry := range []time.Time{now.Add(-time.Millisecond), now, now.Add(time.Millisecond)} {
			out = append(out,
				&apptest.Purchase{PlanID: 1, CharacterID: 64, Status: status, ExpiryAt: expiry},
				&apptest.Purchase{PlanID: 2, Status: status, ExpiryAt: expiry})
		}
	}
	later := now.Add(time.Hour)
	return append(out,
		&apptest.Purchase{PlanID: 1, CharacterID: 65, Status: "active", ExpiryAt: later},
		&apptest.Purchase{PlanID: 1, CharacterID: 106, Status: "active", ExpiryAt: later},
		&apptest.Purchase{PlanID: 2, CharacterID: 20, Status: "active", ExpiryAt: later})
}

// TestAccessRuleAtEveryDoor compares every call that sends or shows a lock with the
// oracle. Rules access-who-may-chat, access-locked-refuses, accounts-purchases.
func TestAccessRuleAtEveryDoor(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		clock := &stoppableClock{}
		e := apptest.Start(t, o, apptest.WithPayment, func(o *app.Options) { clock.Clock, o.Clock = o.Clock.(*apptest.Clock), clock })
		a := &accessTest{Env: e, t: t, now: e.Clock.Now().Add(24 * time.Hour)}
		var buyers []buyer
		for i, p := range purchasesToTry(a.now) {
			if i%15 == 0 {
				e.Clock.Advance(2 * time.Hour) // because of the limit of registrations
			}
			b := buyer{e.User(fmt.Sprint("Buyer", i)), p}
			if p != nil {
				e.AddPurchase(b.UserID, *p)
			}
			buyers = append(buyers, b)
		}
		a.prepare(buyers)
		a.shareToken = url.PathEscape("token " + buyers[0].UserID)
		clock.at.Store(&a.now)
		a.checkLists(buyer{Client: e.Visitor()}, false)
		var workers sync.WaitGroup
		for part := range slices.Chunk(buyers, (len(buyers)+3)/4) {
			workers.Go(func() {
				for _, b := range part {
					a.check(b)
				}
			})
		}
		workers.Wait()
	})
}

// prepare sets the flags of the characters and stores a conversation of every user with
// each of them, so that old conversations are tested too.
func (a *accessTest) prepare(buyers []buyer) {
	a.t.Helper()
	var sql strings.Builder
	for _, s := range accessSubjects {
		fmt.Fprintf(&sql, "UPDATE characters SET is_free = %t, is_active = %t, is_deleted = %t WHERE character_id = %d\n", s.free, s.active, s.deleted, s.id)
		for _, b := range buyers {
			id, at := fmt.Sprintf("%s_%d", b.UserID, s.id), core.Millis(a.now)
			fmt.Fprintf(&sql, "INSERT INTO conversations (id, user_id, character_id, last_message, message_count, created_at, updated_at) VALUES ('%s', '%s', %d, 'Hello', 1, %d, %d)\n", id, b.UserID, s.id, at, at)
			fmt.Fprintf(&sql, "INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at) VALUES ('%s-1', '%s', 1, TRUE, 'Hello', 'complete', %d, %d)\n", id, id, at, at)
		}
	}
	for _, b := range buyers {
		for _, table := range []string{"character_likes", "character_follows"} {
			for _, s := range accessSubjects {
				fmt.Fprintf(&sql, "INSERT INTO %s (user_id, character_id, created_at) VALUES ('%s', %d, 1)\n", table, b.UserID, s.id)
			}
		}
		fmt.Fprintf(&sql, "INSERT INTO collection_lists (id, user_id, name, share_token, characters, created_at, updated_at) VALUES ('%s', '%s', 'All', '%s', '[101,20,102,64,103,106]', 1, 1)\n", b.collection(), b.UserID, "token "+b.UserID)
	}
	for _, s := range accessSubjects {
		fmt.Fprintf(&sql, "INSERT INTO social_counts (character_id, likes, followers) VALUES (%d, %d, %d)\n", s.id, len(buyers), len(buyers))
	}
	executeSQL(a.t, a.Env, sql.String())
	var list struct {
		Data []struct {
			CharacterID int  `json:"character_id"`
			IsFree      bool `json:"is_free"`
		}
	}
	a.Visitor().Do("GET", "/characters", nil).Want(200).Into(&list)
	a.free = map[int]bool{}
	for _, c := range list.Data {
		a.free[c.CharacterID] = c.IsFree
	}
	for _, s := range accessSubjects {
		a.free[s.id] = s.free
	}
}

// collection is the id of the buyer's collection, which the test stores.
func (b buyer) collection() string { return "collection " + b.UserID }

func (a *accessTest) check(b buyer) {
	a.checkAccount(b)
	for _, s := range accessSubjects {
		a.checkSends(b, s)
		a.checkCharacter(b, s)
	}
	a.checkLists(b, true)
}

// checkAccount: a purchase that holds makes its user paid, one of plan 2 a subscriber; what
// was never paid is not shown.
func (a *accessTest) checkAccount(b buyer) {
	type shown struct {
		CharacterID int `json:"character_id"`
		PlanID      int `json:"plan_id"`
		Status      string
		ExpiryAt    time.Time `json:"expiry_at"`
	}
	var me struct {
		IsPaid       bool    `json:"is_paid"`
		Subscription string  `json:"subscription_status"`
		Purchases    []shown `json:"user_purchase"`
	}
	want := []shown{}
	if p := b.bought; p != nil && slices.Contains([]string{"active", "refunded", "disputed"}, p.Status) {
		status := p.Status
		if status == "active" && !b.holds(a.now) {
			status = "expired"
		}
		want = append(want, shown{p.CharacterID, p.PlanID, status, p.ExpiryAt})
	}
	subscription := "free"
	if b.holds(a.now) && b.bought.PlanID == 2 {
		subscription = "active"
	}
	b.Do("GET", "/auth/me", nil).Want(200).Into(&me)
	if me.IsPaid != b.holds(a.now) || me.Subscription != subscription || !slices.Equal(me.Purchases, want) {
		a.t.Errorf("%v: the account is %+v, want %+v", b, me, want)
	}
}

// checkSends makes each call that sends. The conversation has a line without a reply, so
// regenerate writes one.
func (a *accessTest) checkSends(b buyer, s subject) {
	path := fmt.Sprintf("/messages/%s_%d", b.UserID, s.id)
	status, code := b.sendRefusal(s, a.now)
	for _, door := range []struct {
		ok     int
		answer apptest.Answer
	}{
		{200, b.Do("POST", path+"/regenerate", nil)},
		{200, b.Do("POST", path+"/stream", map[string]any{"content": "Good day"})},
		{200, b.Do("GET", path+"/stream?message=Hello+again", nil, "Accept", "text/event-stream")},
		{201, b.Do("POST", path, map[string]any{"content": "Are you there?"})},
	} {
		if status == 0 && door.answer.Status == door.ok {
			continue
		}
		if status == 0 || door.answer.Status != status || door.answer.Code() != code {
			a.t.Errorf("%v: %s of %+v answers %d %.200s, want %d %s", b, door.answer.Call, s, door.answer.Status, door.answer.Body, status, code)
		}
	}
	b.Do("GET", path, nil).Want(200) // what was written stays readable
}

// checkCharacter makes the calls that show one character.
func (a *accessTest) checkCharacter(b buyer, s subject) {
	a.checkAnswer(b, b.Do("POST", "/session", map[string]any{"characterId": s.id}).Want(200), s.id)
	ref := fmt.Sprint(s.id)
	paths := []string{"/characters/id/" + ref, "/profile/" + ref, "/profile/" + ref + "/similar"}
	for _, path := range paths {
		if !s.active || s.deleted {
			b.Do("GET", path, nil).Want(404)
			continue
		}
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200))
	}
	locked, expiry := b.shownLock(s.id, s.free, a.now)
	for _, plan := range []string{"1", "2"} {
		answer := b.Do("GET", "/admin/plans/"+plan+"?characterId="+ref, nil)
		if !s.active || s.deleted {
			answer.Want(404)
			continue
		}
		var out struct {
			Data struct {
				IsFree   bool       `json:"is_free"`
				ExpiryAt *time.Time `json:"expiry_at"`
			}
		}
		answer.Want(200).Into(&out)
		if out.Data.IsFree != s.free || !sameTime(out.Data.ExpiryAt, expiry) || locked != (!out.Data.IsFree && out.Data.ExpiryAt == nil) {
			a.t.Errorf("%v: plan %s for %+v is %s", b, plan, s, answer.Body)
		}
	}
}

// checkLists makes the calls that show many characters.
func (a *accessTest) checkLists(b buyer, signedIn bool) {
	shown := []int{20, 64}
	for path, want := range map[string][]int{
		"/characters": shown, "/characters?search=cleopatra": {64}, "/characters?search=lovelace": {20},
		"/characters/groups?search=cleopatra": {64}, "/characters/groups?by=name&limit=20": nil, "/characters/groups": nil,
		"/collections/" + a.shareToken: shown,
		"/admin/web-settings":          shown, "/admin/web-settings/key/explore_characters": nil, "/profile/20/similar?limit=24": nil,
	} {
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200), want...)
	}
	if !signedIn {
		return
	}
	everybody := make([]int, len(accessSubjects))
	for i, s := range accessSubjects {
		everybody[i] = s.id
	}
	for _, path := range []string{"/sessions", "/sessions/characterProfile"} {
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200), everybody...)
	}
	for _, path := range []string{
		"/user/favorites", "/user/favorites?sort=popular&is_free=false&limit=1", "/user/favorites?sort=popular&is_free=true&limit=1",
		"/user/collections", "/user/collections/lists", "/user/collections/lists/" + b.collection(),
	} {
		want := shown
		switch {
		case strings.Contains(path, "false"):
			want = []int{64}
		case strings.Contains(path, "true"):
			want = []int{20}
		}
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200), want...)
	}
}

// checkAnswer compares every character and session of an answer with the oracle. want
// are characters that must be in the answer.
func (a *accessTest) checkAnswer(b buyer, answer apptest.Answer, want ...int) {
	var body any
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil {
		a.t.Errorf("%s: %v", answer.Call, err)
	}
	seen := map[int]bool{}
	a.checkValue(b, answer.Call, body, seen)
	for _, id := range want {
		if !seen[id] {
			a.t.Errorf("%v: %s does not show %d", b, answer.Call, id)
		}
	}
	if len(seen) == 0 {
		a.t.Errorf("%v: %s shows nobody", b, answer.Call)
	}
}

// checkValue checks each object that has a character_id: all of them show the lock.
func (a *accessTest) checkValue(b buyer, call string, value any, seen map[int]bool) {
	switch v := value.(type) {
	case []any:
		for _, part := range v {
			a.checkValue(b, call, part, seen)
		}
	case map[string]any:
		for part := range maps.Values(v) {
			a.checkValue(b, call, part, seen)
		}
		id, ok := v["character_id"].(float64)
		if !ok {
			return
		}
		seen[int(id)] = true
		locked, expiry := b.shownLock(int(id), a.free[int(id)], a.now)
		text, _ := v["expiry_at"].(string)
		got, err := time.Parse(time.RFC3339, text)
		if has := err == nil; v["is_locked"] != locked || has != (expiry != nil) || has && !got.Equal(*expiry) {
			a.t.Errorf("%v: %s shows %d with is_locked %v and expiry_at %v, want %v and %v", b, call, int(id), v["is_locked"], v["expiry_at"], locked, expiry)
		}
	}
}

func sameTime(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}
