package main

import (
	"strings"
	"testing"
	"time"
)

// A running server sends the promotion as a notice within 20 s. A second promotion within a month
// is refused. The error says when the next promotion is possible.
// rules notifications-promotions, accounts-audit
func TestPromotionIsSentOnceAMonth(t *testing.T) {
	c := startServerProcess(t, nil)
	ada := registerAda(t, c.url)
	if _, errOut, code := runCommand(t, c.dir, nil, "notify", "A fair", "Come", "--url", "https://example.com"); code != 1 || errOut != "colloquy: The address must be a path on this site, such as /feeds.\n" {
		t.Errorf("a foreign address: exit %d, %q", code, errOut)
	}
	if out := commandOutput(t, c.dir, "notify", "A fair", "Come and see.", "--url", "/feeds"); out != "The server tells everybody who wants promotions, within minutes.\n" {
		t.Errorf("printed %q", out)
	}
	nextTime := time.Now().UTC().AddDate(0, 1, 0).Format("2 January 2006 at 15:")
	if out, errOut, code := runCommand(t, c.dir, nil, "notify", "A fair", "Again"); code != 1 || out != "" || !strings.HasPrefix(errOut, "colloquy: a promotion was sent less than a month ago: the next one is possible on "+nextTime) {
		t.Errorf("a second message: exit %d, %q", code, errOut)
	}
	var list struct {
		Data struct {
			Notifications []struct{ Type, Title, Message, ActionURL string }
		}
	}
	for end := time.Now().Add(20 * time.Second); len(list.Data.Notifications) == 0 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		ada.Do("GET", "/user/notifications", nil).Want(200).Into(&list)
	}
	if l := list.Data.Notifications; len(l) != 1 || l[0].Type != "promotion" || l[0].Title != "A fair" || l[0].Message != "Come and see." {
		t.Errorf("the notices are %+v", l)
	}
	if log := commandOutput(t, c.dir, "audit"); strings.Count(log, "promotion.sent") != 1 || strings.Contains(log, "fair") {
		t.Errorf("the audit log is %s", log)
	}
}
