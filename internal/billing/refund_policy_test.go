package billing_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// sentenceEnd matches the end of a sentence that another sentence follows.
var sentenceEnd = regexp.MustCompile(`[.!?] `)

func splitSentences(text string) []string {
	return strings.Split(sentenceEnd.ReplaceAllStringFunc(text, func(end string) string { return end[:1] + "\n" }), "\n")
}

// readPublishedPolicy returns the sentences of the published refund policy.
func readPublishedPolicy(t *testing.T) (out []string) {
	t.Helper()
	text, err := os.ReadFile("../../seed/content/pages/refund-policy.json")
	if err != nil {
		t.Fatal(err)
	}
	var page struct {
		Sections []struct {
			Paragraph string
			Items     []string
		}
	}
	if err := json.Unmarshal(text, &page); err != nil {
		t.Fatal(err)
	}
	for _, s := range page.Sections {
		for _, part := range append([]string{s.Paragraph}, s.Items...) {
			if part != "" {
				out = append(out, splitSentences(part)...)
			}
		}
	}
	return out
}

// rule payment-refund-policy
func TestEachSentenceOfTheRefundPolicyIsKept(t *testing.T) {
	guide, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	rulesPage, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, below, _ := strings.Cut(string(guide), "\n## Refund policy, sentence by sentence\n")
	section, _, _ := strings.Cut(below, "\n## ")
	explanationBySentence := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (.+?) \| (.+) \|$`).FindAllStringSubmatch(section, -1) {
		explanationBySentence[row[1]] = row[2]
	}
	publishedSentences := readPublishedPolicy(t)
	if len(publishedSentences) < 20 {
		t.Fatalf("%d sentences", len(publishedSentences))
	}
	for _, sentence := range publishedSentences {
		explanation := explanationBySentence[sentence]
		if explanation == "" {
			t.Errorf("docs/operations.md does not say how this is kept: %s", sentence)
		}
		delete(explanationBySentence, sentence)
		for _, rule := range regexp.MustCompile("rule `([a-z-]+)`").FindAllStringSubmatch(explanation, -1) {
			if !strings.Contains(string(rulesPage), "\n- `"+rule[1]+"`:") {
				t.Errorf("no rule %s, for: %s", rule[1], sentence)
			}
		}
	}
	delete(explanationBySentence, "sentence")
	delete(explanationBySentence, "---")
	for sentence := range explanationBySentence {
		t.Errorf("the page does not say: %s", sentence)
	}
}

// askRefund requests a refund of an order, and returns the status and the code of the answer.
func askRefund(c *apptest.Client, orderID, reason string) (status int, code string) {
	c.T.Helper()
	a := c.Do("POST", "/purchase/refund", map[string]any{"orderId": orderID, "reason": reason})
	if a.Status == 200 {
		return a.Status, ""
	}
	return a.Status, a.ErrorCode()
}

func wantRefund(c *apptest.Client, orderID, reason string, granted bool) {
	c.T.Helper()
	status, code := askRefund(c, orderID, reason)
	if granted && status != 200 || !granted && (status != 409 || code != "not_refundable") {
		c.T.Errorf("the refund answers %d %s, want it granted: %t", status, code, granted)
	}
}

// buyAllCharacters buys plan 2 and returns the order.
func (s *shop) buyAllCharacters(t *testing.T, c *apptest.Client) userPlan {
	t.Helper()
	var order orderAnswer
	c.Do("POST", "/purchase", map[string]any{"planId": 2}).Want(201).Into(&order)
	var out verifyAnswer
	c.Do("POST", "/purchase/verify", s.payInSandbox(t, c, order.OrderID)).Want(200).Into(&out)
	return out.Data.UserPlan
}

// sendLines sends n lines to a character.
func (s *shop) sendLines(t *testing.T, c *apptest.Client, characterID, n int) {
	t.Helper()
	var session struct{ ID string }
	c.Do("POST", "/session", map[string]any{"characterId": characterID}).Want(200).Into(&session)
	for i := range n {
		s.Clock.Advance(4 * time.Second) // the rate limit is 20 lines a minute
		c.Do("POST", "/messages/"+session.ID, map[string]any{"content": "Line " + itoa(i) + " of " + s.Clock.Now().String()}).Want(201)
	}
}

const threeDays, sevenDays = 72 * time.Hour, 7 * 24 * time.Hour

// rules payment-refund, payment-refund-policy
func TestOneCharacterIsRefundedWithinThreeDays(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		ada, bo := s.NewUser("Ada"), s.NewUser("Bo")
		earlyPlan, latePlan := s.buyLockedCharacter(t, ada), s.buyLockedCharacter(t, bo)
		s.sendLines(t, ada, s.lockedCharacterID, 1)
		s.Clock.Advance(threeDays - time.Minute)
		wantRefund(ada, earlyPlan.OrderID, "", true)
		s.Clock.Advance(time.Minute)
		wantRefund(bo, latePlan.OrderID, "It was not for me", false)
		if s.isCharacterOpen(t, ada) || !s.isCharacterOpen(t, bo) {
			t.Error("the refunded access has not ended, or another one has")
		}
		if body := ada.Do("GET", "/messages/"+ada.UserID+"_"+itoa(s.lockedCharacterID), nil).Want(200).Body; !strings.Contains(body, "Line 0") {
			t.Errorf("the conversation is not readable: %s", body)
		}
		if status, _ := askRefund(ada, latePlan.OrderID, ""); status != 404 {
			t.Errorf("the order of another user answers %d", status)
		}
	})
}

// rules payment-refund, payment-refund-policy
func TestTwentyMessagesAreNoSubstantialUse(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		freeCharacterID := s.selectNumber(t, `SELECT min(character_id) FROM characters WHERE is_free AND is_active`)
		for name, buy := range map[string]func(t *testing.T, c *apptest.Client) userPlan{"Ada": s.buyLockedCharacter, "Bo": s.buyAllCharacters} {
			c := s.NewUser(name)
			order := buy(t, c)
			s.sendLines(t, c, s.lockedCharacterID, 21)
			s.sendLines(t, c, freeCharacterID, 3)
			wantRefund(c, order.OrderID, "", false)
			otherBuyer := s.NewUser(name + "two")
			order = buy(t, otherBuyer)
			s.sendLines(t, otherBuyer, s.lockedCharacterID, 20)
			s.sendLines(t, otherBuyer, freeCharacterID, 3)
			wantRefund(otherBuyer, order.OrderID, "", true)
		}
	})
}

// rules payment-refund, payment-refund-policy
func TestYearlyPlanIsRefundedWithAReasonUntilTheSeventhDay(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		ada, bo := s.NewUser("Ada"), s.NewUser("Bo")
		firstPlan, secondPlan := s.buyAllCharacters(t, ada), s.buyAllCharacters(t, bo)
		s.Clock.Advance(threeDays + time.Second)
		wantRefund(ada, firstPlan.OrderID, " ", false)
		wantRefund(ada, firstPlan.OrderID, "Too few poets", true)
		s.Clock.Advance(sevenDays - threeDays)
		wantRefund(bo, secondPlan.OrderID, "Too few poets", false)
		var log strings.Builder
		for _, o := range append(getOrders(ada).Data, getOrders(bo).Data...) {
			log.WriteString(o.Status + " " + o.Refunded + ";")
		}
		if log.String() != "refunded 24.00;active 0.00;" {
			t.Error(log.String())
		}
	})
}
