package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// characterVariants are characters with each combination of free, active and deleted. The
// first two are not hidden, and the home page shows them.
var characterVariants = []characterVariant{
	{id: 20, slug: "ada-lovelace", isFree: true, isActive: true},
	{id: 64, slug: "cleopatra", isActive: true},
	{id: 101, isFree: true}, {id: 102},
	{id: 103, isFree: true, isDeleted: true}, {id: 104, isDeleted: true},
	{id: 105, isFree: true, isActive: true, isDeleted: true}, {id: 106, isActive: true, isDeleted: true},
}

type characterVariant struct {
	id                          int
	slug                        string
	isFree, isActive, isDeleted bool
}

// buyer is a user with at most one purchase.
type buyer struct {
	*apptest.Client
	purchase *apptest.Purchase
}

func (b buyer) String() string {
	if b.purchase == nil {
		return "without a purchase"
	}
	return fmt.Sprintf("%s purchase of plan %d for %d until %s", b.purchase.Status, b.purchase.PlanID, b.purchase.CharacterID, b.purchase.ExpiryAt.Format("05.000"))
}

// The methods of buyer below are the oracle: they compute the expected answers without the
// code of the access rule.

// hasActivePurchase reports whether the user's purchase is active and ends later than now.
func (b buyer) hasActivePurchase(now time.Time) bool {
	return b.purchase != nil && b.purchase.Status == "active" && now.Before(b.purchase.ExpiryAt)
}

// hasPurchaseFor reports whether the user has an active purchase of the character or of all
// characters.
func (b buyer) hasPurchaseFor(characterID int, now time.Time) bool {
	return b.hasActivePurchase(now) && (b.purchase.PlanID == 2 || b.purchase.CharacterID == characterID)
}

// expectedLock returns the lock that the user must see. A free or bought character is open, any
// other is locked. expiry is the end of the active purchase of a bought character, else nil.
func (b buyer) expectedLock(characterID int, isFree bool, now time.Time) (locked bool, expiry *time.Time) {
	if isFree {
		return false, nil
	}
	if b.hasPurchaseFor(characterID, now) {
		return false, &b.purchase.ExpiryAt
	}
	return true, nil
}

// expectedRefusal returns the error that a message to a character must get. Only hidden and
// locked characters refuse messages. For others the status is 0.
func (b buyer) expectedRefusal(s characterVariant, now time.Time) (status int, code string) {
	switch locked, _ := b.expectedLock(s.id, s.isFree, now); {
	case !s.isActive || s.isDeleted:
		return 404, "character_not_found"
	case locked:
		return 403, "character_locked"
	}
	return 0, ""
}

// accessTest is an application whose clock stands still at now.
type accessTest struct {
	*apptest.Env
	t      *testing.T
	now    time.Time
	isFree map[int]bool // by character_id: whether the character is free

	shareToken string // opens the first buyer's collection; each caller sees it with the caller's own locks
}

// collectionID is the id of the buyer's collection, which the test stores.
func (b buyer) collectionID() string { return "collection " + b.UserID }

func (a *accessTest) checkBuyer(b buyer) {
	a.checkPurchasesInAccount(b)
	for _, s := range characterVariants {
		a.checkSends(b, s)
		a.checkCharacter(b, s)
	}
	a.checkLocksInLists(b, true)
}

// checkPurchasesInAccount checks the account in the answer of /auth/me. Any active purchase sets is_paid. An
// active purchase of plan 2 sets subscription_status to "active". user_purchase leaves out
// purchases that were never paid.
func (a *accessTest) checkPurchasesInAccount(b buyer) {
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
	if p := b.purchase; p != nil && slices.Contains([]string{"active", "refunded", "disputed"}, p.Status) {
		status := p.Status
		if status == "active" && !b.hasActivePurchase(a.now) {
			status = "expired"
		}
		want = append(want, shown{p.CharacterID, p.PlanID, status, p.ExpiryAt})
	}
	subscription := "free"
	if b.hasActivePurchase(a.now) && b.purchase.PlanID == 2 {
		subscription = "active"
	}
	b.Do("GET", "/auth/me", nil).Want(200).Into(&me)
	if me.IsPaid != b.hasActivePurchase(a.now) || me.Subscription != subscription || !slices.Equal(me.Purchases, want) {
		a.t.Errorf("%v: the account is %+v, want %+v", b, me, want)
	}
}

