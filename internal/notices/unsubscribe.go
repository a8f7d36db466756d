package notices

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
)

// UnsubscribeLinks has the addresses that stop the mail of a group: Page for people, OneClick
// for mail programs (RFC 8058). Both are empty if the Writer sends no mail.
type UnsubscribeLinks struct{ Page, OneClick string }

// groupsByTokenIndex lists the groups. A token contains the index of its group, so the order must not
// change: mails that were sent contain tokens.
var groupsByTokenIndex = []Group{CharacterUpdates, Interactions, Promotions, Newsletter}

// macBytes is the length of the signature at the beginning of a token.
const macBytes = 16

// LinksToUnsubscribe returns the addresses that stop the mail of a group to a user.
func (w Writer) LinksToUnsubscribe(userID string, g Group) UnsubscribeLinks {
	if w.mails == nil {
		return UnsubscribeLinks{}
	}
	return w.mails.unsubscribeLinks(userID, g)
}

func (m *mailer) unsubscribeLinks(userID string, g Group) UnsubscribeLinks {
	token := m.unsubscribeToken(userID, g)
	return UnsubscribeLinks{Page: m.baseURL + "/#unsubscribe=" + token, OneClick: m.baseURL + "/api/unsubscribe/" + token}
}

// unsubscribeToken returns the token of a user and group. It contains a signature, the number of
// the group, and the user. The token is valid while the installation keeps its secret. Rule
// notifications-unsubscribe.
func (m *mailer) unsubscribeToken(userID string, g Group) string {
	content := append([]byte{byte(slices.Index(groupsByTokenIndex, g))}, userID...)
	return base64.RawURLEncoding.EncodeToString(append(m.sign(content), content...))
}

func (m *mailer) sign(content []byte) []byte {
	mac := hmac.New(sha256.New, m.secret)
	mac.Write(content)
	return mac.Sum(nil)[:macBytes]
}

// StopMail switches the mail of a group off for the user of a token, and returns the group. A
// repeated call or a token of a deleted account changes nothing. An invalid token gives errBadLink.
// In a Service that sends no mail every token is invalid. Rule notifications-unsubscribe.
func (s *Service) StopMail(ctx context.Context, token string) (Group, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if s.mails == nil || err != nil || len(b) <= macBytes+1 {
		return "", errBadLink
	}
	content := b[macBytes:]
	if !hmac.Equal(b[:macBytes], s.mails.sign(content)) || int(content[0]) >= len(groupsByTokenIndex) {
		return "", errBadLink
	}
	g := groupsByTokenIndex[content[0]]
	return g, s.deps.Settings.StopMail(ctx, string(content[1:]), string(g))
}
