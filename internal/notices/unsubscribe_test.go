package notices

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func tokenOf(u UnsubscribeLinks) string {
	_, token, _ := strings.Cut(u.Page, "=")
	return token
}

// A link works for more than a year and repeatedly. It stops only the mail of its group to its
// user.
// rule notifications-unsubscribe
func TestLinkStopsTheMailOfItsGroup(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		var want []string
		for _, g := range groupsByTokenIndex {
			link := b.LinksToUnsubscribe(bo.UserID, g)
			if link != b.LinksToUnsubscribe(bo.UserID, g) || !strings.HasSuffix(link.OneClick, "/"+tokenOf(link)) {
				t.Errorf("the links are %+v", link)
			}
			b.clock.Advance(400 * 24 * time.Hour)
			for range 2 {
				if got, err := b.StopMail(t.Context(), tokenOf(link)); got != g || err != nil {
					t.Errorf("%s: %s, %v", g, got, err)
				}
				want = append(want, bo.UserID+" "+string(g))
			}
		}
		if !slices.Equal(b.settings.stoppedGroups, want) {
			t.Errorf("stopped %q", b.settings.stoppedGroups)
		}
	})
}

// rule notifications-unsubscribe
func TestForgedLinksAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		validToken := tokenOf(b.LinksToUnsubscribe(bo.UserID, Newsletter))
		otherMailer := &mailer{secret: []byte("another installation")}
		forgedTokens := []string{"", "x", validToken[1:], validToken + "A", validToken + "=", strings.ToUpper(validToken), strings.Repeat("A", 5000), otherMailer.unsubscribeToken(bo.UserID, Newsletter),
			b.Writer.mails.unsubscribeToken("", Newsletter), b.Writer.mails.unsubscribeToken(bo.UserID, "nothing")}
		for i := range validToken {
			for _, c := range "A_9" {
				if altered := validToken[:i] + string(c) + validToken[i+1:]; altered != validToken {
					forgedTokens = append(forgedTokens, altered)
				}
			}
		}
		for _, token := range forgedTokens {
			if _, err := b.StopMail(t.Context(), token); !errors.Is(err, errBadLink) {
				t.Errorf("%.60q: %v", token, err)
			}
		}
		if len(b.settings.stoppedGroups) != 0 {
			t.Errorf("stopped %q", b.settings.stoppedGroups)
		}
		serviceWithoutMail := Service{Writer: NewWriter(b.db, b.clock)}
		if _, err := serviceWithoutMail.StopMail(t.Context(), validToken); !errors.Is(err, errBadLink) {
			t.Errorf("without mail: %v", err)
		}
		if got := serviceWithoutMail.LinksToUnsubscribe(bo.UserID, Newsletter); got != (UnsubscribeLinks{}) {
			t.Errorf("a command has the links %+v", got)
		}
	})
}