// checkSends makes each call that sends a message or asks for a reply. The call regenerate writes
// a reply to the unanswered line that insertAccessRows has stored.
func (a *accessTest) checkSends(b buyer, s characterVariant) {
	path := fmt.Sprintf("/messages/%s_%d", b.UserID, s.id)
	status, code := b.expectedRefusal(s, a.now)
	for _, sendCall := range []struct {
		ok     int
		answer apptest.Answer
	}{
		{200, b.Do("POST", path+"/regenerate", nil)},
		{200, b.Do("PUT", fmt.Sprintf("%s/%s_%d-1", path, b.UserID, s.id), map[string]any{"content": "Hello again", "client_id": "user-edit"})},
		{404, b.Do("PUT", path+"/nothing/alternative", nil)},
		{200, b.Do("POST", path+"/stream", map[string]any{"content": "Good day"})},
		{200, b.Do("GET", path+"/stream?message=Hello+again", nil, "Accept", "text/event-stream")},
		{201, b.Do("POST", path, map[string]any{"content": "Are you there?"})},
		{200, b.Do("POST", path+"/start-over", nil)},
		{200, b.Do("POST", path+"/step-outside", map[string]any{})},
	} {
		if status == 0 && sendCall.answer.Status == sendCall.ok {
			continue
		}
		if status == 0 || sendCall.answer.Status != status || sendCall.answer.ErrorCode() != code {
			a.t.Errorf("%v: %s of %+v answers %d %.200s, want %d %s", b, sendCall.answer.MethodAndPath, s, sendCall.answer.Status, sendCall.answer.Body, status, code)
		}
	}
	b.Do("GET", path, nil).Want(200) // a locked character's messages stay readable
}

// checkCharacter makes the calls that show one character.
func (a *accessTest) checkCharacter(b buyer, s characterVariant) {
	a.checkAnswer(b, b.Do("POST", "/session", map[string]any{"characterId": s.id}).Want(200), s.id)
	ref := fmt.Sprint(s.id)
	paths := []string{"/characters/id/" + ref, "/profile/" + ref, "/profile/" + ref + "/similar"}
	for _, path := range paths {
		if !s.isActive || s.isDeleted {
			b.Do("GET", path, nil).Want(404)
			continue
		}
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200))
	}
	isLocked, expiry := b.expectedLock(s.id, s.isFree, a.now)
	for _, plan := range []string{"1", "2"} {
		answer := b.Do("GET", "/admin/plans/"+plan+"?characterId="+ref, nil)
		if !s.isActive || s.isDeleted {
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
		if out.Data.IsFree != s.isFree || !sameTime(out.Data.ExpiryAt, expiry) || isLocked != (!out.Data.IsFree && out.Data.ExpiryAt == nil) {
			a.t.Errorf("%v: plan %s for %+v is %s", b, plan, s, answer.Body)
		}
	}
}

// checkLocksInLists makes the calls that show many characters.
func (a *accessTest) checkLocksInLists(b buyer, signedIn bool) {
	shownIDs := []int{20, 64}
	for path, want := range map[string][]int{
		"/characters": shownIDs, "/characters?search=cleopatra": {64}, "/characters?search=lovelace": {20},
		"/characters/groups?search=cleopatra": {64}, "/characters/groups?by=name&limit=20": nil, "/characters/groups": nil,
		"/collections/" + a.shareToken: shownIDs,
		// The tiles of the home page are fixed. Its other sections change each day.
		"/admin/web-settings": {64}, "/admin/web-settings/key/explore_characters": nil, "/profile/20/similar?limit=24": nil,
	} {
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200), want...)
	}
	if !signedIn {
		return
	}
	allIDs := make([]int, len(characterVariants))
	for i, s := range characterVariants {
		allIDs[i] = s.id
	}
	for _, path := range []string{"/sessions", "/sessions/characterProfile"} {
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200), allIDs...)
	}
	for _, path := range []string{
		"/user/favorites", "/user/favorites?sort=popular&is_free=false&limit=1", "/user/favorites?sort=popular&is_free=true&limit=1",
		"/user/collections", "/user/collections/lists", "/user/collections/lists/" + b.collectionID(),
	} {
		want := shownIDs
		switch {
		case strings.Contains(path, "false"):
			want = []int{64}
		case strings.Contains(path, "true"):
			want = []int{20}
		}
		a.checkAnswer(b, b.Do("GET", path, nil).Want(200), want...)
	}
}

// checkAnswer compares every character and session of an answer with the oracle. The answer
// must show a character. want has the character_ids that it must show.
func (a *accessTest) checkAnswer(b buyer, answer apptest.Answer, want ...int) {
	var body any
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil {
		a.t.Errorf("%s: %v", answer.MethodAndPath, err)
	}
	seenIDs := map[int]bool{}
	a.checkLocksIn(b, answer.MethodAndPath, body, seenIDs)
	for _, id := range want {
		if !seenIDs[id] {
			a.t.Errorf("%v: %s does not show %d", b, answer.MethodAndPath, id)
		}
	}
	if len(seenIDs) == 0 {
		a.t.Errorf("%v: %s shows nobody", b, answer.MethodAndPath)
	}
}

// checkLocksIn compares the lock of each object that has a character_id with the oracle. It
// adds the character_ids to seen.
func (a *accessTest) checkLocksIn(b buyer, call string, value any, seen map[int]bool) {
	switch v := value.(type) {
	case []any:
		for _, part := range v {
			a.checkLocksIn(b, call, part, seen)
		}
	case map[string]any:
		for part := range maps.Values(v) {
			a.checkLocksIn(b, call, part, seen)
		}
		id, ok := v["character_id"].(float64)
		if !ok {
			return
		}
		seen[int(id)] = true
		locked, expiry := b.expectedLock(int(id), a.isFree[int(id)], a.now)
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
